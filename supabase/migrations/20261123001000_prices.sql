-- The price guard.

-- == Price references ==

-- The price guard compares a new price with the stored one and with a reference. The reference is the oldest price
-- above zero that a product had within the last 24 hours, after the last confirmed change in them that is not undone.
-- The prices of a deleted product, or of one whose SKU changed, count for the product that has this SKU now: deleting
-- and creating it again, or several small steps, cannot hide a large change.
create function private.price_references(ids uuid[], skus text[] default null)
returns table (id uuid, sku text, real_price numeric, promo_price numeric)
language plpgsql stable security definer set search_path = '' set jit = off
-- The best plan depends on the number of changes of the day.
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  first constant bigint = private.first_change_since(now() - interval '24 hours');
begin
  if first is null then
    return;
  end if;
  if skus is null then
    select array_agg(product.id), array_agg(product.sku) into ids, skus
    from public.products as product where product.id = any (price_references.ids);
  end if;
  return query
    with judged as materialized (
      select judged.id, judged.id::text as record_id, judged.sku from unnest(ids, skus) as judged (id, sku)
    ), related as (
      select judged.sku, judged.record_id, false as gave_away from judged where judged.record_id is not null
      union all
      select distinct judged.sku, change.record_id, true
      from judged
      join private.changes as change
        on lower(change.before ->> 'sku') = lower(judged.sku) and change.record_id is distinct from judged.record_id
      where change.table_name = 'products' and change.before ? 'sku' and change.id >= first
    ), past as materialized (
      -- A change of SKU does not record the prices: read them from the product.
      select
        related.sku, change.id,
        case
          when change.before ? 'real_price' then (change.before ->> 'real_price')::numeric
          when related.gave_away and change.before ? 'sku' and change.kind = 'update' then (
            select stored.real_price from public.products as stored where stored.id = change.record_id::uuid
          )
        end as real_price,
        case
          when change.before ? 'promo_price' then (change.before ->> 'promo_price')::numeric
          when related.gave_away and change.before ? 'sku' and change.kind = 'update' then (
            select stored.promo_price from public.products as stored where stored.id = change.record_id::uuid
          )
        end as promo_price,
        case when change.confirmed then not private.is_undone(change.batch, change.area, change.record_id) end
          as is_confirmed
      from related
      join private.changes as change
        on change.area = 'products' and change.record_id = related.record_id and change.id >= first
      where change.table_name = 'products' and change.kind in ('insert', 'update', 'delete')
    ), latest as (
      select past.sku, max(past.id) as id from past where past.is_confirmed group by past.sku
    ), oldest as (
      select
        past.sku,
        (array_agg(past.real_price order by past.id) filter (where past.real_price > 0))[1] as real_price,
        (array_agg(past.promo_price order by past.id) filter (where past.promo_price > 0))[1] as promo_price
      from past
      left join latest on latest.sku = past.sku
      where past.id > coalesce(latest.id, 0)
      group by past.sku
    )
    select judged.id, judged.sku, oldest.real_price, oldest.promo_price
    from judged
    join oldest on oldest.sku = judged.sku;
end
$$;
comment on function private.price_references(uuid[], text[]) is
  'De produtos, pelo id e pelo SKU (sem eles, o que têm), o preço mais antigo das últimas 24 horas desde o último confirmado; sem linha onde nada mudou.';
revoke all on function private.price_references(uuid[], text[]) from public;
grant execute on function private.price_references(uuid[], text[]) to authenticated;

create function public.price_reference(product_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'permission denied for function price_reference' using errcode = '42501';
  end if;
  perform private.required(product_id, 'product_id');
  return (
    select jsonb_build_object('real_price', max(reference.real_price), 'promo_price', max(reference.promo_price))
    from private.price_references(array[product_id]) as reference
  );
end
$$;
comment on function public.price_reference(uuid) is
  'Com que preços a guarda compara os novos de um produto, além dos gravados: os mais antigos das últimas 24 horas; nulos se nada mudou.';
revoke all on function public.price_reference(uuid) from public, anon, authenticated, service_role;
grant execute on function public.price_reference(uuid) to authenticated;

-- == Price guard ==

-- A doubtful price looks like a typing error: a promotional price not below the regular one, a change beyond the
-- limits, or zero. The panel asks for a confirmation. If an Administrador enforces the rule, no doubtful price is
-- stored unconfirmed, whatever its source: form, spreadsheet, bulk change or program. price-guard.ts has the same rule
-- for the panel.
create table public.price_guard (
  id boolean primary key default true check (id),
  enforced boolean not null default false,
  up_limit numeric(6, 2) not null default 70 check (up_limit between 1 and 1000),
  down_limit numeric(6, 2) not null default 30 check (down_limit between 1 and 99)
);

comment on table public.price_guard is 'A guarda dos preços: uma só linha, do Administrador.';
comment on column public.price_guard.enforced is 'Vale para todos: sem confirmação, um preço duvidoso não é gravado.';
comment on column public.price_guard.up_limit is 'Quanto um preço pode subir de uma vez sem dúvida, em %.';
comment on column public.price_guard.down_limit is 'Quanto um preço pode cair de uma vez sem dúvida, em %.';

revoke all on public.price_guard from anon, authenticated;
grant select on public.price_guard to authenticated;
grant update (enforced, up_limit, down_limit) on public.price_guard to authenticated;
grant all on public.price_guard to service_role;

alter table public.price_guard enable row level security;

create policy "staff reads the price guard" on public.price_guard
  for select to authenticated using ((select private.is_staff()));
create policy "an Administrador sets the price guard" on public.price_guard
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));

