-- Frequent queries of the built-in auth server on logins and sessions, each in one statement.

-- A timestamp in GoTrue's format.
create function vitrine_backend.moment(at timestamptz) returns text
language sql stable
return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- A login in GoTrue's JSON: without hashes, tokens and nulls. The names of an identity are crossed: `id` is the
-- provider's id, `identity_id` the row's.
create function vitrine_backend.shown_login(u auth.users) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id,
    'aud', u.aud,
    'role', u.role,
    'email', u.email,
    'phone', coalesce(u.phone, ''),
    'app_metadata', coalesce(u.raw_app_meta_data, '{}'),
    'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
    'identities', coalesce((
      select jsonb_agg(jsonb_build_object(
        'identity_id', i.id,
        'id', i.provider_id,
        'user_id', i.user_id,
        'identity_data', i.identity_data,
        'provider', i.provider
      ) || jsonb_strip_nulls(jsonb_build_object(
        'last_sign_in_at', vitrine_backend.moment(i.last_sign_in_at),
        'created_at', vitrine_backend.moment(i.created_at),
        'updated_at', vitrine_backend.moment(i.updated_at),
        'email', i.email
      )) order by i.created_at)
      from auth.identities i where i.user_id = u.id
    ), '[]'),
    'is_anonymous', u.is_anonymous
  ) || jsonb_strip_nulls(jsonb_build_object(
    'email_confirmed_at', vitrine_backend.moment(u.email_confirmed_at),
    'confirmed_at', vitrine_backend.moment(u.confirmed_at),
    'recovery_sent_at', vitrine_backend.moment(u.recovery_sent_at),
    'last_sign_in_at', vitrine_backend.moment(u.last_sign_in_at),
    'banned_until', vitrine_backend.moment(u.banned_until),
    'created_at', vitrine_backend.moment(u.created_at),
    'updated_at', vitrine_backend.moment(u.updated_at),
    'factors', (
      select jsonb_agg(jsonb_build_object(
        'id', f.id,
        'created_at', vitrine_backend.moment(f.created_at),
        'updated_at', vitrine_backend.moment(f.updated_at),
        'status', f.status,
        'friendly_name', f.friendly_name,
        'factor_type', f.factor_type,
        'last_challenged_at', vitrine_backend.moment(f.last_challenged_at)
      ) order by f.created_at)
      from auth.mfa_factors f where f.user_id = u.id
    )
  ))
$$;

-- Creates a login with its e-mail identity, confirmed at once. Tokens are empty strings as in GoTrue, which cannot read
-- null there. Returns null and writes nothing when the e-mail is taken.
create function vitrine_backend.insert_login(new_id uuid, address text, password_hash text, metadata jsonb)
returns uuid
language sql set search_path = '' as $$
  with login as (
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
      confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
      raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', new_id, 'authenticated', 'authenticated', address, password_hash, now(),
      '', '', '', '', '', '{"provider": "email", "providers": ["email"]}', metadata || '{"email_verified": true}',
      false, false, now(), now())
    on conflict do nothing
    returning id
  )
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select gen_random_uuid(), id::text, id,
    metadata || jsonb_build_object('sub', id, 'email', address, 'email_verified', false, 'phone_verified', false),
    'email', now(), now(), now()
  from login
  returning user_id
$$;

-- Writes GoTrue's audit log entries (models/audit_log_entry.go) for the events that the panel's activity shows.
create function vitrine_backend.audit(person uuid, action text, log_type text, traits json default null)
returns void
language sql set search_path = '' as $$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at)
  select '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_strip_nulls(json_build_object(
      'action', action, 'actor_id', u.id, 'actor_username', u.email, 'actor_via_sso', u.is_sso_user,
      'log_type', log_type, 'traits', traits
    )), now()
  from auth.users u where u.id = person
$$;

