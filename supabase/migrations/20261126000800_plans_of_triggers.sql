-- Plans of triggers. PostgreSQL keeps the plan of a statement for the whole connection, as it was made for the first
-- changes. Planned for one row, an inner join of the rows before and after compares each with each: a change of 1,000
-- rows took 0.9 s longer. A full join has only plans that read both once, and finds the same pairs: an id never changes.

create or replace function private.record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Columns that every save counts, generates or touches.
  derived constant text[] = '{search_text,version,updated_at}';
  is_part constant boolean = tg_table_name = 'product_images';
  area constant text = case when is_part then 'products' else tg_table_name end;
  record_key constant text = case when is_part then 'product_id' else 'id' end;
  kind constant text = case tg_op when 'TRUNCATE' then 'delete' else lower(tg_op) end;
  were jsonb[];
  became jsonb[];
  first jsonb;
  batch_id bigint;
  written record;
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(stored)) into became from new_rows as stored;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(stored)) into were from old_rows as stored;
  elsif tg_op = 'TRUNCATE' then
    execute format('select array_agg(to_jsonb(stored)) from public.%I as stored', tg_table_name)
    into were;
  else
    select array_agg(pair.old_row), array_agg(pair.new_row) into were, became
    from (
      select to_jsonb(was) - derived as old_row, to_jsonb(now) as new_row
      from old_rows as was
      full join new_rows as now using (id)
      offset 0 -- converts each row to JSON only once
    ) as pair
    where pair.old_row <> pair.new_row - derived;
  end if;
  first = coalesce(became[1], were[1]);
  if first is null then
    return null;
  end if;

  batch_id = private.open_batch(
    area, first ->> record_key, case when is_part then 'update' else kind end, private.title_of(tg_table_name, first),
    is_part
  );
  with recorded as (
    insert into private.changes as change (
      batch, table_name, row_id, area, record_id, kind, version, root, reverts, before, after
    )
    select
      batch_id, tg_table_name, stored ->> 'id', area, stored ->> record_key, kind,
      case
        -- Saving a product increases its version before its images are written.
        when is_part then (
          select product.version from public.products as product
          where product.id = (stored ->> record_key)::uuid
        )
        else (stored ->> 'version')::integer
      end,
      nullif(current_setting('vitrine.root', true), '')::bigint,
      nullif(current_setting('vitrine.reverts', true), '')::boolean,
      case
        when kind = 'update' then (
          select jsonb_object_agg(was.key, was.value)
          from jsonb_each(row_before) as was
          where was.value <> row_after -> was.key
        )
        else jsonb_strip_nulls(row_before - derived)
      end,
      case
        when kind = 'update' then (
          select jsonb_object_agg(was.key, row_after -> was.key)
          from jsonb_each(row_before) as was
          where was.value <> row_after -> was.key
        )
        else jsonb_strip_nulls(row_after - derived)
      end
    from unnest(were, became) as pair (row_before, row_after)
    cross join lateral (select coalesce(row_after, row_before) as stored) as either
    returning coalesce(pg_column_size(change.before), 0) + coalesce(pg_column_size(change.after), 0) as size
  )
  select count(*) as rows, sum(recorded.size) as bytes into written from recorded;
  perform private.count_written_rows(written.rows, written.bytes);
  return null;
end
$$;

create or replace function private.shift_banners() returns trigger
language plpgsql set search_path = '' as $$
declare
  placed bigint[];
  place integer;
  free integer;
begin
  if tg_op = 'INSERT' then
    select array_agg(now.id), max(now.ordem) into placed, place from new_rows as now;
  else
    select array_agg(now.id), max(now.ordem) into placed, place
    from new_rows as now
    full join old_rows as was using (id)
    where now.ordem <> was.ordem;
  end if;
  if cardinality(placed) is distinct from 1 or place = 0 or pg_trigger_depth() > 1
    or current_setting('role') not in ('authenticated', 'service_role')
    or coalesce(current_setting('vitrine.keeps_banner_order', true), '') = 'true'
    or coalesce(current_setting('vitrine.undoes', true), '') <> ''
  then
    return null;
  end if;
  select min(candidate.ordem) into free
  from (
    select place as ordem
    union all
    select banner.ordem + 1 from public.banners as banner
    where banner.ordem >= place and banner.ordem < 2147483647 and banner.id <> placed[1]
  ) as candidate
  where not exists (
    select from public.banners as banner
    where banner.ordem = candidate.ordem and banner.id <> placed[1]
  );
  update public.banners as banner set ordem = banner.ordem + 1
  where banner.ordem >= place and banner.ordem < free and banner.id <> placed[1];
  return null;
end
$$;

create or replace function private.sync_category_on_air() returns trigger
language plpgsql security definer
set search_path = '' set gin_pending_list_limit = '1GB' set maintenance_work_mem = '128MB'
as $$
declare
  hidden uuid[];
  shown uuid[];
begin
  select
    coalesce(array_agg(after.id) filter (where not after.is_active), '{}'),
    coalesce(array_agg(after.id) filter (where after.is_active), '{}')
  into hidden, shown
  from old_rows as before
  full join new_rows as after using (id)
  where before.is_active <> after.is_active;
  perform private.lock_categories_on_air(hidden || shown, true);
  if hidden <> '{}' then
    delete from private.products_on_air where category_id = any (hidden);
  end if;
  if shown <> '{}' then
    insert into private.products_on_air (id, visibility, category_id, name, sku, words)
    select id, visibility, category_id, name, lower(sku), words
    from private.findable_products
    where category_id = any (shown) and status = 'Ativo'
    on conflict (id) do nothing;
    perform gin_clean_pending_list(index.indexrelid)
    from pg_catalog.pg_index as index
    join pg_catalog.pg_class as class on class.oid = index.indexrelid
    where index.indrelid = 'private.products_on_air'::regclass
      and class.relname like '%\_words\_idx';
  end if;
  return null;
end
$$;

-- Judges prices only if a price or an SKU changes.
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
  if tg_op = 'UPDATE' then
    -- A save of other columns does not plan the query below.
    if not exists (
      select from old_rows as was
      full join new_rows as now using (id)
      where (was.real_price, was.promo_price, lower(was.sku))
        is distinct from (now.real_price, now.promo_price, lower(now.sku))
    ) then
      return null;
    end if;
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
        full join new_rows as now using (id)
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

-- Without TRUNCATE in the condition, the plan for any product uses the index, so it is made once for each connection.
create or replace function private.sync_has_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    update private.findable_products set has_image = false where has_image;
    update private.findable_prices set has_image = false where has_image;
    return null;
  end if;
  with changed as (
    update private.findable_products as copy
    set has_image = not copy.has_image
    where copy.id in (old.product_id, new.product_id)
      and copy.has_image <> exists (
        select from public.product_images as image where image.product_id = copy.id and image.is_main
      )
    returning id, has_image
  )
  update private.findable_prices as copy
  set has_image = changed.has_image
  from changed
  where copy.id = changed.id;
  return null;
end
$$;