insert into public.price_guard default values;

create trigger record_updates after update on public.price_guard
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();

-- Compares with the stored price and with the reference (price_references).
create function private.price_doubts(
  real_before numeric, promo_before numeric, real_after numeric, promo_after numeric,
  up_limit numeric, down_limit numeric, real_reference numeric, promo_reference numeric
) returns text[]
language sql immutable parallel safe
return case
  when (real_before, promo_before) is not distinct from (real_after, promo_after) then '{}'
  else array_remove(array[
    case when promo_after >= real_after then 'promo' end,
    case
      when real_after > real_before * (1 + up_limit / 100) and real_before > 0
        or promo_after > promo_before * (1 + up_limit / 100) and promo_before > 0 then 'rise'
      when real_after is distinct from real_before and real_after > real_reference * (1 + up_limit / 100)
        or promo_after is distinct from promo_before and promo_after > promo_reference * (1 + up_limit / 100)
        then 'rise_day'
    end,
    case
      when real_after < real_before * (1 - down_limit / 100) and real_after > 0
        or promo_after < promo_before * (1 - down_limit / 100) and promo_after > 0 then 'fall'
      when real_after is distinct from real_before and real_after > 0
        and real_after < real_reference * (1 - down_limit / 100)
        or promo_after is distinct from promo_before and promo_after > 0
        and promo_after < promo_reference * (1 - down_limit / 100)
        then 'fall_day'
    end,
    case
      when real_after = 0 and real_before is distinct from 0
        or promo_after = 0 and promo_before is distinct from 0 then 'zero'
    end
  ], null)
end;
comment on function private.price_doubts(numeric, numeric, numeric, numeric, numeric, numeric, numeric, numeric) is
  'O que há de duvidoso em um preço novo: promo, rise, fall, zero, ou rise_day e fall_day em 24 horas; nada onde os preços não mudam.';
revoke all on function private.price_doubts(numeric, numeric, numeric, numeric, numeric, numeric, numeric, numeric)
  from public;
grant execute on function private.price_doubts(numeric, numeric, numeric, numeric, numeric, numeric, numeric, numeric)
  to authenticated;

-- How a doubtful price is confirmed. 'now': by the user of this request, which the history stores. 'before': an earlier
-- price is restored or copied.
create function private.confirm_prices(confirmed text) returns void
language sql set search_path = ''
begin atomic
  select set_config('vitrine.prices_confirmed', confirmed, true);
end;
comment on function private.confirm_prices(text) is
  'Nesta transação, preços duvidosos podem ser gravados: now, confirmados agora; before, já estavam lá.';
revoke all on function private.confirm_prices(text) from public;
grant execute on function private.confirm_prices(text) to authenticated;

