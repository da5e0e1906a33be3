-- The undo of an import that created categories deletes them after the products, and keeps those in use. The undo of
-- many records leaves those that cannot be undone. A repeated undo lists its files again.

-- An undo in steps follows the ids of the records. The categories that the batch created come last, after all products:
-- '~' is greater than every id and begins their part of the cursor.
create or replace function private.records_to_undo(batch_id bigint, after text, size integer) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  records text[] = '{}';
begin
  if coalesce(after, '') not like '~%' then
    with writable as materialized (
      select relation.relname as table_name, private.client_columns(relation.relname, 'update') as columns
      from pg_catalog.pg_class as relation
      where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
    )
    select array(
      select distinct change.record_id
      from private.changes as change
      where change.batch = batch_id and change.kind in ('insert', 'update', 'delete')
        and (change.table_name, change.kind) <> ('categories', 'insert')
        and (change.kind <> 'update' or change.before ?| (
          select writable.columns from writable where writable.table_name = change.table_name
        ))
        and change.record_id > coalesce(records_to_undo.after, '')
        and not private.is_undone(batch_id, change.area, change.record_id)
      order by change.record_id
      limit records_to_undo.size
    ) into records;
  end if;
  if cardinality(records) < size then
    records = records || array(
      select '~' || created.record_id
      from (
        select distinct change.record_id
        from private.changes as change
        where change.batch = batch_id and change.kind = 'insert' and change.table_name = 'categories'
          and change.record_id > case when records_to_undo.after like '~%' then substr(records_to_undo.after, 2) else '' end
          and not private.is_undone(batch_id, change.area, change.record_id)
        order by change.record_id
        limit records_to_undo.size - cardinality(records)
      ) as created
      order by created.record_id
    );
  end if;
  return records;
end
$$;
comment on function private.records_to_undo(bigint, text, integer) is
  'Os próximos registros de uma alteração que ainda não foram desfeitos, na ordem dos ids, depois de um deles; por fim, com ~ na frente, as categorias que ela criou.';

create function private.categories_to_restore(batch_id bigint, records text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select distinct category.record_id
    from private.changes as product
    join private.changes as category
      on category.batch = product.batch and category.record_id = product.before ->> 'category_id'
    where product.batch = batch_id and product.record_id = any (records) and product.table_name = 'products'
      and product.kind in ('update', 'delete')
      and category.table_name = 'categories' and category.kind = 'delete'
      and category.record_id <> all (records)
  )
$$;
comment on function private.categories_to_restore(bigint, text[]) is
  'As categorias, excluídas na mesma alteração, a que estes produtos voltam: elas voltam antes.';
revoke all on function private.categories_to_restore(bigint, text[]) from public;
grant execute on function private.categories_to_restore(bigint, text[]) to authenticated;

-- The undo holds locks on these categories: no concurrent save can begin to use one of them.
create function private.categories_in_use(changes private.changes[], decisions jsonb) returns text[]
language sql stable set search_path = '' as $$
  with leaving as materialized (
    select change.row_id::uuid as id
    from unnest(changes) as change
    where change.table_name = 'products' and (
      change.kind = 'insert' and decisions ->> ('products/' || change.row_id) is distinct from 'keep'
      or change.kind = 'update' and change.before ? 'category_id'
        and decisions ->> ('products/' || change.row_id || '/category_id') is distinct from 'keep'
    )
  )
  select array(
    select change.row_id
    from unnest(changes) as change
    where change.table_name = 'categories' and change.kind = 'insert'
      and decisions ->> ('categories/' || change.row_id) is distinct from 'keep'
      and exists (
        select from public.products as product
        where product.category_id = change.row_id::uuid
          and product.id not in (select leaving.id from leaving)
      )
  )
$$;
comment on function private.categories_in_use(private.changes[], jsonb) is
  'As categorias que estas mudanças criaram e que produtos ainda usariam depois de desfeitas.';
