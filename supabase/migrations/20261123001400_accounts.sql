-- Logins: invitations, second factors and sessions.

-- == Announced users ==

-- Sign-up is open on the platform, and a hook restricts it: it accepts an e-mail once, within a few minutes after an
-- Administrador announced it. No value that the browser sends grants a right. An e-mail can be guessed, and the first
-- sign-up with it would get the profile in creation. An announcement therefore has a code, which only its author
-- receives and which the sign-up sends in its metadata.
create table private.announced_users (
  email text primary key check (char_length(email) <= 255),
  announced_by uuid references public.profiles on delete cascade,
  announced_at timestamptz not null default now(),
  code text check (char_length(code) <= 36)
);
comment on table private.announced_users is
  'E-mails que um Administrador anunciou e que por isso podem criar um login nos minutos seguintes.';
comment on column private.announced_users.code is
  'O que o cadastro precisa trazer; nulo só em anúncios feitos por SQL.';
create index announced_users_announced_by_idx on private.announced_users (announced_by);
revoke all on private.announced_users from anon, authenticated, service_role;
alter table private.announced_users enable row level security;

create table private.known_logins (
  id uuid primary key references auth.users on delete cascade,
  had_profile boolean not null,
  known_since timestamptz not null default now()
);
comment on table private.known_logins is
  'Logins que vieram de um anúncio ou que já tiveram perfil: só estes um cadastro aproveita.';
revoke all on private.known_logins from anon, authenticated, service_role;
alter table private.known_logins enable row level security;

