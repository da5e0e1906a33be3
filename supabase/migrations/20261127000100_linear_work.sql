-- Changes of many do work in proportion to the number of records. Each new record read the whole history. Some statements
-- compared each record with each other one: always, or when the statistics say that a table is empty, as after all
-- products were deleted and others imported. A change of 6,000 prices then took minutes.

-- A text variable has the default collation. tg_table_name has collation C, with which no index of the history is used.
create or replace function private.refuse_deleted_id() returns trigger
language plpgsql set search_path = '' as $$
declare
  area constant text = tg_table_name;
  given_key text = to_jsonb(new) ->> 'creation_key';
begin
  if row_security_active(tg_relid)
    and private.was_created(area, new.id::text, given_key)
    and not private.is_stored(area, new.id::text, given_key)
  then
    raise exception 'Este registro já foi criado, e excluído depois. Para criar outro, salve novamente.'
      using hint = 'creation_deleted';
  end if;
  return new;
end
$$;

create or replace function private.continue_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject constant text = tg_table_name;
begin
  new.version = greatest(new.version, 1 + (
    select change.version from private.changes as change
    where change.area = subject and change.record_id = new.id::text and change.version is not null
    order by change.id desc
    limit 1
  ));
  return new;
end
$$;

-- After most rows of a table were deleted, its pages remain until the next vacuum: the planner then expects hardly any
-- rows in them, and may read a whole index to find one row.
create function private.refresh_statistics() returns void
language plpgsql security definer set search_path = '' as $$
declare
  emptied regclass;
begin
  for emptied in
    select oid::regclass from pg_catalog.pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
      -- No table has less than one row per page, unless most of its pages are empty.
      and relpages > 8 and reltuples between 0 and relpages
    order by oid
  loop
    execute format('analyze (skip_locked) %s', emptied);
  end loop;
end
$$;
comment on function private.refresh_statistics() is
  'Atualiza as estatísticas das tabelas que parecem quase vazias: com elas o banco leria índices inteiros para achar uma linha. É chamada antes de cada passo de uma alteração de muitos registros.';
revoke all on function private.refresh_statistics() from public;
grant execute on function private.refresh_statistics() to authenticated;

create or replace function private.sync_findable() returns trigger
language plpgsql security definer set search_path = ''
-- The plan of the first call is cached, and other calls have more or fewer rows: it must read the copies by id, and
-- each only once.
set enable_seqscan = off set enable_nestloop = off
as $$
declare
  ids uuid[];
begin
  if tg_op = 'TRUNCATE' then
    truncate private.findable_products, private.findable_prices;
  elsif tg_op = 'DELETE' then
    ids = array(select id from old_rows);
    delete from private.findable_products where id = any (ids);
    delete from private.findable_prices where id = any (ids);
  elsif tg_op = 'INSERT' then
    perform private.write_findable(array(select id from new_rows));
  elsif tg_level = 'ROW' then
    perform private.write_findable(array[new.id]);
  else
    ids = array(select id from new_rows);
    with changed as (
      update private.findable_products as copy set
        real_price = product.real_price,
        created_at = product.created_at,
        status = product.status,
        tipo = product.tipo,
        visibility = product.visibility,
        category_id = product.category_id,
        promo_price = product.promo_price,
        promo_starts_at = product.promo_starts_at,
        promo_ends_at = product.promo_ends_at
      from new_rows as product
      where copy.id = any (ids) and copy.id = product.id
        and (
          copy.real_price, copy.created_at, copy.status, copy.tipo, copy.visibility, copy.category_id,
          copy.promo_price, copy.promo_starts_at, copy.promo_ends_at
        ) is distinct from (
          product.real_price, product.created_at, product.status, product.tipo, product.visibility,
          product.category_id, product.promo_price, product.promo_starts_at, product.promo_ends_at
        )
      returning copy.*
    )
    update private.findable_prices as copy set
      real_price = changed.real_price,
      created_at = changed.created_at,
      status = changed.status,
      tipo = changed.tipo,
      visibility = changed.visibility,
      category_id = changed.category_id,
      promo_price = changed.promo_price,
      promo_starts_at = changed.promo_starts_at,
      promo_ends_at = changed.promo_ends_at
    from changed
    where copy.id = any (ids) and copy.id = changed.id;
  end if;
  return null;
end
$$;

create or replace function private.conflicting_changes(changes private.changes[], later private.changes[])
returns private.changes[]
language plpgsql set search_path = '' as $$
declare
  target record;
  untouched text[];
  unchanged text[] = '{}';
