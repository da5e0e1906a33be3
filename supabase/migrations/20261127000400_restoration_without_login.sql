-- The operator may remove a login or a plan while the user or distribuidor is in the trash.
create function private.missing_references(changes private.changes[], decisions jsonb)
returns table (area text, record_id text, title text)
language sql stable security definer set search_path = '' as $$
  select change.area, change.record_id, private.record_name(change.area, change.record_id)
  from unnest(changes) as change
  where change.table_name = 'profiles' and change.kind = 'delete'
    and not exists (select from auth.users as login where login.id = change.record_id::uuid)
  union
  select change.area, change.record_id, private.record_name(change.area, change.record_id)
  from unnest(changes) as change
  where change.table_name = 'distribuidores' and change.before ? 'plan_id'
    and (
      change.kind = 'delete'
      or decisions ->> ('distribuidores/' || change.record_id || '/plan_id') is distinct from 'keep'
    )
    and not exists (select from public.plans as plan where plan.id = (change.before ->> 'plan_id')::uuid)
$$;
comment on function private.missing_references(private.changes[], jsonb) is
  'Os usuários cujo login, e os distribuidores cujo plano de antes, não existe mais.';
revoke all on function private.missing_references(private.changes[], jsonb) from public;
grant execute on function private.missing_references(private.changes[], jsonb) to authenticated;

create function private.without_missing_references(changes private.changes[], decisions jsonb)
returns private.changes[]
language sql stable set search_path = '' as $$
  select array_agg(change order by change.id)
  from unnest(changes) as change
  where (change.area, change.record_id) not in (
    select missing.area, missing.record_id from private.missing_references(changes, decisions) as missing
  )
$$;
comment on function private.without_missing_references(private.changes[], jsonb) is
  'As mudanças, sem as dos registros que voltariam a um login ou plano que não existe mais.';
revoke all on function private.without_missing_references(private.changes[], jsonb) from public;
grant execute on function private.without_missing_references(private.changes[], jsonb) to authenticated;

create function private.refuse_missing_reference(changes private.changes[], decisions jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  missing record;
begin
  select * into missing from private.missing_references(changes, decisions) limit 1;
  if missing.area = 'profiles' then
    raise exception 'O login de "%" não existe mais. Cadastre o usuário de novo.', missing.title
      using hint = 'record_discarded';
  elsif missing.area = 'distribuidores' then
    raise exception 'O plano de "%" não existe mais.', missing.title using hint = 'record_discarded';
  end if;
end
$$;
comment on function private.refuse_missing_reference(private.changes[], jsonb) is
  'Recusa restaurar um usuário sem login ou um distribuidor sem plano, e diz qual.';
revoke all on function private.refuse_missing_reference(private.changes[], jsonb) from public;
grant execute on function private.refuse_missing_reference(private.changes[], jsonb) to authenticated;

create or replace function private.set_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  login_email text;
  is_restored constant boolean = nullif(current_setting('vitrine.undoes', true), '') is not null;
begin
  -- This trigger runs before the policy: its error would tell any caller which user has which e-mail.
  if current_setting('role') = 'authenticated' and not private.is_administrador() then
    raise exception 'permission denied for table profiles' using errcode = '42501';
  end if;
  select email into login_email from auth.users where id = new.id;
  -- The login may have got another e-mail while its profile was in the trash.
  if not is_restored and lower(login_email) is distinct from lower(new.email) and login_email is not null then
    raise exception 'O e-mail do perfil deve ser o do login.' using hint = 'profile_email';
  end if;
  new.email = coalesce(login_email, new.email);
  return new;
end
$$;

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
  perform private.refuse_missing_reference(deleted, '{}');
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
