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