-- Opens a session with its first refresh token. `proof` is GoTrue's name of the method of authentication.
create function vitrine_backend.start_session(
  owner uuid, proof text, days integer, agent text, address inet, first_token text
) returns uuid
language sql set search_path = '' as $$
  update auth.users set last_sign_in_at = now(), updated_at = now() where id = owner;
  select vitrine_backend.audit(owner, 'login', 'account', '{"provider": "email"}');
  with session as (
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
    values (gen_random_uuid(), owner, now(), now(), 'aal1', agent, address, now() + make_interval(days => days))
    returning id
  ), proven as (
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select gen_random_uuid(), id, now(), now(), proof from session
  )
  insert into auth.refresh_tokens
    (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
  select '00000000-0000-0000-0000-000000000000', first_token, owner, id, '', false, clock_timestamp(), clock_timestamp()
  from session
  returning session_id
$$;

-- Exchanges a refresh token for the next one and extends its session. Two tabs may refresh at once, and a response may
-- be lost: for ten seconds a used token returns the session's current one. Later use means a copy, and ends the
-- session. The verdict is 'granted' or GoTrue's error code.
create function vitrine_backend.refresh_session(
  given text, next_token text, idle_days integer, max_days integer, agent text, address inet,
  out verdict text, out session uuid, out token text
)
language plpgsql set search_path = '' as $$
declare
  held auth.sessions;
  used auth.refresh_tokens;
  owner auth.users;
begin
  -- The lock on the session's row orders requests: a request that waited reads the token again.
  select s.* into held from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
  where t.token = given for update of s;
  select t.* into used from auth.refresh_tokens t where t.token = given and t.session_id = held.id;
  select u.* into owner from auth.users u where u.id = held.user_id and u.deleted_at is null;
  session = held.id;

  verdict = case
    when used.id is null or owner.id is null then 'refresh_token_not_found'
    when owner.banned_until > now() then 'user_banned'
    when held.not_after <= now() then 'session_expired'
    when used.revoked and used.updated_at <= clock_timestamp() - interval '10 seconds' then 'refresh_token_already_used'
    else 'granted'
  end;
  if verdict = 'refresh_token_already_used' then
    delete from auth.sessions where id = held.id;
  end if;
  if verdict <> 'granted' then
    return;
  end if;

  if used.revoked then
    select t.token into token from auth.refresh_tokens t
    where t.session_id = held.id and not t.revoked order by t.id desc limit 1;
  end if;
  if token is null then
    update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = used.id;
    insert into auth.refresh_tokens
      (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', next_token, held.user_id, held.id, given, false,
      clock_timestamp(), clock_timestamp());
    token = next_token;
  end if;
  -- GoTrue stores the time of a refresh in UTC without zone.
  update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = agent, ip = address,
    not_after = least(now() + make_interval(days => idle_days), created_at + make_interval(days => max_days))
  where id = held.id;
end
$$;

-- Raises a session to the second factor. Its earlier refresh tokens are deleted: a copy from before must not lead to
-- it. As in GoTrue, the user's sessions without the factor end, and unverified factors are deleted. The lock on the
-- login excludes an enrolment (factors.ts), which would otherwise add an unverified factor after that deletion. Returns
-- false if the session has ended meanwhile.
create function vitrine_backend.raise_session(raised uuid, factor uuid, next_token text) returns boolean
language plpgsql set search_path = '' as $$
declare
  owner uuid = (select s.user_id from auth.sessions s where s.id = raised);
begin
  perform from auth.users u where u.id = owner for update;
  update auth.sessions set aal = 'aal2', factor_id = factor, updated_at = now() where id = raised;
  if not found then
    return false;
  end if;
  update auth.mfa_factors set status = 'verified', updated_at = now()
  where id = factor and status = 'unverified';
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  values (gen_random_uuid(), raised, now(), now(), 'totp')
  on conflict (session_id, authentication_method) do update set updated_at = now();
  delete from auth.refresh_tokens where session_id = raised;
  insert into auth.refresh_tokens
    (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
  values ('00000000-0000-0000-0000-000000000000', next_token, owner, raised, '', false, clock_timestamp(), clock_timestamp());
  delete from auth.sessions where user_id = owner and coalesce(aal, 'aal1') < 'aal2';
  delete from auth.mfa_factors where user_id = owner and status = 'unverified' and factor_type = 'totp';
  return true;
end
$$;

alter function vitrine_backend.raise_session(uuid, uuid, text) owner to supabase_auth_admin;
alter function vitrine_backend.moment(timestamptz) owner to supabase_auth_admin;
alter function vitrine_backend.shown_login(auth.users) owner to supabase_auth_admin;
alter function vitrine_backend.insert_login(uuid, text, text, jsonb) owner to supabase_auth_admin;
alter function vitrine_backend.audit(uuid, text, text, json) owner to supabase_auth_admin;
alter function vitrine_backend.start_session(uuid, text, integer, text, inet, text) owner to supabase_auth_admin;
alter function vitrine_backend.refresh_session(text, text, integer, integer, text, inet) owner to supabase_auth_admin;