revoke all on function private.categories_in_use(private.changes[], jsonb) from public;
grant execute on function private.categories_in_use(private.changes[], jsonb) to authenticated;

create function private.without_discarded(changes private.changes[]) returns private.changes[]
language sql stable security definer set search_path = '' as $$
  select array_agg(change order by change.id)
  from unnest(changes) as change
  where (change.area, change.record_id) not in (
    select deleted.area, deleted.record_id
    from unnest(changes) as deleted
    join private.changes as later
      on later.area = deleted.area and later.record_id = deleted.record_id and later.id > deleted.id
    where deleted.kind = 'delete' and deleted.table_name = deleted.area and later.kind in ('discard', 'anonymise')
  )
$$;
comment on function private.without_discarded(private.changes[]) is
  'As mudanças, sem as dos registros que foram apagados de vez ou anonimizados.';
revoke all on function private.without_discarded(private.changes[]) from public;
grant execute on function private.without_discarded(private.changes[]) to authenticated;

create function private.without_missing_records(changes private.changes[]) returns private.changes[]
language plpgsql stable security definer set search_path = '' as $$
declare
  target record;
  existing text[];
  missing text[] = '{}';
begin
  for target in
    select change.area, array_agg(distinct change.record_id) as ids
    from unnest(changes) as change
    where private.is_area(change.area)
    group by change.area
  loop
    execute format(
      'select array_agg(stored.id::text) from public.%I as stored where stored.id = any ($1::%s[])',
      target.area, private.id_type(target.area)
    ) into existing using target.ids;
    missing = missing || array(
      select target.area || '/' || id from unnest(target.ids) as id where id <> all (coalesce(existing, '{}'))
    );
  end loop;
  return (
    select array_agg(change order by change.id)
    from unnest(changes) as change
    where change.area || '/' || change.record_id <> all (missing)
      or exists (
        select from unnest(changes) as restored
        where restored.area = change.area and restored.record_id = change.record_id
          and restored.table_name = restored.area and restored.kind = 'delete'
      )
  );
end
$$;
comment on function private.without_missing_records(private.changes[]) is
  'As mudanças, sem as dos registros que não existem mais e que elas não restauram.';
revoke all on function private.without_missing_records(private.changes[]) from public;
grant execute on function private.without_missing_records(private.changes[]) to authenticated;

create function private.without_missing_categories(changes private.changes[], decisions jsonb)
returns private.changes[]
language sql stable set search_path = '' as $$
  select array_agg(change order by change.id)
  from unnest(changes) as change
  where change.area <> 'products' or change.record_id not in (
    select reverted.record_id
    from (
      select product.record_id, (array_agg(product.before ->> 'category_id' order by product.id))[1] as category_id
      from unnest(changes) as product
      where product.table_name = 'products' and (
        product.kind = 'delete'
        or product.kind = 'update' and product.before ? 'category_id'
          and decisions ->> ('products/' || product.record_id || '/category_id') is distinct from 'keep'
      )
      group by product.record_id
    ) as reverted
    where not exists (select from public.categories as stored where stored.id = reverted.category_id::uuid)
      and not exists (
        select from unnest(changes) as restored
        where restored.table_name = 'categories' and restored.kind = 'delete'
          and restored.row_id = reverted.category_id
      )
  )
$$;
comment on function private.without_missing_categories(private.changes[], jsonb) is
  'As mudanças, sem as dos produtos que voltariam a uma categoria que não existe mais.';
revoke all on function private.without_missing_categories(private.changes[], jsonb) from public;
grant execute on function private.without_missing_categories(private.changes[], jsonb) to authenticated;