create function public.announce_user(email text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  new_code text = gen_random_uuid()::text;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function announce_user' using errcode = '42501';
  end if;
  if (char_length(email) <= 255 and btrim(email) ~ '^[^@\s]+@[^@\s]+$') is not true then
    raise exception 'Este endereço de e-mail não é válido.' using hint = 'email';
  end if;
  delete from private.announced_users where announced_at < now() - interval '10 minutes';
  insert into private.announced_users (email, announced_by, code)
  values (lower(btrim(announce_user.email)), auth.uid(), new_code)
  on conflict on constraint announced_users_pkey
    do update set announced_by = excluded.announced_by, announced_at = excluded.announced_at,
      code = excluded.code;
  return new_code;
end
$$;
comment on function public.announce_user(text) is
  'Um Administrador anuncia o e-mail de quem vai cadastrar e recebe o código do cadastro; vale por 10 minutos.';
revoke all on function public.announce_user(text) from public, anon, authenticated, service_role;
grant execute on function public.announce_user(text) to authenticated;

-- Request and response: Supabase docs, Auth Hooks, "Before User Created Hook".
create function public.before_user_created_hook(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (
      select
      from private.announced_users as announced
      where announced.email = lower(event -> 'user' ->> 'email')
        and announced.announced_at > now() - interval '10 minutes'
        and (
          announced.code is null
          or announced.code = event -> 'user' -> 'user_metadata' ->> 'announcement'
        )
    )
    then '{}'::jsonb
    else jsonb_build_object('error', jsonb_build_object(
      'http_code', 403,
      'message', 'Só um Administrador pode cadastrar usuários.'
    ))
  end
$$;
comment on function public.before_user_created_hook(jsonb) is
  'Gancho da plataforma: recusa todo cadastro que um Administrador não anunciou há pouco.';
revoke all on function public.before_user_created_hook(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.before_user_created_hook(jsonb) to supabase_auth_admin;

create function private.consume_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.announced_users where email = lower(new.email);
  if found then
    insert into private.known_logins (id, had_profile) values (new.id, false);
  end if;
  return null;
end
$$;
comment on function private.consume_announcement() is 'Criado o login, o anúncio já serviu.';

-- Runs for a profile of an existing login. Somebody who has lost access since may know its password, or hold a session
-- or a link of it. The user signs in by a recovery e-mail.
create function private.close_reused_login() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not exists (
    select
    from private.known_logins as known
    where known.id = new.id
      and not known.had_profile
      and known.known_since > now() - interval '10 minutes'
  ) then
    update auth.users set encrypted_password = '', recovery_token = '' where id = new.id;
    delete from auth.one_time_tokens where user_id = new.id;
    delete from auth.sessions where user_id = new.id;
    delete from auth.mfa_factors where user_id = new.id;
  end if;
  insert into private.known_logins (id, had_profile) values (new.id, true)
  on conflict (id) do update set had_profile = true;
  return null;
end
$$;
comment on function private.close_reused_login() is
  'Um login aproveitado perde a senha e as sessões antigas: entra-se nele por um e-mail de recuperação.';

revoke all on function private.consume_announcement(), private.close_reused_login() from public;

create trigger vitrine_consume_announcement after insert on auth.users
  for each row execute function private.consume_announcement();
create trigger close_reused_login after insert on public.profiles
  for each row execute function private.close_reused_login();

-- == Second factor ==

-- Codes of a second factor can be guessed: after five wrong codes in 15 minutes, right ones are rejected too. Both auth
-- servers call this hook after each code, before its result counts; if it rejects, they end the user's sessions.
create table private.wrong_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  at timestamptz not null default clock_timestamp()
);
comment on table private.wrong_codes is
  'Códigos errados da verificação em duas etapas, dos últimos 15 minutos de cada login.';
create index wrong_codes_user_id_idx on private.wrong_codes (user_id, at);
revoke all on private.wrong_codes from public, anon, authenticated, service_role;
alter table private.wrong_codes enable row level security;

create function public.mfa_verification_attempt_hook(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  login_id uuid = (event ->> 'user_id')::uuid;
begin
  -- Concurrent guesses are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('mfa ' || login_id, 0));
  delete from private.wrong_codes as wrong
  where wrong.user_id = login_id and wrong.at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.wrong_codes as wrong where wrong.user_id = login_id) >= 5 then
    return jsonb_build_object(
      'decision', 'reject', 'message', 'Muitos códigos errados. Aguarde 15 minutos e entre de novo.'
    );
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.wrong_codes as wrong where wrong.user_id = login_id;
  else
    insert into private.wrong_codes (user_id) values (login_id);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function public.mfa_verification_attempt_hook(jsonb) is
  'Gancho da plataforma: depois de cinco códigos errados em 15 minutos recusa também o certo.';
revoke all on function public.mfa_verification_attempt_hook(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.mfa_verification_attempt_hook(jsonb) to supabase_auth_admin;

-- == Login without profile ==

create function public.login_without_profile(email text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function login_without_profile' using errcode = '42501';
  end if;
  if char_length(private.required(email, 'email')) > 255 then
    return null; -- the user has no login
  end if;
  return (
    select login.id
    from auth.users as login
    join private.known_logins as known using (id)
    where lower(login.email) = lower(btrim(login_without_profile.email))
      and login.deleted_at is null
      and not exists (select from public.profiles as profile where profile.id = login.id)
    order by login.is_sso_user, login.created_at
    limit 1
  );
end
$$;
comment on function public.login_without_profile(text) is
  'Id do login que um cadastro anunciado criou ou que perdeu o perfil, para que um Administrador o aproveite; nulo se não há.';
revoke all on function public.login_without_profile(text) from public, anon, authenticated, service_role;
grant execute on function public.login_without_profile(text) to authenticated;

-- == Login email ==

-- The platform's auth server lets users change the e-mail of their own login: a stolen session could take over the
-- account. Only an operator changes an e-mail, and writes it directly; a change by a user waits in email_change.
create function private.refuse_email_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Só quem opera o sistema muda o e-mail de um login.'
    using errcode = '42501', hint = 'login_email';
end
$$;
comment on function private.refuse_email_change() is
  'Recusa o pedido de um usuário para trocar o e-mail do próprio login.';
revoke all on function private.refuse_email_change() from public;

create trigger vitrine_refuse_email_change before update of email_change on auth.users
  for each row when (coalesce(new.email_change, '') not in ('', coalesce(old.email_change, '')))
  execute function private.refuse_email_change();

-- == First administrador ==

create function public.first_administrador(email text, name text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  login auth.users;
begin
  perform pg_advisory_xact_lock(hashtextextended('profiles.last_administrador', 0));
  if exists (select from public.profiles where role = 'Administrador') then
    raise exception 'Já existe um Administrador: é ele quem cadastra os outros, no painel.'
      using hint = 'administrador_exists';
  end if;
  select * into login
  from auth.users
  where lower(auth.users.email) = lower(btrim(first_administrador.email))
    and auth.users.deleted_at is null
  limit 1;
  if login.id is null then
    raise exception 'Não há login com o e-mail %: crie-o primeiro (Authentication, Add user).', email
      using hint = 'login_missing';
  end if;
  insert into public.profiles (id, name, email, role)
  values (
    login.id,
    coalesce(
      nullif(btrim(first_administrador.name), ''),
      nullif(btrim(login.raw_user_meta_data ->> 'name'), ''),
      split_part(login.email, '@', 1)
    ),
    login.email,
    'Administrador'
  )
  on conflict (id) do update set role = excluded.role;
  return format('%s agora é Administrador.', login.email);
end
$$;
comment on function public.first_administrador(text, text) is
  'Dá o cargo de Administrador a um login, só enquanto não há nenhum. Chama-se no editor SQL da plataforma.';
revoke all on function public.first_administrador(text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.first_administrador(text, text) to service_role;

-- == Sessions ==

-- The open sessions of a login: users list and end their own, an Administrador those of every user. The token of an
-- ended session is refused at its next request (private.session_start), on both platforms.

create function private.checked_login(user_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() or (user_id <> auth.uid() and not private.is_administrador()) then
    raise exception 'Só um Administrador vê e encerra as sessões de outra pessoa.' using errcode = '42501';
  end if;
  return coalesce(user_id, auth.uid());
end
$$;
comment on function private.checked_login(uuid) is
  'O login de quem se trata: o de quem chama, ou para um Administrador o de qualquer pessoa.';
revoke all on function private.checked_login(uuid) from public;

create function public.open_sessions(user_id uuid default null)
returns table (
  id uuid, created_at timestamptz, used_at timestamptz, user_agent text, ip_address text, is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  login uuid = private.checked_login(user_id);
begin
  return query
  select stored.id, stored.created_at,
    -- GoTrue stores the time of a refresh in UTC without time zone.
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

create function public.end_sessions(user_id uuid default null, session uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  login uuid = private.checked_login(user_id);
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

-- == Remove factors ==

-- For a lost phone: an Administrador or an operator of the server removes the second factor of a user. The user then
-- signs in with the password only, until there is a new factor. The open sessions therefore end, and the activity shows
-- who removed it.
create function private.remove_factors(user_id uuid, remover uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  removed integer;
begin
  delete from auth.mfa_factors as factor where factor.user_id = remove_factors.user_id;
  get diagnostics removed = row_count;
  delete from auth.sessions as stored where stored.user_id = remove_factors.user_id;
  delete from private.wrong_codes as wrong where wrong.user_id = remove_factors.user_id;
  if removed > 0 then
    perform private.note_event(
      remover, 'factor_removed', 'profiles', remove_factors.user_id::text,
      (select profile.name from public.profiles as profile where profile.id = remove_factors.user_id)
    );
  end if;
  return removed;
end
$$;
comment on function private.remove_factors(uuid, uuid) is
  'Retira a verificação em duas etapas de uma pessoa e encerra as sessões dela; diz quantos fatores eram.';
revoke all on function private.remove_factors(uuid, uuid) from public;

create function public.remove_factors(user_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'Só um Administrador retira a verificação em duas etapas de outra pessoa.'
      using errcode = '42501';
  end if;
  if user_id is null then
    raise exception 'Diga de quem.' using hint = 'missing_user';
  end if;
  if user_id = auth.uid() then
    raise exception 'Retire a sua verificação em duas etapas no seu perfil.' using hint = 'own_factor';
  end if;
  return private.remove_factors(user_id, auth.uid());
end
$$;
comment on function public.remove_factors(uuid) is
  'Para um Administrador: retira a verificação em duas etapas de outra pessoa, que perdeu o celular.';

create function public.factor_since(user_id uuid) returns table (since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if user_id is null then
    raise exception 'Diga de quem.' using hint = 'missing_user';
  end if;
  if private.is_administrador() then
    return query
    select min(factor.updated_at)
    from auth.mfa_factors as factor
    where factor.user_id = factor_since.user_id and factor.status = 'verified';
  end if;
end
$$;
comment on function public.factor_since(uuid) is
  'Para um Administrador: desde quando uma pessoa usa a verificação em duas etapas; nulo se não usa.';

revoke all on function public.remove_factors(uuid), public.factor_since(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.remove_factors(uuid), public.factor_since(uuid) to authenticated;

-- == Required factor ==

-- A trigger checks this, because an undo must respect the rule, too. An operator of the server (no login) may set any
-- value.
create function private.check_own_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    return new;
  end if;
  -- Lock the factor: it must not be deleted before this transaction ends.
  perform from auth.mfa_factors as factor
  where factor.user_id = auth.uid() and factor.status = 'verified'
  for share;
  if not found then
    raise exception 'Ative antes a sua verificação em duas etapas, em Editar Perfil.' using hint = 'own_factor_first';
  end if;
  return new;
end
$$;
comment on function private.check_own_factor() is
  'Só quem usa a verificação em duas etapas a exige de outras pessoas.';
revoke all on function private.check_own_factor() from public;

create trigger check_own_factor before update on public.factor_rule
  for each row when (new.required_of <> 'ninguem' and new.required_of <> old.required_of)
  execute function private.check_own_factor();

create trigger record_updates after update on public.factor_rule
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();

-- Applies to the auth server only, where users remove their own factor: remove_factors and anonymise may remove the
-- last one. Deleting a login deletes its factors: the login's row is already deleted then.
create function private.protect_required_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Lock the login: if two factors are removed at the same time, one stays.
  perform from auth.users as login where login.id = old.user_id for no key update;
  if found and private.is_factor_required(old.user_id) and not exists (
    select from auth.mfa_factors as other
    where other.user_id = old.user_id and other.id <> old.id and other.status = 'verified'
  ) then
    raise exception 'A verificação em duas etapas é exigida de você. Para trocar de aplicativo, ative antes o outro.'
      using errcode = 'PT403', hint = 'factor_required';
  end if;
  return old;
end
$$;
comment on function private.protect_required_factor() is
  'Ninguém remove a própria verificação em duas etapas enquanto ela é exigida, a não ser que use outra.';
revoke all on function private.protect_required_factor() from public;

create trigger vitrine_protect_required_factor before delete on auth.mfa_factors
  for each row when (old.status = 'verified' and current_user = 'supabase_auth_admin')
  execute function private.protect_required_factor();

-- The amount limits repeated events of an hour (note_event). The title tells that the user still has another app.
create function private.note_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_event(
    profile.id, case tg_op when 'DELETE' then 'factor_off' else 'factor_on' end, 'profiles', profile.id::text,
    case when exists (
      select from auth.mfa_factors as other
      where other.user_id = old.user_id and other.id <> old.id and other.status = 'verified'
    ) then 'aplicativo' end,
    1
  )
  from public.profiles as profile
  join auth.users as login using (id)
  where profile.id = old.user_id;
  return null;
end
$$;
comment on function private.note_factor() is
  'Anota entre os atos quem ativou ou removeu a própria verificação em duas etapas, ou um de vários aplicativos.';
revoke all on function private.note_factor() from public;

create trigger vitrine_note_factor_on after update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified')
  execute function private.note_factor();
create trigger vitrine_note_factor_off after delete on auth.mfa_factors
  for each row when (old.status = 'verified' and current_user = 'supabase_auth_admin')
  execute function private.note_factor();
