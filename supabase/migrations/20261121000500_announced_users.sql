-- Sign-up is open on the platform and closed by a hook: it lets in the e-mails that an
-- Administrador announced a few minutes ago, and nothing the browser sends gives a right.
create table private.announced_users (
  email text primary key,
  announced_by uuid references public.profiles on delete cascade,
  announced_at timestamptz not null default now()
);
comment on table private.announced_users is
  'E-mails que um Administrador anunciou e que por isso podem criar um login nos minutos seguintes.';
create index announced_users_announced_by_idx on private.announced_users (announced_by);
revoke all on private.announced_users from anon, authenticated, service_role;
alter table private.announced_users enable row level security;

create function public.announce_user(email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function announce_user' using errcode = '42501';
  end if;
  delete from private.announced_users where announced_at < now() - interval '10 minutes';
  insert into private.announced_users (email, announced_by)
  values (lower(btrim(announce_user.email)), auth.uid())
  on conflict on constraint announced_users_pkey
    do update set announced_by = excluded.announced_by, announced_at = excluded.announced_at;
end
$$;
comment on function public.announce_user(text) is
  'Um Administrador anuncia o e-mail de quem vai cadastrar; vale por 10 minutos.';
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

create function private.forget_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.announced_users where email = lower(new.email);
  return null;
end
$$;
comment on function private.forget_announcement() is 'Criado o perfil, o anúncio já serviu.';
revoke all on function private.forget_announcement() from public;

create trigger forget_announcement after insert on public.profiles
  for each row execute function private.forget_announcement();
