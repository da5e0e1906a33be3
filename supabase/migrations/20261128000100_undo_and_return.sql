-- == Imported addresses ==

-- The panel sends the text of an address without a CEP as an older address: the parts without a column in the
-- spreadsheet are null. The others repeat the stored ones, unless the address changes.
create or replace function private.with_kept_address(cells jsonb, stored jsonb) returns jsonb
language sql immutable parallel safe
return case
  when cells -> 'cep' = 'null' and cells ->> 'address' = stored ->> 'address' and not exists (
    select from unnest('{logradouro,numero,complemento,bairro,cidade,estado}'::text[]) as part
    where coalesce(cells ->> part, stored ->> part) is distinct from stored ->> part
  )
    then cells - '{cep,logradouro,numero,complemento,bairro,cidade,estado}'::text[]
  else cells
end;
comment on function private.with_kept_address(jsonb, jsonb) is
  'As células de uma linha, sem as partes de um endereço cujo texto é o guardado, se nenhuma delas traz outro valor: elas não mudam.';

-- == Pictures ==

-- The name of a server in a local network may have an underscore.
create or replace function private.is_picture_url(url text) returns boolean
language sql immutable parallel safe
return char_length(url) <= 2000 and (
  url ~ '^(https?://[A-Za-z0-9_.:[\]-]+)?/storage/v1/object/public(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){2,}$'
  or (url ~ '^https?://[^/\s]\S*$' and url !~* '/storage/v1|/object/public')
);

-- == Privacy ==

-- A retry after a lost response receives the same counts: the values that were counted are gone. If a record
-- returned with its values, it is anonymised again. An export between the requests changes nothing.
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
      and change.kind <> 'export'
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

-- == Undo ==

-- The steps of a restoration follow the ids: a record in the trash after the last one of a step shows at once that some
-- are left, without a pass over all changes. Only a few records are read, because many may be discarded. A user or
-- distribuidor in the trash shows nothing: the login or plan may be gone.
create function private.is_followed(root_id bigint, after text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from unnest(private.records_to_undo(root_id, is_followed.after, 5)) as record
    join private.changes as deletion on deletion.batch = root_id and deletion.record_id = record
    where deletion.kind = 'delete' and deletion.table_name = deletion.area
      and deletion.area not in ('profiles', 'distribuidores') and private.is_in_trash(deletion)
  )
$$;
comment on function private.is_followed(bigint, text) is
  'Se um dos próximos cinco registros de uma alteração, na ordem dos ids, está na lixeira e pode voltar; de usuários e distribuidores não se sabe.';
revoke all on function private.is_followed(bigint, text) from public;
grant execute on function private.is_followed(bigint, text) to authenticated;

create or replace function public.undo_batch(
  batch bigint, decisions jsonb default '{}', only_record text default null, after text default null,
  size integer default 1000
)
returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  records text[] = array[only_record];
  in_steps boolean = after is not null and only_record is null;
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
    or is_last
      and not (only_record is not null and private.is_followed(root_id, null))
      and not private.has_rest(root_id)
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
    if current_setting('vitrine.reverts') = 'false'
      or not private.is_followed(root_id, (select max(record) from unnest(records) as record))
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

-- == Backups ==

-- A time in the future is from a clock that was wrong: it would hide failures for years. The schedule ignores it too.
create or replace function public.backup_notice() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function backup_notice' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'failed_at', failed.at, 'made_at', made.at, 'problem', coalesce(failed.problem, made.problem)
    )
    from (values ('made')) as wanted (outcome)
    left join private.backups as made on made.outcome = wanted.outcome and made.at <= now()
    left join private.backups as failed
      on failed.outcome = 'failed' and failed.at <= now() and (made.at is null or failed.at > made.at)
  );
end
$$;
