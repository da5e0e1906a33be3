-- The price guard, and the functions that save, duplicate and delete a product.

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
      select judged.sku, judged.record_id, false as released_sku from judged where judged.record_id is not null
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
          when related.released_sku and change.before ? 'sku' and change.kind = 'update' then (
            select stored.real_price from public.products as stored where stored.id = change.record_id::uuid
          )
        end as real_price,
        case
          when change.before ? 'promo_price' then (change.before ->> 'promo_price')::numeric
          when related.released_sku and change.before ? 'sku' and change.kind = 'update' then (
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
create policy "an Administrador updates the price guard" on public.price_guard
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
        array(select case when not pair.takes_sku then pair.id end from pair order by pair.id),
        array(select pair.sku from pair order by pair.id)
      ) as reference using (sku)
      where not pair.takes_sku or reference.sku is not null
    )
    select *, array_agg(id::text) over () as ids from judged where doubts <> ''{}'' limit 1',
    case tg_op
      when 'INSERT' then
        'select now.id, now.sku, now.name, false as takes_sku, null::numeric as real_before,
          null::numeric as promo_before, now.real_price as real_after, now.promo_price as promo_after
        from new_rows as now'
      -- A product that takes the SKU of another one is checked like a new one.
      else
        'select now.id, now.sku, now.name, is_same as takes_sku,
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

-- == Save product ==

create function private.product_json(product_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select (to_jsonb(product) - 'search_text') || jsonb_build_object(
    'product_images', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'id', image.id, 'url', image.url, 'is_main', image.is_main, 'position', image.position,
            'alt', image.alt
          )
          order by image.position, image.id
        )
        from public.product_images as image
        where image.product_id = product.id
      ),
      '[]'
    )
  )
  from public.products as product
  where product.id = product_json.product_id
$$;
comment on function private.product_json(uuid) is 'Um produto com as suas imagens, na ordem de exibição.';
revoke all on function private.product_json(uuid) from public;
grant execute on function private.product_json(uuid) to authenticated;

create function private.save_product_images(product_id uuid, images jsonb) returns text[]
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  removed text[];
begin
  with deleted as (
    delete from public.product_images
    where product_id = save_product_images.product_id
      and url not in (
        select wanted ->> 'url' from jsonb_array_elements(save_product_images.images) as wanted
      )
    returning url
  )
  select array_agg(url) into removed from deleted;

  -- A product has at most one main image at any moment: unset the old one first.
  update public.product_images set is_main = false
  where product_id = save_product_images.product_id and is_main
    and url not in (
      select wanted ->> 'url' from jsonb_array_elements(save_product_images.images) as wanted
      where (wanted ->> 'is_main')::boolean
    );

  insert into public.product_images as stored (product_id, url, is_main, position, alt)
  select
    save_product_images.product_id,
    wanted.value ->> 'url',
    bool_or(coalesce((wanted.value ->> 'is_main')::boolean, false)),
    min(wanted.position) - 1,
    coalesce(max(wanted.value ->> 'alt'), max(stored_image.alt), '') -- a missing `alt` keeps the stored one
  from jsonb_array_elements(save_product_images.images) with ordinality as wanted (value, position)
  left join public.product_images as stored_image
    on stored_image.product_id = save_product_images.product_id and stored_image.url = wanted.value ->> 'url'
  group by wanted.value ->> 'url'
  on conflict on constraint product_images_product_id_url_key
    do update set is_main = excluded.is_main, position = excluded.position, alt = excluded.alt
    where (stored.is_main, stored.position, stored.alt)
      is distinct from (excluded.is_main, excluded.position, excluded.alt);

  return coalesce(removed, '{}');
end
$$;
comment on function private.save_product_images(uuid, jsonb) is
  'Deixa o produto com as imagens dadas, nessa ordem, e devolve os endereços das que saíram.';
revoke all on function private.save_product_images(uuid, jsonb) from public;
grant execute on function private.save_product_images(uuid, jsonb) to authenticated;

-- A confirmation is valid for one pair of prices: both must match.
create function private.confirm_matching_prices(confirmed jsonb, wanted public.products) returns void
language plpgsql set search_path = '' as $$
begin
  if confirmed = jsonb_build_object('real_price', wanted.real_price, 'promo_price', wanted.promo_price) then
    perform private.confirm_prices('now');
  end if;
end
$$;
comment on function private.confirm_matching_prices(jsonb, public.products) is
  'Confirma os preços de um produto, se confirmed os repete: o de venda e o promocional.';
revoke all on function private.confirm_matching_prices(jsonb, public.products) from public;
grant execute on function private.confirm_matching_prices(jsonb, public.products) to authenticated;