-- A client that lost a response has not moved these files. Files that were moved are not listed again.
create function private.files_of_undo(undo_id bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  with change as materialized (
    select own.before, own.after from private.changes as own
    where own.batch = undo_id
      and (own.before::text like '%/object/public/%' or own.after::text like '%/object/public/%')
  )
  select jsonb_build_object(
    'returning_files', (
      select coalesce(jsonb_agg(file), '[]')
      from private.restorable_files(private.picture_urls_in(array(select change.after from change))) as file
    ),
    'removed_files', (
      select coalesce(jsonb_agg(file), '[]')
      from private.unused_files(private.picture_urls_in(array(select change.before from change))) as file
    )
  )
$$;
comment on function private.files_of_undo(bigint) is
  'Os arquivos que voltam da lixeira, e os que ninguém usa mais, depois de uma alteração ser desfeita.';
revoke all on function private.files_of_undo(bigint) from public;
grant execute on function private.files_of_undo(bigint) to authenticated;

create or replace function private.repeated_undo(batch_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when own.id is null then '{"status": "nothing", "batch": null}'
    else jsonb_build_object('status', 'undone', 'batch', own.id) || private.files_of_undo(own.id)
  end
  from private.own_undo(batch_id) as own (id)
$$;

-- An undo of many records leaves those that cannot be undone, and counts them; only the undo of one is refused.
create or replace function public.undo_batch(
  batch bigint, decisions jsonb default '{}', only_record text default null, after text default null,
  size integer default 1000
)
returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  records text[] = array[only_record];
  in_steps boolean = after is not null;
  is_of_many boolean;
  is_last boolean = true;
  next_after text;
  changes private.changes[];
  lost text[];
  conflicts jsonb;
  in_use text[] = '{}';
  amount_left integer;
  result jsonb;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function undo_batch' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_object(decisions, 'decisions'),
    private.checked_size(size, 1000);
  if jsonb_path_exists(
    decisions, '$.* ? (!(@ == "keep" || @ == "restore" || @.type() == "object"))'
  ) then
    raise exception 'Decisão desconhecida.' using errcode = '22023', hint = 'decisions';
  end if;
  perform private.lock_batch(batch);
  if only_record is null then
    records = private.records_to_undo(batch, after, size + 1);
    is_last = cardinality(records) <= size;
    in_steps = in_steps or not is_last;
    records = records[:size];
    next_after = records[cardinality(records)];
    records = array(select ltrim(record, '~') from unnest(records) as record);
  end if;
  is_of_many = only_record is null and (in_steps or cardinality(records) > 1);
  changes = private.undoable_changes(
    batch, case when in_steps then records || private.categories_to_restore(batch, records) else records end
  );
  if changes is null then
    return private.repeated_undo(batch);
  end if;
  if in_steps then
    changes = coalesce(private.without_discarded(changes), '{}');
  end if;
  if is_of_many then
    changes = coalesce(private.without_missing_records(changes), '{}');
  end if;
  conflicts = private.undo_conflicts(changes, decisions);
  if in_steps then
    -- All steps are one batch of the history.
    perform set_config('vitrine.batch', coalesce(private.own_undo(batch)::text, ''), true);
    decisions = decisions || coalesce((
      select jsonb_object_agg(conflict ->> 'key', 'keep') from jsonb_array_elements(conflicts) as conflict
    ), '{}');
    changes = coalesce(private.without_taken_skus(changes, conflicts), '{}');
  elsif conflicts <> '[]' then
    return jsonb_build_object(
      'status', 'conflict', 'conflicts', conflicts, 'names', private.names_in(private.conflict_values(conflicts))
    );
  end if;
  if is_of_many then
    changes = coalesce(
      private.without_missing_categories(changes, decisions), case when in_steps then '{}' else changes end
    );
    in_use = private.categories_in_use(changes, decisions);
    decisions = decisions || coalesce((
      select jsonb_object_agg('categories/' || id, 'keep') from unnest(in_use) as id
    ), '{}');
  end if;
  amount_left = cardinality(in_use) + (
    select count(*)
    from (
      select record from unnest(case when is_of_many then records end) as record
      except
      select change.record_id from unnest(changes) as change
      union
      select split_part(conflict ->> 'key', '/', 2) from jsonb_array_elements(conflicts) as conflict
    ) as record_left
  );
  changes = coalesce(private.with_pictures_decided(changes, decisions), '{}');
  lost = private.lost_pictures(changes);
  changes = private.without_lost_pictures(changes, lost);
  perform private.begin_undo(batch);
  perform private.revert_changes(changes, decisions);
  result = private.undo_result(changes, lost);
  if is_last and (only_record is null or private.records_to_undo(batch, null, 1) = '{}') then
    perform private.mark_undone(batch);
  end if;
  if not in_steps then
    return result || case when amount_left = 0 then '{}' else jsonb_build_object('left', amount_left) end;
  end if;
  return result || jsonb_build_object(
    'status', case when is_last then 'undone' else 'undoing' end, 'left', amount_left,
    'records', cardinality(records), 'after', next_after
  ) || case when is_last then coalesce(private.files_of_undo(private.own_undo(batch)), '{}') else '{}' end;
end
$$;
comment on function public.undo_batch(bigint, jsonb, text, text, integer) is
  'Desfaz uma alteração dos últimos 30 dias, toda ou o que fez a um registro. Devolve undone, nothing ou conflict, com o que falta decidir; undoing quando são mais registros que size (até 1.000): segue com o after devolvido, e o que alguém mudou depois fica. left diz quantos registros ficam.';

create or replace function public.restore_trashed(batch bigint, records text[]) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  changes private.changes[];
  conflicts jsonb;
  decisions jsonb;
  lost text[];
  result jsonb = '{"status": "undone", "batch": null, "returning_files": [], "removed_files": []}';
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function restore_trashed' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  perform private.lock_batch(batch);
  changes = private.undoable_changes(batch, records || private.categories_to_restore(batch, records));
  if changes is not null then
    perform set_config('vitrine.batch', coalesce(private.own_undo(batch)::text, ''), true);
    conflicts = private.undo_conflicts(changes, '{}');
    select coalesce(jsonb_object_agg(conflict ->> 'key', 'keep'), '{}') into decisions
    from jsonb_array_elements(conflicts) as conflict;
    changes = private.without_taken_skus(changes, conflicts);
    changes = coalesce(private.without_missing_categories(changes, decisions), changes);
  end if;
  if changes is null then
    result = result || coalesce(private.files_of_undo(private.own_undo(batch)), '{}');
  else
    lost = private.lost_pictures(changes);
    changes = private.without_lost_pictures(changes, lost);
    perform private.begin_undo(batch);
    perform private.revert_changes(changes, decisions);
    result = private.undo_result(changes, lost);
    if private.records_to_undo(batch, null, 1) = '{}' then
      perform private.mark_undone(batch);
    end if;
  end if;
  return result || jsonb_build_object(
    'left', private.count_in_trash(batch, records),
    'batch', coalesce(nullif(result -> 'batch', 'null'), to_jsonb(private.own_undo(batch)))
  );
end
$$;
comment on function public.restore_trashed(bigint, text[]) is
  'Restaura até 1.000 registros que uma alteração excluiu, e as categorias de que os produtos precisam; left diz quantos ficam na lixeira porque outro já tem o SKU.';

create function private.refuse_missing_category(ids uuid[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  missing record;
begin
  select
    private.record_name('categories', wanted.id::text) as name,
    exists (
      select from private.changes as change
      where change.area = 'categories' and change.record_id = wanted.id::text and change.kind = 'discard'
    ) as is_discarded
  into missing
  from unnest(ids) as wanted (id)
  where wanted.id is not null
    and not exists (select from public.categories as stored where stored.id = wanted.id)
  limit 1;
  if missing.is_discarded then
    raise exception 'A categoria "%" foi apagada de vez: nenhum produto pode voltar a ela.', missing.name
      using hint = 'record_discarded';
  elsif missing.name is not null then
    raise exception 'A categoria "%" foi excluída depois. Restaure-a primeiro.', missing.name
      using hint = 'record_gone';
  end if;
end
$$;
comment on function private.refuse_missing_category(uuid[]) is
  'Recusa devolver produtos a uma categoria que foi excluída, e diz qual.';
revoke all on function private.refuse_missing_category(uuid[]) from public;
grant execute on function private.refuse_missing_category(uuid[]) to authenticated;

create or replace function private.restore_rows(change_ids bigint[], other_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target record;
  deleted private.changes[] = array(
    select change from private.changes as change where change.id = any (change_ids) and change.kind = 'delete'
  );
  lost text[] = private.lost_pictures(deleted);
begin
  if exists (
    select
    from (
      select distinct change.area, case when change.area = 'profiles' then change.record_id else '' end as record_id
      from private.changes as change
      where change.id = any (change_ids) and change.kind = 'delete'
      offset 0 -- as in undoable_changes
    ) as record
    where private.may_see_changes(record.area, record.record_id) is not true
      or (record.area = 'profiles' and not private.is_administrador())
  ) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  perform private.refuse_discarded(deleted);
  perform private.refuse_missing_category(array(
    select distinct (change.before ->> 'category_id')::uuid
    from unnest(deleted) as change
    where change.table_name = 'products'
  ));
  for target in
    select
      change.table_name, array_agg(change.row_id) as ids,
      -- Increase the version: a form opened before the deletion must detect the conflict.
      array_agg(
        private.without_values(change.before, lost)
        || case
          when other_values ? change.row_id then (
            select coalesce(jsonb_object_agg(given.key, given.value), '{}')
            from jsonb_each(other_values -> change.row_id) as given
            where change.table_name = 'products' and given.key = 'sku'
              or change.table_name = 'product_images' and given.key in ('is_main', 'position', 'alt')
          )
          else '{}'
        end
        || case
          when change.table_name = change.area and change.version is not null
            then jsonb_build_object('version', 1 + (
              select latest.version from private.changes as latest
              where latest.area = change.area and latest.record_id = change.record_id
                and latest.table_name = latest.area and latest.version is not null
              order by latest.id desc
              limit 1
            ))
          else '{}'
        end
      ) as rows,
      (
        select string_agg(distinct quote_ident(key), ', ')
        from unnest(array_agg(change.before || case
          when change.table_name = change.area and change.version is not null then '{"version": 1}'::jsonb
          else '{}'
        end)) as deleted_row (row)
        cross join jsonb_object_keys(deleted_row.row) as key
      ) as columns
    from private.changes as change
    where change.id = any (change_ids) and change.kind = 'delete'
      and not (change.table_name = 'product_images' and change.before ->> 'url' = any (lost))
    group by change.table_name, change.area
    -- Insert parents first: a category before its products, a product before its images.
    order by private.reference_depth(change.table_name), change.table_name
  loop
    execute format(
      'insert into public.%1$I (%2$s) overriding system value
      select %2$s
      from (
        select (jsonb_populate_record(jsonb_populate_record(null::public.%1$I, $3), given.row)).*
        from unnest($1, $2) as given (id, row)
        where not exists (select from public.%1$I as stored where stored.id = given.id::%3$s)
      ) as restored
      on conflict (id) do nothing', -- a concurrent transaction may have restored it
      target.table_name, target.columns, private.id_type(target.table_name)
    ) using target.ids, target.rows, private.required_defaults(target.table_name);
  end loop;
end
$$;

create or replace function private.revert_changes(changes private.changes[], decisions jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  reverts jsonb;
  versions jsonb;
  target record;
begin
  perform private.allow_many_rows();
  perform private.confirm_prices('before'); -- these prices were stored before
  select coalesce(jsonb_object_agg(product.id, product.version), '{}') into versions
  from public.products as product
  where product.id in (
    select change.record_id::uuid from unnest(changes) as change where change.table_name = 'product_images'
  );
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
