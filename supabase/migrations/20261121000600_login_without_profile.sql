create function public.login_without_profile(email text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function login_without_profile' using errcode = '42501';
  end if;
  if char_length(private.required(email, 'email')) > 255 then
    return null; -- no login has one
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