create function private.cleaned_product(product jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select product || coalesce(
    jsonb_object_agg(given.key, case given.key when 'sku' then btrim(given.value) else nullif(btrim(given.value), '') end),
    '{}'
  )
  from jsonb_each_text(product) as given
  where given.key in ('sku', 'button_link', 'video_embed')
$$;
comment on function private.cleaned_product(jsonb) is
  'Um produto enviado, sem espaços em volta do SKU e dos endereços; um endereço vazio é nulo.';
revoke all on function private.cleaned_product(jsonb) from public;
grant execute on function private.cleaned_product(jsonb) to authenticated;

-- The column grants decide which columns are saved; other columns of the payload are ignored.
create function public.save_product(
  product jsonb, images jsonb default null, expected_version integer default null, confirmed jsonb default null
)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted_id uuid = (private.checked_object(product, 'product') ->> 'id')::uuid;
  stored public.products;
  wanted public.products;
  removed text[] = '{}';
begin
  if images = 'null' then
    images = null;
  elsif images is not null then
    perform private.checked_objects(images, (private.limits()).pictures_of_product, 'images');
  end if;
  if confirmed <> 'null' then
    perform private.checked_object(confirmed, 'confirmed');
  end if;
  if wanted_id is not null then
    select * into stored from public.products where products.id = wanted_id for update;
    if found and private.required(expected_version, 'expected_version') <> stored.version then
      return jsonb_build_object(
        'status', 'conflict',
        'product', private.product_json(wanted_id),
        'listed', private.listed_products(array[wanted_id]) -> 0
      );
    elsif not found and expected_version is distinct from 0 then
      return jsonb_build_object('status', 'missing');
    end if;
  elsif expected_version is not null then
    raise exception 'Um produto novo sem id não tem versão (expected_version).' using errcode = '22023', hint = 'version';
  end if;
  product = private.cleaned_product(product);
  if stored.id is null then
    wanted = jsonb_populate_record(null::public.products, product);
    perform private.confirm_matching_prices(confirmed, wanted);
    stored.id = (private.insert_record('products', product) ->> 'id')::uuid;
  else
    wanted = jsonb_populate_record(stored, product); -- columns missing in the payload keep their value
    perform private.confirm_matching_prices(confirmed, wanted);
    perform private.update_record('products', to_jsonb(wanted));
  end if;

  if images is not null then -- without a list, the images do not change
    removed = private.save_product_images(stored.id, images);
  end if;
  return jsonb_build_object(
    'status', 'saved',
    'product', private.product_json(stored.id),
    'listed', private.listed_products(array[stored.id]) -> 0,
    'removed_files',
    (select coalesce(jsonb_agg(file), '[]') from private.unused_files(removed) as file)
  );
end
$$;
comment on function public.save_product(jsonb, jsonb, integer, jsonb) is
  'Grava um produto e as suas imagens de uma vez. Um que já existe pede a versão que foi lida (expected_version); 0 com um id cria um produto que ainda não existe, e devolve conflict se já existe. Devolve saved, conflict (alguém gravou antes) ou missing, e o produto como ficou: inteiro e como a linha da lista. confirmed repete os preços que a guarda acha duvidosos: {"real_price", "promo_price"}.';
revoke all on function public.save_product(jsonb, jsonb, integer, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.save_product(jsonb, jsonb, integer, jsonb) to authenticated;

-- == Duplicate product ==

create function public.duplicate_product(product_id uuid, copy_id uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  source public.products;
  new_id constant uuid = coalesce(copy_id, gen_random_uuid());
  copy_sku text;
  taken text;
  is_copied boolean = false;
begin
  -- A retry of a request whose response was lost.
  if exists (select from public.products as copy where copy.id = new_id) then
    return jsonb_build_object(
      'status', 'saved',
      'product', private.product_json(new_id),
      'listed', private.listed_products(array[new_id]) -> 0
    );
  end if;
  -- The lock prevents a concurrent save or deletion from deleting the image files while they are copied.
  select * into source from public.products where id = duplicate_product.product_id for share;
  if not found then
    return jsonb_build_object('status', 'missing');
  end if;

  perform private.confirm_prices('before');
  for attempt in 1 .. 10000 loop
    copy_sku = left(source.sku, 240) || '-COPY' || case when attempt > 1 then '-' || attempt else '' end;
    -- The unique index detects a SKU that is in use. A query by lower(sku), which is not leakproof, would read the
    -- whole table under row-level security.
    begin
      perform private.insert_record('products', to_jsonb(source) || jsonb_build_object(
        'id', new_id, 'name', left(source.name, 247) || ' (Cópia)', 'sku', copy_sku
      ));
      is_copied = true;
      exit;
    exception when unique_violation then
      get stacked diagnostics taken = constraint_name;
      if taken = 'products_pkey' then
        raise;
      end if;
    end;
  end loop;
  if not is_copied then
    raise exception 'Não há mais SKU livre para uma cópia de %.', source.sku using hint = 'no_free_sku';
  end if;

  insert into public.product_images (product_id, url, is_main, position, alt)
  select new_id, image.url, image.is_main, image.position, image.alt
  from public.product_images as image
  where image.product_id = source.id;

  return jsonb_build_object(
    'status', 'saved',
    'product', private.product_json(new_id),
    'listed', private.listed_products(array[new_id]) -> 0
  );
end
$$;
comment on function public.duplicate_product(uuid, uuid) is
  'Copia um produto e os registros das suas imagens: nome com (Cópia), SKU com -COPY, -COPY-2, -COPY-3… Devolve a cópia inteira e como a linha da lista; pedida de novo com o mesmo copy_id, a que já fez.';
revoke all on function public.duplicate_product(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.duplicate_product(uuid, uuid) to authenticated;

-- == Delete product ==

create function public.delete_product(product_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  removed text[];
begin
  perform from public.products where id = delete_product.product_id for update;
  if not found then
    return jsonb_build_object('status', 'missing');
  end if;
  with deleted as (
    delete from public.product_images as image
    where image.product_id = delete_product.product_id
    returning image.url
  )
  select array_agg(deleted.url) into removed from deleted;
  delete from public.products where id = delete_product.product_id;
  return jsonb_build_object(
    'status', 'deleted',
    'removed_files',
    (select coalesce(jsonb_agg(file), '[]') from private.unused_files(removed) as file)
  );
end
$$;
comment on function public.delete_product(uuid) is
  'Exclui primeiro as imagens e depois o produto; devolve os arquivos que nenhum registro usa mais.';
revoke all on function public.delete_product(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_product(uuid) to authenticated;
