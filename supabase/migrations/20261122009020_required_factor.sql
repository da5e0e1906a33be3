-- Of whom a second factor is required. Whoever it is required of and has none reads and writes nothing (session_start),
-- on both platforms, until the first code of one was verified.
create table public.factor_rule (
  id boolean primary key default true check (id),
  required_of text not null default 'ninguem' check (required_of in ('ninguem', 'administradores', 'todos'))
);

comment on table public.factor_rule is
  'De quem se exige a verificação em duas etapas: uma só linha, do Administrador.';
comment on column public.factor_rule.required_of is
  'ninguem, administradores ou todos. Quem tem de usá-la e ainda não a ativou não lê nem grava nada.';

revoke all on public.factor_rule from anon, authenticated;
grant select on public.factor_rule to authenticated;
grant update (required_of) on public.factor_rule to authenticated;
grant all on public.factor_rule to service_role;

alter table public.factor_rule enable row level security;

create policy "staff reads of whom the second factor is required" on public.factor_rule
  for select to authenticated using ((select private.is_staff()));
create policy "an Administrador says of whom the second factor is required" on public.factor_rule
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));

insert into public.factor_rule default values;

-- A login without a profile has no rights that a second factor could protect.
create function private.is_factor_required(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  required_of constant text = (select rule.required_of from public.factor_rule as rule);
begin
  if required_of = 'ninguem' then
    return false;
  end if;
  return exists (
    select from public.profiles as profile
    where profile.id = person and (required_of = 'todos' or profile.role = 'Administrador')
  );
end
$$;
comment on function private.is_factor_required(uuid) is
  'Se a verificação em duas etapas é exigida de uma pessoa, que a use ou não.';
revoke all on function private.is_factor_required(uuid) from public;

-- In a trigger, so that an undo is held to it too. Who has the server (no login) may say anything.
create function private.check_own_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    return new;
  end if;
  -- Locked: it must not go while this transaction counts on it.
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

-- Only for the auth server, which removes the own factor of a person: remove_factors and anonymise may take the last one.
-- A login that is deleted takes its factors along: its row is gone by then.
create function private.keep_required_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked: of two that are removed at the same time, one stays.
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
comment on function private.keep_required_factor() is
  'Ninguém remove a própria verificação em duas etapas enquanto ela é exigida, a não ser que use outra.';
revoke all on function private.keep_required_factor() from public;

create trigger vitrine_keep_required_factor before delete on auth.mfa_factors
  for each row when (old.status = 'verified' and current_user = 'supabase_auth_admin')
  execute function private.keep_required_factor();

-- The amount bounds what repeats within an hour (note_event). A title marks an app beside another one.
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
