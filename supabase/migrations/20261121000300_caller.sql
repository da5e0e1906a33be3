-- Who is asking? The policies of every table rest on these three functions.
-- The session is looked up too: a token outlives a sign-out, the rights it gave must not. Nor may a
-- session from before the profile: a profile that was deleted and made again is another person's affair.
-- It is PL/pgSQL, which keeps its plan for the connection: a function in SQL would be planned again for
-- every table of every question, which costs more than the page itself.
-- The session is read by its id alone and compared here: no plan may walk all sessions of a person.
create function private.caller_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid = auth.uid();
  open_session record;
begin
  select session.user_id, session.created_at, session.not_after into open_session
  from auth.sessions as session
  where session.id = (auth.jwt() ->> 'session_id')::uuid;
  if open_session.user_id is distinct from caller or open_session.not_after <= now() then
    return null;
  end if;
  return (
    select profile.role
    from public.profiles as profile
    where profile.id = caller and open_session.created_at >= profile.created_at
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

revoke all on function private.caller_role(), private.is_staff(), private.is_administrador() from public;
grant execute on function private.caller_role(), private.is_staff(), private.is_administrador()
  to authenticated;

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
