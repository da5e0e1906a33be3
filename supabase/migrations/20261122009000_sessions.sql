-- The open sessions of a login: each person sees and ends their own, an Administrador those of everybody. The token of
-- a session that was ended is refused with its next request (private.session_start), on both platforms.

create function private.checked_login(person uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() or (person <> auth.uid() and not private.is_administrador()) then
    raise exception 'Só um Administrador vê e encerra as sessões de outra pessoa.' using errcode = '42501';
  end if;
  return coalesce(person, auth.uid());
end
$$;
comment on function private.checked_login(uuid) is
  'O login de quem se trata: o de quem chama, ou para um Administrador o de qualquer pessoa.';
revoke all on function private.checked_login(uuid) from public;

create function public.open_sessions(person uuid default null)
returns table (
  id uuid, created_at timestamptz, used_at timestamptz, user_agent text, address text, is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  login uuid = private.checked_login(person);
begin
  return query
  select stored.id, stored.created_at,
    -- GoTrue keeps the time of a refresh in UTC without zone.
    coalesce(stored.refreshed_at at time zone 'utc', stored.created_at),
    left(stored.user_agent, 300), host(stored.ip),
    stored.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions as stored
  where stored.user_id = login and (stored.not_after is null or stored.not_after > now())
  order by 6 desc, 3 desc
  limit 100;
end
$$;
comment on function public.open_sessions(uuid) is
  'As sessões abertas (até 100) de quem chama, ou para um Administrador de outra pessoa; a de quem chama primeiro.';

create function public.end_sessions(person uuid default null, session uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  login uuid = private.checked_login(person);
  ended integer;
begin
  delete from auth.sessions as stored
  where stored.user_id = login
    and case when session is null
      then stored.id <> (auth.jwt() ->> 'session_id')::uuid
      else stored.id = session
    end;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.note_event(
      auth.uid(), 'sessions', 'profiles', login::text,
      (select profile.name from public.profiles as profile where profile.id = login), ended
    );
  end if;
  return ended;
end
$$;
comment on function public.end_sessions(uuid, uuid) is
  'Encerra uma sessão, ou sem ela todas menos a de quem chama; diz quantas eram e anota entre os atos.';

revoke all on function public.open_sessions(uuid), public.end_sessions(uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.open_sessions(uuid), public.end_sessions(uuid, uuid) to authenticated;