begin
  for target in
    select single.table_name, array_agg(single.row_id) as ids, array_agg(single.after) as became
    from (
      select change.table_name, change.row_id, min(change.after::text)::jsonb as after
      from unnest(changes) as change
      where change.table_name = change.area
      group by change.table_name, change.row_id
      having count(*) = 1 and min(change.kind) = 'update' and not bool_or(change.before ? 'sku')
    ) as single
    where (single.table_name, single.row_id) not in (
      select change.table_name, change.row_id from unnest(later) as change
    )
    group by single.table_name
  loop
    execute format(
      'select array_agg(given.id)
      from unnest($1, $2) as given (id, became)
      join public.%1$I as stored on stored.id = given.id::%2$s
      where to_jsonb(stored) @> given.became',
      target.table_name, private.id_type(target.table_name)
    ) into untouched using target.ids, target.became;
    unchanged = unchanged || array(select target.table_name || '/' || id from unnest(untouched) as id);
  end loop;
  return array(
    select change
    from unnest(changes) as change
    where change.table_name || '/' || change.row_id not in (select unnest(unchanged))
    order by change.id
  );
end
$$;

create or replace function private.undo_conflicts(changes private.changes[], decisions jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  later private.changes[];
  later_records text[];
  conflicting private.changes[];
  other_pictures text[];
  is_one constant boolean = (
    select count(*) = 1 from (select distinct area, record_id from unnest(changes)) as record
  );
  touched record;
  stored jsonb;
  changed record;
  key text;
  holder text;
  conflicts jsonb = '[]';
begin
  perform private.refuse_discarded(changes);
  perform private.lock_changed_rows(changes);
  later = array(select change from private.later_changes(changes) as change);
  later_records = array(select distinct change.area || '/' || change.record_id from unnest(later) as change);
  conflicting = private.conflicting_changes(changes, later);
  other_pictures = array(select private.changed_pictures(changes));
  for touched in
    with net as (
      select
        change.table_name, change.row_id, was.key,
        (array_agg(was.value order by change.id))[1] as was,
        (array_agg(change.after -> was.key order by change.id desc))[1] as became
      from unnest(conflicting) as change
      cross join jsonb_each(change.before) as was
      where change.kind = 'update'
      group by change.table_name, change.row_id, was.key
    ), columns_of as (
      select jsonb_object_agg(record.key, record.columns) as records
      from (
        select
          net.table_name || '/' || net.row_id as key,
          jsonb_object_agg(net.key, jsonb_build_object('was', net.was, 'became', net.became)) as columns
        from net
        group by net.table_name, net.row_id
      ) as record
    )
    select
      change.table_name, change.row_id,
      (array_agg(change.kind order by change.id))[1] as first_kind,
      (array_agg(change.kind order by change.id desc))[1] as last_kind,
      (array_agg(change.before order by change.id desc))[1] as last_before,
      (array_agg(change.after order by change.id desc))[1] as last_after,
      (select records from columns_of) -> (change.table_name || '/' || change.row_id) as columns
    from unnest(conflicting) as change
    where change.table_name = change.area
    group by change.table_name, change.row_id
    order by min(change.id)
  loop
    stored = private.lock_row(touched.table_name, touched.row_id);
    if touched.last_kind = 'delete' then
      if stored is null and touched.first_kind <> 'insert' and touched.table_name = 'products' then
        key = 'products/' || touched.row_id || '/sku';
        holder = private.holder_of_sku(
          coalesce(decisions -> key ->> 'value', touched.last_before ->> 'sku'), touched.row_id
        );
        if holder is not null then
          conflicts = conflicts || jsonb_build_object(
            'key', key, 'kind', 'taken', 'area', 'products', 'column', 'sku',
            'title', touched.last_before ->> 'name',
            'was', coalesce(decisions -> key -> 'value', touched.last_before -> 'sku'),
            'holder', holder
          );
        end if;
      end if;
    elsif touched.first_kind = 'insert' then
      key = touched.table_name || '/' || touched.row_id;
      if stored is not null and not decisions ? key and (
        key = any (later_records)
        or not stored @> touched.last_after or touched.row_id = any (other_pictures)
      ) then
        conflicts = conflicts || jsonb_build_object(
          'key', key, 'kind', 'later', 'area', touched.table_name,
          'title', private.title_of(touched.table_name, stored)
        );
      end if;
    elsif stored is null then
      continue when not is_one; -- the other records are undone without it
      raise exception 'Este registro foi excluído depois. Restaure-o primeiro.'
        using hint = 'record_gone';
    else
      for changed in select * from jsonb_each(touched.columns) loop
        key = touched.table_name || '/' || touched.row_id || '/' || changed.key;
        holder = case
          when touched.table_name = 'products' and changed.key = 'sku'
            and decisions ->> key is distinct from 'keep'
          then private.holder_of_sku(
            coalesce(decisions -> key ->> 'value', changed.value ->> 'was'), touched.row_id
          )
        end;
        if holder is not null or (
          stored -> changed.key <> changed.value -> 'was'
          and (
            stored -> changed.key <> changed.value -> 'became'
            or exists (
              select from unnest(later) as change
              where change.table_name = touched.table_name and change.row_id = touched.row_id
                and change.before ? changed.key
            )
          )
          and not decisions ? key
        ) then
          conflicts = conflicts || jsonb_build_object(
            'key', key, 'kind', case when holder is null then 'changed' else 'taken' end,
            'area', touched.table_name, 'column', changed.key,
            'title', private.title_of(touched.table_name, stored),
            'was', coalesce(
              case when changed.key = 'sku' then decisions -> key -> 'value' end, changed.value -> 'was'
            ),
            'now', stored -> changed.key, 'holder', holder
          );
        end if;
      end loop;
    end if;
  end loop;
  if is_one and exists (
    select from unnest(changes) as change
    where change.table_name = 'product_images'
      and not exists (select from public.products as product where product.id = change.record_id::uuid)
      and not exists (select from unnest(changes) as own where own.table_name = 'products')
  ) then
    raise exception 'Este registro foi excluído depois. Restaure-o primeiro.' using hint = 'record_gone';
  end if;
  return conflicts || private.picture_conflicts(changes, later, other_pictures, decisions);
end
$$;

create or replace function private.revert_changes(changes private.changes[], decisions jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  reverts jsonb;
  versions jsonb;
  target record;
begin
  perform private.refresh_statistics();
  perform private.allow_many_rows();
  perform private.confirm_prices('before'); -- these prices were stored before
  select coalesce(jsonb_object_agg(product.id, product.version), '{}') into versions
  from public.products as product
  where product.id = any (array(
    select change.record_id::uuid from unnest(changes) as change where change.table_name = 'product_images'
  ));
  select jsonb_agg(to_jsonb(planned)) into reverts from private.planned_reverts(changes, decisions) as planned;
  for target in
    with planned as (
      select * from jsonb_to_recordset(reverts) as row_of (
        table_name text, row_id text, depth integer, deletes boolean, restores bigint, wanted jsonb, new_sku jsonb
      )
    ), phases as (
      select 1 as phase, planned.table_name, planned.depth, null::text[] as columns, planned.row_id,
        planned.restores, planned.wanted, null::jsonb as other_values
      from planned where planned.restores is not null and planned.depth = 0
      union all
      select 2, planned.table_name, -planned.depth, null, planned.row_id, null, null, null
      from planned where planned.deletes and planned.depth > 0
      union all
      select
        case when planned.restores is null then 3 else 5 end, planned.table_name,
        -- A product has at most one main image at any moment.
        (coalesce(planned.wanted ->> 'is_main', 'false') = 'true')::integer,
        array(select jsonb_object_keys(planned.wanted) order by 1), planned.row_id, null, planned.wanted, null
      from planned
      where planned.wanted is not null and planned.wanted <> '{}'
        and (planned.restores is null or planned.table_name <> 'product_images')
      union all
      -- A restored picture gets its old position: it may have been the main one when it was deleted.
      select 4, planned.table_name, planned.depth, null, planned.row_id, planned.restores, null,
        case
          when planned.table_name = 'product_images' then planned.wanted
          when planned.new_sku is not null then jsonb_build_object('sku', planned.new_sku)
        end
      from planned where planned.restores is not null and planned.depth > 0
      union all
      select 6, planned.table_name, 0, null, planned.row_id, null, null, null
      from planned where planned.deletes and planned.depth = 0
    )
    select
      phases.phase, phases.table_name, phases.columns,
      array_agg(phases.row_id order by phases.row_id) as ids,
      array_agg(phases.wanted order by phases.row_id) as rows,
      array_agg(phases.restores) as restored,
      coalesce(
        jsonb_object_agg(phases.row_id, phases.other_values) filter (where phases.other_values is not null), '{}'
      ) as other_values
    from phases
    group by phases.phase, phases.depth, phases.table_name, phases.columns
    order by phases.phase, phases.depth, phases.table_name, phases.columns
  loop
    if target.phase in (1, 4) then
      perform private.restore_rows(target.restored, target.other_values);
    elsif target.phase in (2, 6) then
      perform private.delete_created_rows(target.table_name, target.ids);
    else
      if target.table_name = 'products' and 'category_id' = any (target.columns) then
        perform private.refuse_missing_category(array(
          select distinct (wanted ->> 'category_id')::uuid from unnest(target.rows) as wanted
        ));
      end if;
      perform private.write_earlier_values(target.table_name, target.ids, target.rows, target.columns);
    end if;
  end loop;
  perform private.bump_product_versions(versions);
end
$$;

-- With the statistics of an empty table, each file would be searched in the whole table.
alter function private.unused_files(text[]) set enable_seqscan = off;

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
    if staged.kind <> 'change' and (
      staged.total > (select count(*) from private.staged_batch_rows as own where own.batch_id = staged.id)
      or exists (
        select from private.staged_batch_rows as own where own.batch_id = staged.id and own.outcome is null
      )
    ) then
      raise check_violation using constraint = 'staged_batches_whole_plan',
        message = 'A conferência desta alteração ainda não terminou.';
    end if;
    totals = private.batch_counts(staged.id);
    if totals -> 'doubtful' <> to_jsonb(confirmed) then
      raise exception 'Preços fora do padrão que precisam de confirmação: %.', totals -> 'doubtful'
        using hint = 'price_guard';
    end if;
    perform private.check_daily_limit(private.count_rows_to_write(staged.id));
  end if;
  perform private.refresh_statistics();
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