create function private.note_batch(note jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.batches as batch
  set note = coalesce(batch.note, '{}') || note_batch.note
  where batch.id = nullif(current_setting('vitrine.batch', true), '')::bigint
$$;
comment on function private.note_batch(jsonb) is 'Anota algo no ato em andamento.';
revoke all on function private.note_batch(jsonb) from public;
grant execute on function private.note_batch(jsonb) to authenticated;

create function private.watch_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  confirmed text = coalesce(current_setting('vitrine.prices_confirmed', true), '');
  batch_id bigint = nullif(current_setting('vitrine.batch', true), '');
  guard public.price_guard;
  doubtful text[];
  first record;
begin
  if confirmed = 'before' then
    return null;
  end if;
  select * into guard from public.price_guard;
  if not guard.enforced and confirmed = '' then
    return null;
  end if;
  for first in execute format(
    'with pair as materialized (%s), judged as (
      select pair.*, reference.real_price as real_reference, reference.promo_price as promo_reference,
        private.price_doubts(
          pair.real_before, pair.promo_before, pair.real_after, pair.promo_after, $1, $2,
          reference.real_price, reference.promo_price
        ) as doubts
      from pair
      left join private.price_references(
        array(select case when not pair.takes_over then pair.id end from pair order by pair.id),
        array(select pair.sku from pair order by pair.id)
      ) as reference using (sku)
      where not pair.takes_over or reference.sku is not null
    )
    select *, array_agg(id::text) over () as ids from judged where doubts <> ''{}'' limit 1',
    case tg_op
      when 'INSERT' then
        'select now.id, now.sku, now.name, false as takes_over, null::numeric as real_before,
          null::numeric as promo_before, now.real_price as real_after, now.promo_price as promo_after
        from new_rows as now'
      -- A product that takes the SKU of another one is checked like a new one.
      else
        'select now.id, now.sku, now.name, is_same as takes_over,
          case when not is_same then was.real_price end as real_before,
          case when not is_same then was.promo_price end as promo_before,
          now.real_price as real_after, now.promo_price as promo_after
        from old_rows as was
        join new_rows as now using (id)
        cross join lateral (
          select (was.real_price, was.promo_price) is not distinct from (now.real_price, now.promo_price)
        ) as prices (is_same)
        where not is_same or lower(was.sku) <> lower(now.sku)'
    end
  ) using guard.up_limit, guard.down_limit loop
    doubtful = first.ids;
    if confirmed = '' then
      raise exception 'O preço de "%" pede confirmação: %.%', first.name, private.doubts_text(first.doubts, guard),
        private.price_words('de venda', first.real_before, first.real_reference, first.real_after)
          || private.price_words('promocional', first.promo_before, first.promo_reference, first.promo_after)
        using hint = 'price_guard', detail = array_to_json(first.doubts)::text;
    end if;
  end loop;
  if doubtful is null then
    return null;
  end if;
  perform private.note_batch(jsonb_build_object('confirmed', cardinality(doubtful) + coalesce((
    select (batch.note ->> 'confirmed')::integer from private.batches as batch where batch.id = batch_id
  ), 0)));
  update private.changes as change set confirmed = true
  where change.batch = batch_id and change.record_id = any (doubtful) and change.table_name = 'products'
    and change.kind in ('insert', 'update');
  return null;
end
$$;
comment on function private.watch_prices() is
  'Recusa preços duvidosos que ninguém confirmou, onde isso é regra; anota no histórico os confirmados.';
revoke all on function private.watch_prices() from public;

create function private.doubts_text(doubts text[], guard public.price_guard) returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    case doubt
      when 'promo' then 'o preço promocional não é menor que o preço de venda'
      when 'rise' then format('sobe mais de %s %%', trim_scale(guard.up_limit))
      when 'fall' then format('cai mais de %s %%', trim_scale(guard.down_limit))
      when 'rise_day' then format('sobe mais de %s %% em 24 horas', trim_scale(guard.up_limit))
      when 'fall_day' then format('cai mais de %s %% em 24 horas', trim_scale(guard.down_limit))
      when 'zero' then 'fica em zero'
    end, ', '
  )
  from unnest(doubts) as doubt
$$;
comment on function private.doubts_text(text[], public.price_guard) is 'As dúvidas sobre um preço, em palavras.';
revoke all on function private.doubts_text(text[], public.price_guard) from public;

create function private.money_text(amount numeric) returns text
language sql immutable parallel safe
return 'R$ ' || translate(to_char(amount, 'FM9,999,999,999,990.00'), ',.', '.,');
comment on function private.money_text(numeric) is 'Um valor em reais, como se escreve.';
revoke all on function private.money_text(numeric) from public;

create function private.price_words(kind text, stored numeric, reference numeric, wanted numeric) returns text
language sql immutable set search_path = '' as $$
  select case
    when wanted is null or wanted is not distinct from stored then ''
    else format(
      ' O preço %s %s.',
      kind,
      concat_ws(
        ' e ',
        nullif(concat_ws(
          ', ',
          case when reference is distinct from stored
            then 'era ' || private.money_text(reference) || ' nas últimas 24 horas' end,
          'é ' || private.money_text(stored)
        ), ''),
        'ficaria ' || private.money_text(wanted)
      )
    )
  end
$$;
comment on function private.price_words(text, numeric, numeric, numeric) is
  'Em palavras, o preço de venda ou promocional que há, o das últimas 24 horas e o que seria.';
revoke all on function private.price_words(text, numeric, numeric, numeric) from public;

-- Triggers run in the order of their names: these run after those of the history, and mark the batch that they opened.
create trigger watch_new_prices after insert on public.products
  referencing new table as new_rows
  for each statement execute function private.watch_prices();
create trigger watch_prices after update on public.products
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.watch_prices();
