-- What is kept about a person, for that person. A distribuidor, parceiro or user may be gone: the history knows them.

create function private.personal_record(area text, record_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stored jsonb;
begin
  if (private.area_of(area)).anonymous_values is null then
    raise exception 'Só distribuidores, parceiros e usuários são titulares.' using errcode = '22023';
  end if;
  execute format('select to_jsonb(stored) - ''search_text'' from public.%I as stored where id = $1', area)
  into stored using record_id::uuid;
  return coalesce(stored, (
    select change.before from private.changes as change
    where change.area = personal_record.area and change.record_id = personal_record.record_id
      and change.kind = 'delete'
    order by change.id desc
    limit 1
  ));
end
$$;
comment on function private.personal_record(text, text) is
  'O registro de um titular como está, ou como era ao ser excluído; nulo se não há.';
revoke all on function private.personal_record(text, text) from public;

create function public.personal_data(area text, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
  login jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function personal_data' using errcode = '42501';
  end if;
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
  -- Repeated requests do not fill the disk with lines.
  if (
    select count(*) < 20 from private.batches as act
    where act.actor = auth.uid() and act.at > now() - interval '1 hour' and act.kind = 'export'
      and act.area = personal_data.area and act.record_id = personal_data.record_id
  ) then
    insert into private.changes (batch, table_name, row_id, area, record_id, kind)
    values (
      private.open_batch(area, record_id, 'export', private.title_of(area, stored), false),
      area, record_id, area, record_id, 'export'
    );
  end if;
  return jsonb_build_object(
    'status', 'found', 'area', area, 'record_id', record_id, 'at', now(), 'record', stored,
    'plan', (select plan.name from public.plans as plan where plan.id = (stored ->> 'plan_id')::uuid),
    'login', login,
    'views', (
      select coalesce(
        jsonb_agg(jsonb_build_object('area', stored.area, 'name', stored.name) order by stored.area, stored.name), '[]'
      )
      from public.list_views as stored
      where stored.person = case when personal_data.area = 'profiles' then personal_data.record_id end::uuid
    ),
    'history', (
      select coalesce(jsonb_agg(told.change order by told.id desc), '[]')
      from (
        select change.id, jsonb_build_object(
          'at', act.at, 'actor', act.actor_name, 'kind', change.kind,
          'before', change.before, 'after', change.after
        ) as change
        from private.changes as change
        join private.batches as act on act.id = change.batch
        where change.area = personal_data.area and change.record_id = personal_data.record_id
        order by change.id desc
        limit 5000
      ) as told
    ),
    -- What the person did, without what it was done to: that is told of others.
    'acts', (
      select coalesce(jsonb_agg(told.act order by told.at desc), '[]')
      from (
        select act.at, jsonb_build_object('at', act.at, 'kind', act.kind, 'area', act.area) as act
        from private.batches as act
        where act.actor = case when personal_data.area = 'profiles' then personal_data.record_id end::uuid
        order by act.at desc
        limit 5000
      ) as told
    )
  );
end
$$;
comment on function public.personal_data(text, text) is
  'Para o Administrador: tudo o que se guarda de um distribuidor, parceiro ou usuário, para entregar ao titular. Consta na atividade, até 20 vezes por hora.';
revoke all on function public.personal_data(text, text) from public, anon, authenticated, service_role;
grant execute on function public.personal_data(text, text) to authenticated;
