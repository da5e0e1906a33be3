-- An announced e-mail can be guessed, and whoever signs it up first would be given the profile that an
-- Administrador is making. So an announcement has a code, which only its author learns: the sign-up
-- brings it as `announcement` in its metadata. It opens a door once and gives no right.
alter table private.announced_users add column code text;
comment on column private.announced_users.code is
  'O que o cadastro precisa trazer; nulo só em anúncios feitos por SQL.';

drop function public.announce_user(text);
create function public.announce_user(email text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  new_code text = gen_random_uuid()::text;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function announce_user' using errcode = '42501';
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

create or replace function public.before_user_created_hook(event jsonb) returns jsonb
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
