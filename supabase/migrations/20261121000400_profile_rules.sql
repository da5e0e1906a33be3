-- Rules of profiles that no policy can say. An error with code P0001 carries a Portuguese sentence
-- that is meant to be shown as it is; its hint names the rule for programs.

create function private.profile_takes_email_of_login() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  login_email text;
begin
  -- This runs before the policy does: the answer would tell anybody whose login has which e-mail.
  if current_setting('role') = 'authenticated' and not private.is_administrador() then
    raise exception 'permission denied for table profiles' using errcode = '42501';
  end if;
  select email into login_email from auth.users where id = new.id;
  if lower(login_email) is distinct from lower(new.email) and login_email is not null then
    raise exception 'O e-mail do perfil deve ser o do login.' using hint = 'profile_email';
  end if;
  new.email = coalesce(login_email, new.email);
  return new;
end
$$;
comment on function private.profile_takes_email_of_login() is 'O e-mail do perfil é o do login.';

create function private.profile_keeps_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.id <> old.id or (
    new.email <> old.email
    and new.email is distinct from (select email from auth.users where id = new.id)
  ) then
    raise exception 'O e-mail de um perfil não pode ser alterado.' using hint = 'profile_email';
  end if;
  if new.role <> old.role and new.id = auth.uid() then
    raise exception 'Você não pode alterar o seu próprio cargo.' using hint = 'own_role';
  end if;
  return new;
end
$$;
comment on function private.profile_keeps_identity() is
  'O e-mail só muda com o do login e ninguém altera o próprio cargo.';

create function private.profile_follows_login() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;
comment on function private.profile_follows_login() is
  'Trocado o e-mail do login, pelo servidor, o do perfil acompanha.';

create function private.own_profile_stays() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.id = auth.uid() then
    raise exception 'Ninguém exclui o próprio perfil.' using hint = 'own_profile';
  end if;
  return old;
end
$$;
comment on function private.own_profile_stays() is 'Ninguém exclui o próprio perfil.';

create function private.keep_an_administrador() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Two administrators who demote each other at the same moment wait here for one another.
  perform pg_advisory_xact_lock(hashtextextended('profiles.last_administrador', 0));
  if not exists (select from public.profiles where role = 'Administrador') then
    raise exception 'O último Administrador não pode ser excluído nem rebaixado.'
      using hint = 'last_administrador';
  end if;
  return null;
end
$$;
comment on function private.keep_an_administrador() is
  'O último Administrador não pode ser excluído nem rebaixado, por ninguém.';

-- The platform lets `postgres` delete rows of auth.sessions, and this function is its own.
create function private.end_all_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = old.id;
  return null;
end
$$;
comment on function private.end_all_sessions() is 'Excluído o perfil, as sessões do login terminam.';

revoke all on function
  private.profile_takes_email_of_login(),
  private.profile_keeps_identity(),
  private.profile_follows_login(),
  private.own_profile_stays(),
  private.keep_an_administrador(),
  private.end_all_sessions()
from public;

create trigger profile_takes_email_of_login before insert on public.profiles
  for each row execute function private.profile_takes_email_of_login();
create trigger profile_keeps_identity before update on public.profiles
  for each row execute function private.profile_keeps_identity();
create trigger own_profile_stays before delete on public.profiles
  for each row execute function private.own_profile_stays();
create trigger keep_an_administrador_on_update after update of role on public.profiles
  for each row when (old.role = 'Administrador' and new.role <> 'Administrador')
  execute function private.keep_an_administrador();
create trigger keep_an_administrador_on_delete after delete on public.profiles
  for each row when (old.role = 'Administrador')
  execute function private.keep_an_administrador();
create trigger end_sessions after delete on public.profiles
  for each row execute function private.end_all_sessions();
create trigger vitrine_profile_follows_login after update of email on auth.users
  for each row when (new.email is distinct from old.email)
  execute function private.profile_follows_login();
