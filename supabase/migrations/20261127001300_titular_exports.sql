-- An export for the titular changes nothing: a form that is open meanwhile must not report it as another user's change.
create or replace function public.record_authors(
  area text, record_ids text[], version integer default null, batch bigint default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb;
begin
  perform private.required(area, 'area'), private.checked_list(record_ids, 1000, 'record_ids');
  if exists (
    select from unnest(record_ids) as wanted (id)
    where private.may_see_changes(record_authors.area, wanted.id) is not true
  ) then
    raise exception 'permission denied for function record_authors' using errcode = '42501';
  end if;
  with later as (
    select change.id, stored_batch.at, stored_batch.actor, stored_batch.actor_name, change.batch,
      change.kind = 'delete' and change.table_name = change.area as deletes,
      change.kind = 'anonymise' as anonymises
    from unnest(record_ids) as wanted (id)
    cross join lateral (
      -- One save consists of several changes; those of pictures have no version.
      select coalesce(max(own.id), 0) as id
      from private.changes as own
      where own.area = record_authors.area and own.record_id = wanted.id and own.batch in (
        select known.batch from private.changes as known
        where known.area = record_authors.area and known.record_id = wanted.id
          and case
            when record_authors.batch is null
              then known.version = record_authors.version and known.kind <> 'delete'
            else known.batch = record_authors.batch
          end
      )
    ) as seen
    cross join lateral (
      select latest.* from private.changes as latest
      where latest.area = record_authors.area and latest.record_id = wanted.id and latest.id > seen.id
        and latest.kind <> 'export'
      order by latest.id desc
      limit 200
    ) as change
    join private.batches as stored_batch on stored_batch.id = change.batch
  )
  select jsonb_build_object(
    'authors', coalesce((
      select jsonb_agg(
        jsonb_build_object('name', author.actor_name, 'own', coalesce(author.actor = auth.uid(), false))
        order by author.latest desc
      )
      from (
        select later.actor, (array_agg(later.actor_name order by later.id desc))[1] as actor_name,
          max(later.id) as latest
        from later
        group by later.actor
      ) as author
    ), '[]'),
    'deletion', (
      select case when latest.deletes then jsonb_build_object(
        'name', latest.actor_name, 'own', coalesce(latest.actor = auth.uid(), false),
        'at', latest.at, 'batch', latest.batch
      ) end
      from (select * from later order by later.deletes desc, later.id desc limit 1) as latest
      where not exists (select from later as again where again.id > latest.id and again.batch <> latest.batch)
    ),
    'anonymisation', (
      select jsonb_build_object(
        'name', latest.actor_name, 'own', coalesce(latest.actor = auth.uid(), false), 'at', latest.at
      )
      from later as latest
      where latest.anonymises
      order by latest.id desc
      limit 1
    )
  ) into result;
  return result;
end
$$;

-- A longer history is cut: the file must not say that it has everything.
create or replace function public.personal_data(area text, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
  login jsonb;
  history jsonb;
  batches jsonb;
  entries constant integer = 5000;
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
    limit entries + 1
  ) as listed;
  -- The batches of the titular, without the records that they changed: those are about others.
  select coalesce(jsonb_agg(listed.stored_batch order by listed.at desc), '[]') into batches
  from (
    select stored_batch.at, jsonb_build_object('at', stored_batch.at, 'kind', stored_batch.kind, 'area', stored_batch.area) as stored_batch
    from private.batches as stored_batch
    where stored_batch.actor = case when personal_data.area = 'profiles' then personal_data.record_id end::uuid
    order by stored_batch.at desc
    limit entries + 1
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
    'history', history - entries,
    'names', private.names_in(jsonb_build_array(jsonb_build_object(
      'changes', history - entries || jsonb_build_object('after', stored)
    ))),
    'batches', batches - entries,
    'has_more', jsonb_build_object(
      'history', jsonb_array_length(history) > entries, 'batches', jsonb_array_length(batches) > entries
    )
  );
end
$$;
comment on function public.personal_data(text, text) is
  'Para o Administrador: tudo o que é guardado sobre um distribuidor, parceiro ou usuário, para entregar ao titular; do histórico e das ações do usuário, as 5.000 mais novas (has_more diz se há outras). Cada consulta é registrada na atividade, até 20 por hora.';
