-- Who is asking? The policies of every table rest on these three functions.
-- The session is looked up too: a token outlives a sign-out, the rights it gave must not. Nor may a
-- session from before the profile: a profile that was deleted and made again is another person's affair.
-- It is PL/pgSQL, which keeps its plan for the connection: a function in SQL would be planned again for
-- every table of every question, which costs more than the page itself.
-- The session is read by its id alone and compared here: no plan may walk all sessions of a person.
create function private.session_start() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  session record;
begin
  select open_session.user_id, open_session.created_at, open_session.not_after, open_session.aal into session
  from auth.sessions as open_session
  where open_session.id = (auth.jwt() ->> 'session_id')::uuid;
  if session.user_id is distinct from auth.uid() or session.not_after <= now() then
    return null;
  end if;
  -- The assurance level is that of the stored session: a token may say anything older.
  if coalesce(session.aal, 'aal1') < 'aal2' and (
    exists (
      select from auth.mfa_factors as factor where factor.user_id = session.user_id and factor.status = 'verified'
    )
    or private.is_factor_required(session.user_id)
  ) then
    return null;
  end if;
  return session.created_at;
end
$$;
comment on function private.session_start() is
  'Quando começou a sessão de quem chama; nulo sem login, com a sessão encerrada ou sem a segunda etapa de quem a tem ou tem de ter.';

create function private.caller_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  start timestamptz = private.session_start();
begin
  if start is null then
    return null;
  end if;
  return (
    select profile.role
    from public.profiles as profile
    where profile.id = auth.uid() and start >= profile.created_at
  );
end
$$;
comment on function private.caller_role() is
  'Cargo de quem chama; nulo sem perfil, com a sessão encerrada ou anterior ao perfil.';

create function private.is_staff() returns boolean
language sql stable
return private.caller_role() is not null;
comment on function private.is_staff() is 'Quem chama tem perfil e sessão aberta.';

create function private.is_administrador() returns boolean
language sql stable
return coalesce(private.caller_role() = 'Administrador', false);
comment on function private.is_administrador() is 'Quem chama é Administrador, com sessão aberta.';

revoke all on function private.session_start() from public;
revoke all on function private.caller_role(), private.is_staff(), private.is_administrador() from public;
grant execute on function private.caller_role(), private.is_staff(), private.is_administrador()
  to authenticated;

-- Policies hide every row from a token of a session that has ended: it would be told 'nothing found'. The API asks
-- this first, before each request (PostgREST docs, db-pre-request), and answers with the HTTP status 401.
-- The policies themselves must not raise it: they look at matching rows only, so an error would tell that there are some.
create function private.require_open_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or private.session_start() is not null then
    return;
  end if;
  -- An open session of a person who has no factor: it is required.
  if exists (
    select from auth.sessions as open_session
    where open_session.id = (auth.jwt() ->> 'session_id')::uuid and open_session.user_id = auth.uid()
      and (open_session.not_after is null or open_session.not_after > now())
  ) and not exists (
    select from auth.mfa_factors as factor where factor.user_id = auth.uid() and factor.status = 'verified'
  ) then
    raise exception 'A verificação em duas etapas é exigida. Entre novamente para ativá-la.'
      using errcode = 'PT401', hint = 'factor_required';
  end if;
  raise exception 'Sua sessão terminou. Entre novamente.' using errcode = 'PT401';
end
$$;
comment on function private.require_open_session() is
  'Antes de cada pedido à API: o erro PT401 se a sessão de quem chama já terminou, ou se falta a segunda etapa.';
revoke all on function private.require_open_session() from public;
grant usage on schema private to anon;
grant execute on function private.require_open_session() to anon, authenticated, service_role;

-- A setting of the role belongs to the cluster: another database of it may have made it.
do $$
begin
  if not exists (
    select from pg_roles
    where rolname = 'authenticator'
      and 'pgrst.db_pre_request=private.require_open_session' = any(rolconfig)
  ) then
    alter role authenticator set pgrst.db_pre_request = 'private.require_open_session';
  end if;
  notify pgrst, 'reload config';
end
$$;

create policy "staff reads profiles" on public.profiles
  for select to authenticated
  using ((select private.is_staff()));

create policy "an Administrador creates profiles" on public.profiles
  for insert to authenticated
  with check ((select private.is_administrador()));

create policy "an Administrador updates profiles, staff their own" on public.profiles
  for update to authenticated
  using (
    (select private.is_administrador())
    or (id = (select auth.uid()) and (select private.is_staff()))
  )
  with check (
    (select private.is_administrador())
    or (id = (select auth.uid()) and (select private.is_staff()))
  );

create policy "an Administrador deletes profiles" on public.profiles
  for delete to authenticated
  using ((select private.is_administrador()));
