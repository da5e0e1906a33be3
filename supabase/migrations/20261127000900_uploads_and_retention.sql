-- The history of a company contains the ids of its former plans: the export names them.
create or replace function public.personal_data(area text, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
  login jsonb;
  history jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function personal_data' using errcode = '42501';
  end if;
  record_id = record_id::uuid::text; -- the history stores ids in this spelling
  stored = private.personal_record(area, record_id);
  if stored is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if area = 'profiles' then
    select jsonb_build_object(
      'email', account.email, 'created_at', account.created_at,
      'last_sign_in_at', account.last_sign_in_at,
      'sessions', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('since', open.created_at, 'from', host(open.ip), 'with', open.user_agent)
            order by open.created_at desc
          ),
          '[]'
        )
        from auth.sessions as open where open.user_id = account.id
      ),
      'factors', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', factor.friendly_name, 'since', factor.updated_at) order by factor.updated_at
          ),
          '[]'
        )
        from auth.mfa_factors as factor where factor.user_id = account.id and factor.status = 'verified'
      )
    ) into login
    from auth.users as account where account.id = record_id::uuid;
  end if;
  -- Repeated requests must not fill the disk with lines.
  if (
    select count(*) < 20 from private.batches as stored_batch
    where stored_batch.actor = auth.uid() and stored_batch.at > now() - interval '1 hour' and stored_batch.kind = 'export'
      and stored_batch.area = personal_data.area and stored_batch.record_id = personal_data.record_id
  ) then
    insert into private.changes (batch, table_name, row_id, area, record_id, kind)
    values (
      private.open_batch(area, record_id, 'export', private.title_of(area, stored), false),
      area, record_id, area, record_id, 'export'
    );
  end if;
  select coalesce(jsonb_agg(listed.change order by listed.id desc), '[]') into history
  from (
    select change.id, jsonb_build_object(
      'at', stored_batch.at, 'actor', stored_batch.actor_name, 'kind', change.kind,
      'before', change.before, 'after', change.after
    ) as change
    from private.changes as change
    join private.batches as stored_batch on stored_batch.id = change.batch
    where change.area = personal_data.area and change.record_id = personal_data.record_id
    order by change.id desc
    limit 5000
  ) as listed;
  return jsonb_build_object(
    'status', 'found', 'area', area, 'record_id', record_id, 'at', now(), 'record', stored,
    'plan', (select plan.name from public.plans as plan where plan.id = (stored ->> 'plan_id')::uuid),
    'login', login,
    'views', (
      select coalesce(
        jsonb_agg(jsonb_build_object('area', stored.area, 'name', stored.name) order by stored.area, stored.name), '[]'
      )
      from public.list_views as stored
      where stored.owner = case when personal_data.area = 'profiles' then personal_data.record_id end::uuid
    ),
    'history', history,
    'names', private.names_in(jsonb_build_array(jsonb_build_object(
      'changes', history || jsonb_build_object('after', stored)
    ))),
    -- The batches of the titular, without the records that they changed: those are about others.
    'batches', (
      select coalesce(jsonb_agg(listed.stored_batch order by listed.at desc), '[]')
      from (
        select stored_batch.at, jsonb_build_object('at', stored_batch.at, 'kind', stored_batch.kind, 'area', stored_batch.area) as stored_batch
        from private.batches as stored_batch
        where stored_batch.actor = case when personal_data.area = 'profiles' then personal_data.record_id end::uuid
        order by stored_batch.at desc
        limit 5000
      ) as listed
    )
  );
end
$$;

-- The storage server makes the user who moves a file its owner: a colleague's undo must not use up the user's uploads.
-- Files in the trash have a limit of their own, or a loop of uploads and deletions could fill the disk.
create or replace function private.has_room_for_uploads() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  files_each_day constant integer = 400;
  bytes_each_day constant bigint = 400 * 1024 * 1024;
  unused record;
  trashed record;
begin
  if not private.is_staff() then
    return false;
  end if;
  select count(*) as files, coalesce(sum(size), 0) as bytes into unused
  from (
    select (object.metadata ->> 'size')::bigint as size
    from storage.objects as object
    where object.owner_id = auth.uid()::text
      and object.created_at > now() - interval '1 day'
      and object.bucket_id <> 'lixeira'
      and not private.is_used_file(object.bucket_id, object.name)
    limit files_each_day
  ) as recent;
  select count(*) as files, coalesce(sum(size), 0) as bytes into trashed
  from (
    select (object.metadata ->> 'size')::bigint as size
    from storage.objects as object
    where object.owner_id = auth.uid()::text
      and object.created_at > now() - interval '1 day'
      and object.bucket_id = 'lixeira'
    limit 10 * files_each_day
  ) as recent;
  if unused.files >= files_each_day or unused.bytes >= bytes_each_day
    or trashed.files >= 10 * files_each_day or trashed.bytes >= 10 * bytes_each_day
  then
    -- Raise a separate error: users could not act on the message of a refused policy.
    raise exception 'Você enviou muitos arquivos que nenhum registro usa. Salve o que está aberto ou tente amanhã.'
      using errcode = '42501', hint = 'unused_files';
  end if;
  return true;
end
$$;
comment on function private.has_room_for_uploads() is
  'Quem chama tem menos de 400 arquivos e de 400 MB enviados em um dia e sem uso, e na lixeira menos de dez vezes isso; senão, erro.';

-- A batch may have 100,000 changes: a step that deletes those of many batches would exceed the time of a statement.
create or replace function public.prune_history(size integer default 1000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  old_batches bigint[];
  deleted integer;
  forgotten integer;
begin
  if not (private.is_administrador() or current_setting('role') = 'service_role') then
    raise exception 'permission denied for function prune_history' using errcode = '42501';
  end if;
  perform private.checked_size(size, 10000);
  perform private.prune_written_rows();
  select array_agg(old.id) into old_batches
  from (
    (
      select stored_batch.id from private.batches as stored_batch
      where stored_batch.at < now() - (select make_interval(years => history_years) from private.retention)
      order by stored_batch.at
      limit prune_history.size
    )
    union
    (
      select stored_batch.id from private.batches as stored_batch
      where stored_batch.kind in (
          'sign_in', 'sign_out', 'recovery', 'password', 'failed', 'refused', 'export', 'read', 'sessions',
          'factor_removed', 'factor_on', 'factor_off'
        )
        and stored_batch.at < now() - interval '180 days'
      limit prune_history.size
    )
  ) as old;
  if old_batches is null then
    return 0;
  end if;
  perform set_config(
    'vitrine.batch', private.note_event(null, 'retention', '', amount => 0, continues => true)::text, true
  );
  delete from private.changes as change
  where change.ctid = any (array(
    select old.ctid from private.changes as old where old.batch = any (old_batches) order by old.batch limit 20000
  ));
  get diagnostics deleted = row_count;
  delete from private.batches as stored_batch
  where stored_batch.id = any (old_batches)
    and not exists (select from private.changes as change where change.batch = stored_batch.id);
  get diagnostics forgotten = row_count;
  perform private.note_event(null, 'retention', '', amount => forgotten, continues => true);
  return greatest(forgotten, sign(deleted)::integer);
end
$$;
comment on function public.prune_history(integer) is
  'Apaga os atos mais antigos do que se guarda (5 anos, ou o valor de private.retention; entradas, recusas e exportações, 180 dias), até 20.000 alterações por vez. Retorna quantos apagou, ou 1 se só alterações; 0 é o fim.';
