-- A lost phone: an Administrador, or who has the server, takes the second factor of a person away. The person signs in with the
-- password alone until there is another one, so the open sessions end and the activity tells who did it.
create function private.remove_factors(person uuid, remover uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  removed integer;
begin
  delete from auth.mfa_factors as factor where factor.user_id = person;
  get diagnostics removed = row_count;
  delete from auth.sessions as stored where stored.user_id = person;
  delete from private.wrong_codes as wrong where wrong.user_id = person;
  if removed > 0 then
    perform private.note_event(
      remover, 'factor_removed', 'profiles', person::text,
      (select profile.name from public.profiles as profile where profile.id = person)
    );
  end if;
  return removed;
end
$$;
comment on function private.remove_factors(uuid, uuid) is
  'Retira a verificação em duas etapas de uma pessoa e encerra as sessões dela; diz quantos fatores eram.';
revoke all on function private.remove_factors(uuid, uuid) from public;

create function public.remove_factors(person uuid) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'Só um Administrador retira a verificação em duas etapas de outra pessoa.'
      using errcode = '42501';
  end if;
  if person is null then
    raise exception 'Diga de quem.' using hint = 'missing_person';
  end if;
  if person = auth.uid() then
    raise exception 'Retire a sua verificação em duas etapas no seu perfil.' using hint = 'own_factor';
  end if;
  return private.remove_factors(person, auth.uid());
end
$$;
comment on function public.remove_factors(uuid) is
  'Para um Administrador: retira a verificação em duas etapas de outra pessoa, que perdeu o celular.';

create function public.factor_since(person uuid) returns table (since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if person is null then
    raise exception 'Diga de quem.' using hint = 'missing_person';
  end if;
  if private.is_administrador() then
    return query
    select min(factor.updated_at)
    from auth.mfa_factors as factor
    where factor.user_id = person and factor.status = 'verified';
  end if;
end
$$;
comment on function public.factor_since(uuid) is
  'Para um Administrador: desde quando uma pessoa usa a verificação em duas etapas; nulo se não usa.';

revoke all on function public.remove_factors(uuid), public.factor_since(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.remove_factors(uuid), public.factor_since(uuid) to authenticated;
