-- The tables of settings have no versions. A hash of the row's values is its version: the answer to the question of an
-- undo contains the version that the user saw.
create or replace function private.lock_row(table_name text, row_id text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  stored jsonb;
begin
  execute format(
    'select to_jsonb(stored) from public.%1$I as stored
    where id = (jsonb_populate_record(null::public.%1$I, $1)).id for update',
    table_name
  ) into stored using jsonb_build_object('id', row_id);
  return jsonb_build_object('version', hashtext(stored::text)) || stored;
end
$$;
comment on function private.lock_row(text, text) is
  'Bloqueia uma linha até o fim da transação e a retorna, sempre com uma versão; nulo se não existe.';

-- A revert writes the plan from before the first of a distribuidor's changes: a plan between them may be missing.
create or replace function private.missing_references(changes private.changes[], decisions jsonb)
returns table (area text, record_id text, title text)
language sql stable security definer set search_path = '' as $$
  select change.area, change.record_id, private.record_name(change.area, change.record_id)
  from unnest(changes) as change
  where change.table_name = 'profiles' and change.kind = 'delete'
    and not exists (select from auth.users as login where login.id = change.record_id::uuid)
  union
  select first.area, first.record_id, private.record_name(first.area, first.record_id)
  from (
    select distinct on (change.record_id, change.kind) change.area, change.record_id, change.before
    from unnest(changes) as change
    where change.table_name = 'distribuidores' and change.before ? 'plan_id'
      and (
        change.kind = 'delete'
        or decisions ->> ('distribuidores/' || change.record_id || '/plan_id') is distinct from 'keep'
      )
    order by change.record_id, change.kind, change.id
  ) as first
  where not exists (select from public.plans as plan where plan.id = (first.before ->> 'plan_id')::uuid)
$$;

-- A change that leaves records which may still return is not wholly undone: its entry offers another undo. One pass over
-- the changes replaces private.is_undone: a call for each of 100,000 records takes seconds. The reason for which a record
-- cannot return is a scalar subquery: it must run only for the records that are left.
create function private.has_rest(root_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  with writable as materialized (
    select relation.relname as table_name, private.client_columns(relation.relname, 'update') as columns
    from pg_catalog.pg_class as relation
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
  ), records as materialized (
    select change.area, change.record_id
    from (
      select own.area, own.record_id, true as is_own, null::bigint as undone_by, null::bigint as redone_by
      from private.changes as own
      where own.batch = root_id and own.kind in ('insert', 'update', 'delete')
        and (own.kind <> 'update' or own.before ?| (
          select writable.columns from writable where writable.table_name = own.table_name
        ))
      union all
      select later.area, later.record_id, false, case when later.reverts then later.id end,
        case when not later.reverts then later.id end
      from private.changes as later
      where later.root = root_id
    ) as change
    group by change.area, change.record_id
    having bool_or(change.is_own) and coalesce(max(change.undone_by), 0) <= coalesce(max(change.redone_by), 0)
  )
  select exists (
    select from records
    where (
      select true
      from private.changes as own
      cross join lateral (
        select later.kind from private.changes as later
        where later.area = own.area and later.record_id = own.record_id and later.table_name = later.area
          and later.kind in ('insert', 'delete', 'discard', 'anonymise')
        order by later.id desc
        limit 1
      ) as latest
      where own.batch = root_id and own.area = records.area and own.record_id = records.record_id and (
        latest.kind = 'discard'
        or own.table_name = own.area and (own.kind, latest.kind) in (('insert', 'delete'), ('delete', 'anonymise'))
        or own.kind = 'delete' and case own.table_name
          when 'profiles' then not exists (select from auth.users as login where login.id = own.record_id::uuid)
          when 'distribuidores' then not exists (
            select from public.plans as plan where plan.id = (own.before ->> 'plan_id')::uuid
          )
          else false
        end
      )
      limit 1
    ) is null
  )
$$;
comment on function private.has_rest(bigint) is
  'Se uma alteração tem registros que ainda podem ser desfeitos: não os apagados de vez, nem os criados por ela e já excluídos, nem os excluídos cujo login ou plano não existe mais.';
revoke all on function private.has_rest(bigint) from public;
grant execute on function private.has_rest(bigint) to authenticated;

-- An undo that writes nothing has no batch: the latest undo of the same change counts.
create or replace function private.mark_undone(batch_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('vitrine.batch', true), '') = '' and current_setting('vitrine.reverts') = 'true' then
    perform set_config('vitrine.batch', coalesce(max(undo.id)::text, ''), true)
    from private.batches as undo where undo.undoes = batch_id;
  end if;
  update private.batches as batch set is_reverted = undo.reverts
  from private.batches as undo
  where undo.id = nullif(current_setting('vitrine.batch', true), '')::bigint
    and undo.undoes = batch_id and batch.id = undo.root and batch.is_reverted <> undo.reverts;
end
$$;

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
  root_id bigint;
  result jsonb;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function undo_batch' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_object(decisions, 'decisions'),
    private.checked_size(size, 1000);
  if jsonb_path_exists(
    decisions, '$.* ? (!(@ == "keep" || @.type() == "object" && (exists (@.version) || exists (@.value))))'
  ) then
    raise exception 'Decisão desconhecida. Recarregue a página e desfaça de novo.'
      using errcode = '22023', hint = 'decisions';
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
    changes = coalesce(private.without_missing_references(changes, decisions), '{}');
  else
    perform private.refuse_missing_reference(changes, decisions);
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
  changes = coalesce(private.with_pictures_decided(private.with_units_decided(changes, decisions), decisions), '{}');
  lost = private.lost_pictures(changes);
  changes = private.without_lost_pictures(changes, lost);
  perform private.begin_undo(batch);
  perform private.revert_changes(changes, decisions);
  result = private.undo_result(changes, lost);
  root_id = current_setting('vitrine.root')::bigint;
  -- An undo of a whole change without steps knows if it leaves nothing. A redo is marked even if it leaves something: once
  -- a part of a change is in force again, the change is not wholly undone.
  if current_setting('vitrine.reverts') = 'false'
    or root_id = batch and only_record is null and not in_steps and amount_left = 0
    or only_record is null and is_last and not private.has_rest(root_id)
    or only_record is not null and private.records_to_undo(root_id, null, 1) = '{}'
  then
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

-- Only the steps of one restoration are one batch: its undo leaves records that were restored before it.
drop function public.restore_trashed(bigint, text[]);

create function public.restore_trashed(batch bigint, records text[], continued bigint default null) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  changes private.changes[];
  conflicts jsonb;
  decisions jsonb;
  lost text[];
  is_repeated boolean;
  result jsonb = '{"status": "undone", "batch": null, "returning_files": [], "removed_files": []}';
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function restore_trashed' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  perform private.lock_batch(batch);
  changes = private.undoable_changes(batch, records || private.categories_to_restore(batch, records));
  is_repeated = changes is null;
  if changes is not null then
    perform set_config(
      'vitrine.batch', coalesce(case when private.own_undo(batch) = continued then continued end::text, ''), true
    );
    conflicts = private.undo_conflicts(changes, '{}');
    select coalesce(jsonb_object_agg(conflict ->> 'key', 'keep'), '{}') into decisions
    from jsonb_array_elements(conflicts) as conflict;
    changes = private.without_taken_skus(changes, conflicts);
    changes = coalesce(private.without_missing_categories(changes, decisions), changes);
    if cardinality(records) > 1 then
      changes = private.without_missing_references(changes, decisions);
    end if;
  end if;
  if changes is null then
    result = result || coalesce(private.files_of_undo(private.own_undo(batch)), '{}');
  else
    lost = private.lost_pictures(changes);
    changes = private.without_lost_pictures(changes, lost);
    perform private.begin_undo(batch);
    perform private.revert_changes(changes, decisions);
    result = private.undo_result(changes, lost);
    if current_setting('vitrine.reverts') = 'false'
      or private.records_to_undo(current_setting('vitrine.root')::bigint, null, 1) = '{}'
    then
      perform private.mark_undone(batch);
    end if;
  end if;
  return result || jsonb_build_object(
    'left', private.count_in_trash(batch, records),
    'taken', (select count(*) from jsonb_array_elements(conflicts) as conflict where conflict ->> 'kind' = 'taken'),
    'batch', case when is_repeated then to_jsonb(private.own_undo(batch)) else nullif(result -> 'batch', 'null') end
  );
end
$$;
comment on function public.restore_trashed(bigint, text[], bigint) is
  'Restaura até 1.000 registros que uma alteração excluiu, e as categorias de que os produtos precisam; continued é a alteração do passo anterior. left é o número dos que ficam na lixeira, e taken o dos que ficam porque outro produto já tem o SKU.';
revoke all on function public.restore_trashed(bigint, text[], bigint) from public, anon, authenticated, service_role;
grant execute on function public.restore_trashed(bigint, text[], bigint) to authenticated;
