-- A step of a batch writes what its user reviewed, and nothing else: a price that became doubtful after the plan is
-- refused like in a form, and a user who lost the role writes no row.

create function private.texts_of(list jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select jsonb_array_elements_text(coalesce(list, '[]')))
$$;
comment on function private.texts_of(jsonb) is 'Uma lista de textos em JSON.';
revoke all on function private.texts_of(jsonb) from public;

create function private.confirm_planned_prices(batch_id uuid, places integer[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.confirm_prices('planned'), set_config('vitrine.planned_prices', (
    select jsonb_build_object(
      'ids', coalesce(jsonb_agg(own.record_id) filter (where own.record_id is not null), '[]'),
      'skus', coalesce(jsonb_agg(lower(own.cells ->> 'sku')) filter (where own.record_id is null), '[]')
    )
    from private.staged_batch_rows as own
    where own.batch_id = confirm_planned_prices.batch_id and own.place = any (confirm_planned_prices.places)
      and exists (select from unnest(own.doubts) as doubt where doubt not like 'zeros:%')
  )::text, true);
end
$$;
comment on function private.confirm_planned_prices(uuid, integer[]) is
  'Nesta transação, confirma os preços que o plano achou fora do padrão nas linhas dadas: os dos produtos pelo id, os dos novos pelo SKU.';
revoke all on function private.confirm_planned_prices(uuid, integer[]) from public;
grant execute on function private.confirm_planned_prices(uuid, integer[]) to authenticated;

-- Prices are confirmed all ('now'), by the plan ('planned'), or none: an unconfirmed one is refused if that is the rule.
create or replace function private.watch_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  confirmed text = coalesce(current_setting('vitrine.prices_confirmed', true), '');
  batch_id bigint = nullif(current_setting('vitrine.batch', true), '');
  planned jsonb = nullif(current_setting('vitrine.planned_prices', true), '');
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
    select doubtful.*, array_agg(doubtful.id::text) filter (where doubtful.is_confirmed) over () as ids
    from (
      select judged.*, case $3
        when ''planned'' then judged.id::text = any ($4) or lower(judged.sku) = any ($5)
        else $3 <> ''''
      end as is_confirmed
      from judged
      where judged.doubts <> ''{}''
    ) as doubtful
    order by doubtful.is_confirmed
    limit 1',
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
  ) using guard.up_limit, guard.down_limit, confirmed, private.texts_of(planned -> 'ids'),
    private.texts_of(planned -> 'skus')
  loop
    doubtful = first.ids;
    if not first.is_confirmed and guard.enforced then
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

-- The confirmation covers the prices that were doubtful in the plan. The guard judges the others again: an Administrador
-- may have tightened it since.
create or replace function public.apply_batch(
  batch_id uuid, step integer, size integer default 1000, confirmed integer default 0, pictures jsonb default null
) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  staged private.staged_batches = private.lock_staged_batch(batch_id);
  step_result jsonb = private.repeated_step(step, staged.steps, staged.result);
  places integer[];
  removed text[];
  totals jsonb;
  created integer;
  changed integer;
begin
  if staged.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if step_result is not null then
    return step_result;
  end if;
  if private.may_write_area(staged.area) is not true then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  perform private.checked_size(size, 5000), private.required(confirmed, 'confirmed');
  -- One confirmation covers all steps: they are one batch of the history.
  if staged.steps = 0 then
    totals = private.batch_counts(staged.id);
    if totals -> 'doubtful' <> to_jsonb(confirmed) then
      raise exception 'Preços fora do padrão que precisam de confirmação: %.', totals -> 'doubtful'
        using hint = 'price_guard';
    end if;
    perform private.check_daily_limit(private.count_rows_to_write(staged.id));
  end if;
  perform private.allow_many_rows(), private.continue_batch(staged.batch);
  if staged.kind = 'pictures' then
    places = private.store_pictures(staged, pictures);
  elsif pictures is not null then
    raise exception 'Esta alteração não recebe imagens.' using errcode = '22023';
  else
    places = array(
      select place from private.staged_batch_rows as own
      where own.batch_id = staged.id and own.outcome in ('create', 'change')
      order by place limit size
    );
  end if;
  perform private.lock_records(staged, places);
  perform private.confirm_planned_prices(staged.id, places);
  removed = private.write_rows(staged, array(
    select own.place from private.staged_batch_rows as own
    where own.batch_id = staged.id and own.place = any (places) and own.outcome in ('create', 'change')
    order by own.place
  ));
  staged.batch = nullif(current_setting('vitrine.batch'), '');
  totals = private.batch_counts(staged.id);
  step_result = totals || jsonb_build_object(
    'status', case when totals -> 'counts' ?| '{create,change}' then 'applying' else 'done' end,
    'batch', staged.batch, 'rows', cardinality(places),
    'pictures', coalesce((staged.result -> 'pictures')::integer, 0) + private.count_new_pictures(staged, places),
    'removed_files', (select coalesce(jsonb_agg(file), '[]') from private.unused_files(removed) as file)
  );
  created = coalesce((totals -> 'counts' ->> 'created')::integer, 0);
  changed = coalesce((totals -> 'counts' ->> 'changed')::integer, 0);
  perform private.note_batch(
    jsonb_build_object('count', created + changed) || case staged.kind
      when 'change' then jsonb_build_object('bulk', staged.source)
      when 'import' then jsonb_build_object('import', jsonb_build_object('created', created, 'changed', changed))
      else jsonb_build_object('pictures', step_result -> 'pictures')
    end
  );
  update private.staged_batches set
    batch = staged.batch, confirmed = coalesce(staged.confirmed, apply_batch.confirmed), steps = staged.steps + 1,
    result = step_result, last_step_at = clock_timestamp(),
    ended_at = case when step_result ->> 'status' = 'done' then clock_timestamp() end
  where id = staged.id;
  return step_result;
end
$$;
