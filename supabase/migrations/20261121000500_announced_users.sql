-- Sign-up is open on the platform and closed by a hook: it lets in the e-mails that an Administrador
-- announced a few minutes ago, once, and nothing the browser sends gives a right. The e-mail can be
-- guessed, and whoever signs it up first would be given the profile that is being made: so an announcement
-- has a code, which only its author learns and which the sign-up brings in its metadata.
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

-- Input and answer: Supabase docs, Auth Hooks, "Before User Created Hook".
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

-- A profile for a login that is not just being made: whoever knew its password, or holds a session or a
-- link of it, may have been sent away meanwhile. The person comes in by a recovery mail.
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
