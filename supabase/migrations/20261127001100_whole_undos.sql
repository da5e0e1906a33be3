-- A change of many may go on after the undo of some of its records: only the undo of the whole change ends it. Undos
-- from before this column count as whole.
alter table private.batches add column is_partial boolean not null default false;
comment on column private.batches.is_partial is
  'Se esta alteração desfez só registros escolhidos de outra: um registro, ou os restaurados na lixeira.';

create function private.mark_partial() returns void
language sql security definer set search_path = '' as $$
  update private.batches as batch set is_partial = true
  where batch.id = nullif(current_setting('vitrine.batch', true), '')::bigint and not batch.is_partial
$$;
comment on function private.mark_partial() is
  'Anota na alteração em andamento que ela desfaz só registros escolhidos de outra.';
revoke all on function private.mark_partial() from public;
grant execute on function private.mark_partial() to authenticated;

create or replace function private.has_undo(batch_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.batches as undo where undo.undoes = batch_id and not undo.is_partial)
$$;
comment on function private.has_undo(bigint) is
  'Se esta alteração foi desfeita como um todo, mesmo que só os primeiros passos: então ela não continua.';

create or replace function private.lock_batch(batch_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.batches as batch where batch.id = batch_id for update;
  return not private.has_undo(batch_id);
end
$$;
comment on function private.lock_batch(bigint) is
  'Bloqueia uma alteração até o fim da transação; retorna se ela não foi desfeita como um todo.';

-- All records of the earlier steps may have been undone one by one: the next step adds records that are in force.
create or replace function private.continue_batch(batch_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.lock_batch(batch_id) then
    raise exception 'O que já foi feito desta alteração foi desfeito. Comece novamente.' using hint = 'batch_undone';
  end if;
  perform set_config('vitrine.batch', coalesce(batch_id::text, ''), true);
  update private.batches as batch set is_reverted = false where batch.id = batch_id and batch.is_reverted;
end
$$;
comment on function private.continue_batch(bigint) is
  'Registra este passo na mesma alteração do histórico que o primeiro passo abriu; recusa uma alteração que já foi desfeita como um todo.';

-- An undo of the whole change and one of some of its records are never the same request: neither continues the other.
drop function private.own_undo(bigint);
create function private.own_undo(batch_id bigint, is_partial boolean, records text[] default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select undo.id from private.batches as undo
  where undo.undoes = batch_id and undo.is_partial = own_undo.is_partial
    and undo.actor = auth.uid() and undo.at > now() - interval '1 hour'
    and (records is null or exists (
      select from private.changes as change where change.batch = undo.id and change.record_id = any (records)
    ))
    and not exists (
      select from private.batches as opposite
      where opposite.root = undo.root and opposite.reverts <> undo.reverts and opposite.id > undo.id
    )
  order by undo.id desc
  limit 1
$$;
comment on function private.own_undo(bigint, boolean, text[]) is
  'O desfazer desta alteração que quem chama começou há menos de uma hora, como um todo ou só de registros escolhidos (is_partial), ao menos um deles de records. Os passos seguintes o continuam, e um pedido repetido retorna o resultado dele.';
revoke all on function private.own_undo(bigint, boolean, text[]) from public;
grant execute on function private.own_undo(bigint, boolean, text[]) to authenticated;

drop function private.repeated_undo(bigint);
create function private.repeated_undo(batch_id bigint, only_record text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when own.id is null then '{"status": "nothing", "batch": null}'
    else jsonb_build_object('status', 'undone', 'batch', own.id) || private.files_of_undo(own.id)
  end
  from private.own_undo(
    batch_id, only_record is not null, case when only_record is not null then array[only_record] end
  ) as own (id)
$$;
comment on function private.repeated_undo(bigint, text) is 'O resultado de um pedido repetido de desfazer.';
revoke all on function private.repeated_undo(bigint, text) from public;
grant execute on function private.repeated_undo(bigint, text) to authenticated;

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
    return private.repeated_undo(batch, only_record);
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
    perform set_config('vitrine.batch', coalesce(private.own_undo(batch, false)::text, ''), true);
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
  if only_record is not null then
    perform private.mark_partial();
  end if;
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
  ) || case when is_last then coalesce(private.files_of_undo(private.own_undo(batch, false)), '{}') else '{}' end;
end
$$;

drop function private.count_in_trash(bigint, text[]);
create function private.count_not_restored(batch bigint, records text[]) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)
  from private.changes as change
  where change.batch = count_not_restored.batch and change.record_id = any (records)
    and change.kind = 'delete' and change.table_name = change.area
    and private.may_see_changes(change.area, change.record_id)
    and (
      select latest.kind from private.changes as latest
      where latest.area = change.area and latest.record_id = change.record_id
        and latest.table_name = latest.area and latest.kind in ('insert', 'delete')
      order by latest.id desc
      limit 1
    ) = 'delete'
$$;
comment on function private.count_not_restored(bigint, text[]) is
  'Destes registros que uma alteração excluiu, o número dos que não existem e quem chama pode ver: os que estão na lixeira, os apagados de vez e os anonimizados.';
revoke all on function private.count_not_restored(bigint, text[]) from public;
grant execute on function private.count_not_restored(bigint, text[]) to authenticated;

create or replace function public.restore_trashed(batch bigint, records text[], continued bigint default null) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  changes private.changes[];
  conflicts jsonb;
  decisions jsonb;
  lost text[];
  earlier bigint;
  root_id bigint;
  result jsonb = '{"status": "undone", "batch": null, "returning_files": [], "removed_files": []}';
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function restore_trashed' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  perform private.lock_batch(batch);
  earlier = private.own_undo(batch, true, records);
  changes = private.undoable_changes(batch, records || private.categories_to_restore(batch, records));
  -- In a repeated request, records that cannot return are left: the result is that of the first request.
  if earlier is not null then
    changes = private.without_discarded(changes);
  end if;
  if changes is not null then
    perform set_config(
      'vitrine.batch', coalesce(case when private.own_undo(batch, true) = continued then continued end::text, ''), true
    );
    conflicts = private.undo_conflicts(changes, '{}');
    select coalesce(jsonb_object_agg(conflict ->> 'key', 'keep'), '{}') into decisions
    from jsonb_array_elements(conflicts) as conflict;
    changes = private.without_taken_skus(changes, conflicts);
    changes = coalesce(
      private.without_missing_categories(changes, decisions), case when earlier is null then changes end
    );
    if cardinality(records) > 1 then
      changes = private.without_missing_references(changes, decisions);
    end if;
  end if;
  if changes is null then
    result = result || coalesce(private.files_of_undo(earlier), '{}');
  else
    lost = private.lost_pictures(changes);
    changes = private.without_lost_pictures(changes, lost);
    perform private.begin_undo(batch);
    perform private.revert_changes(changes, decisions);
    perform private.mark_partial();
    result = private.undo_result(changes, lost);
    root_id = current_setting('vitrine.root')::bigint;
    -- The steps follow the ids: a record after the last one of this step shows at once that some are left.
    if current_setting('vitrine.reverts') = 'false'
      or private.records_to_undo(root_id, (select max(record) from unnest(records) as record), 1) = '{}'
        and not private.has_rest(root_id)
    then
      perform private.mark_undone(batch);
    end if;
  end if;
  return result || jsonb_build_object(
    'left', private.count_not_restored(batch, records),
    'taken', (select count(*) from jsonb_array_elements(conflicts) as conflict where conflict ->> 'kind' = 'taken'),
    'batch', coalesce(nullif(result -> 'batch', 'null'), to_jsonb(earlier))
  );
end
$$;
comment on function public.restore_trashed(bigint, text[], bigint) is
  'Restaura até 1.000 registros que uma alteração excluiu, e as categorias de que os produtos precisam; continued é a alteração do passo anterior. left é o número dos que não voltaram, e taken o dos que ficam na lixeira porque outro produto já tem o SKU.';

-- Rows are locked in a fixed order, tables by name and rows by id, to avoid deadlocks. A change of pictures locks its
-- product: a save of the product writes both.
create or replace function private.lock_changed_rows(changes private.changes[]) returns void
language plpgsql set search_path = '' as $$
declare
  target record;
begin
  for target in
    select change.area, array_agg(distinct change.record_id) as ids
    from unnest(changes) as change
    group by change.area
    order by change.area
  loop
    execute format(
      'select from public.%I as stored where stored.id = any ($1::%s[]) order by stored.id for update',
      target.area, private.id_type(target.area)
    ) using target.ids;
  end loop;
end
$$;

-- Runs as owner: clients cannot read what products_source names. selected_ids then leaves out the excluded products: of
-- too many matches, one more than the limit must remain.
create or replace function private.selected_products(selection jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  selected uuid[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a selection of products' using errcode = '42501';
  end if;
  execute format(
    'select array(select id from %s where (%s) limit $1)',
    private.products_source(selection ->> 'search', coalesce(selection -> 'filters', '{}'), 'name'),
    array_to_string(
      private.matching_products(
        selection ->> 'search', coalesce(selection -> 'filters', '{}')
      ), ') or ('
    )
  ) into selected using (private.limits()).rows_of_batch + 1
    + jsonb_array_length(private.checked_texts(coalesce(selection -> 'except', '[]'), 'except'));
  return selected;
end
$$;
comment on function private.selected_products(jsonb) is
  'Os ids dos produtos que uma lista mostra com a sua busca e os seus filtros, também os de except; não mais que o necessário para recusar uma seleção grande demais.';

-- A retry after a lost response receives the same counts: the values that were counted are gone. If a record
-- returned with its values, it is anonymised again.
create or replace function private.repeated_anonymise(area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'status', 'anonymised', 'views', 0, 'not_reached', coalesce(batch.note -> 'not_reached', '{}'),
    'files', (
      select coalesce(
        jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'path', object.name)
          order by object.bucket_id, object.name), '[]'
      )
      from jsonb_array_elements_text(batch.note -> 'files') as noted (id)
      join storage.objects as object on object.id = noted.id::uuid
      where not private.is_used_file(object.bucket_id, object.name)
    )
  )
  from (
    select change.batch, change.kind, change.area, change.record_id from private.changes as change
    where change.area = repeated_anonymise.area and change.record_id = repeated_anonymise.record_id
    order by change.id desc
    limit 1
  ) as latest
  join private.batches as batch on batch.id = latest.batch
  where latest.kind = 'anonymise' and (
    not private.is_stored(latest.area, latest.record_id, null)
    or private.personal_record(latest.area, latest.record_id)
      @> private.anonymous_values(latest.area, latest.record_id)
  )
$$;
comment on function private.repeated_anonymise(text, text) is
  'O resultado de um pedido repetido, se a última mudança do registro foi anonimizá-lo e ele não tem dados pessoais; nulo se não.';

create or replace function public.anonymise(area text, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  repeated jsonb;
  stored jsonb;
  anonymous jsonb;
  columns text;
  personal text[];
  addresses text[];
  batch_id bigint;
  known text[];
  anonymous_title text;
  new_version integer;
  not_reached jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function anonymise' using errcode = '42501';
  end if;
  record_id = record_id::uuid::text; -- the history stores ids in this spelling
  -- A restoration locks the change that deleted the record: wait until the restored record can be read.
  perform private.lock_batch(deletion.batch)
  from (
    select distinct change.batch from private.changes as change
    where change.area = anonymise.area and change.record_id = anonymise.record_id
      and change.kind = 'delete' and change.table_name = change.area
    order by change.batch
  ) as deletion;
  repeated = private.repeated_anonymise(area, record_id);
  if repeated is not null then
    return repeated;
  end if;
  if private.personal_record(area, record_id) is null then
    return jsonb_build_object('status', 'missing');
  end if;
  -- Read the values under a lock: a concurrent save may have changed them.
  perform private.lock_row(area, record_id);
  stored = private.personal_record(area, record_id);
  if area = 'profiles' and record_id::uuid = auth.uid() then
    raise exception 'Você não pode anonimizar o seu próprio perfil.' using hint = 'own_profile';
  end if;
  anonymous = private.anonymous_values(area, record_id);
  columns = (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(anonymous) as name);
  personal = array(select jsonb_object_keys(anonymous));
  select private.picture_urls_in(array_agg(change.before) || array_agg(change.after) || stored) into addresses
  from private.changes as change
  where change.area = anonymise.area and change.record_id = anonymise.record_id;

  perform private.allow_many_rows();
  known = private.personal_values(area, record_id, stored);
  anonymous_title = private.title_of(area, anonymous);
  batch_id = private.open_batch(area, record_id, 'anonymise', anonymous_title, false);
  if area = 'profiles' then
    perform private.anonymise_login(record_id::uuid);
    delete from private.announced_users as announced
    where announced.email = lower(stored ->> 'email');
  end if;
  execute format(
    'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
    where id = $2 returning version',
    area, columns
  ) into new_version using anonymous, record_id::uuid;
  perform private.anonymise_staged(area, record_id, known);

  -- Also delete the changes that the triggers have just recorded: the batch itself is enough.
  delete from private.changes as change where change.batch = batch_id;
  not_reached = private.count_free_texts(known);
  -- Files are recorded by id: a file name may identify the titular.
  perform private.note_batch(jsonb_build_object('not_reached', not_reached, 'files', (
    select coalesce(jsonb_agg(object.id), '[]')
    from private.orphaned_files(addresses, record_id) as file
    join storage.objects as object on object.bucket_id = file.bucket and object.name = file.path
  )));
  insert into private.changes (batch, table_name, row_id, area, record_id, kind, version)
  values (batch_id, area, record_id, area, record_id, 'anonymise', new_version);
  update private.changes as change
  set before = change.before - personal, after = change.after - personal
  where change.area = anonymise.area and change.record_id = anonymise.record_id;
  -- Includes batches without changes of the record, such as the end of a session.
  update private.batches as stored_batch set title = anonymous_title
  where stored_batch.title is not null and stored_batch.area = anonymise.area and stored_batch.record_id = anonymise.record_id;
  update private.batches as stored_batch set actor_name = anonymous_title
  where stored_batch.actor = case when anonymise.area = 'profiles' then anonymise.record_id end::uuid;

  return jsonb_build_object(
    'status', 'anonymised', 'views', private.anonymise_views(known), 'not_reached', not_reached,
    'files', (
      select coalesce(jsonb_agg(file order by file.bucket, file.path), '[]')
      from private.orphaned_files(addresses, record_id) as file
    )
  );
end
$$;
