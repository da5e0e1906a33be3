-- What people do without changing anything (they come and go, fail, are refused, take data along) stands among
-- the acts: one place to look, one list, one retention.

-- Nobody fills the disk by failing or exporting: what repeats within an hour is added to its newest line, a failure
-- always, an export that begins anew from the 21st on.
create function private.note_event(
  person uuid, kind text, area text, record_id text default '', title text default null,
  amount integer default null, goes_on boolean default false
) returns bigint
language plpgsql set search_path = '' as $$
declare
  noted bigint;
begin
  if amount is not null then
    select case when goes_on or count(*) = 20 then max(recent.id) end into noted
    from (
      select act.id
      from private.batches as act
      where act.actor is not distinct from person and act.at > now() - interval '1 hour'
        and act.kind = note_event.kind and act.area = note_event.area
        and act.record_id = note_event.record_id and act.title is not distinct from note_event.title
      order by act.at desc
      limit 20
    ) as recent;
  end if;
  if noted is null then
    insert into private.batches (actor, actor_name, area, record_id, kind, title, amount)
    values (
      person, (select profile.name from public.profiles as profile where profile.id = person),
      note_event.area, note_event.record_id, note_event.kind, note_event.title, note_event.amount
    )
    returning id into noted;
  else
    update private.batches as act set amount = act.amount + note_event.amount where act.id = noted;
  end if;
  return noted;
end
$$;
comment on function private.note_event(uuid, text, text, text, text, integer, boolean) is
  'Anota algo que nada mudou; goes_on soma ao que a mesma pessoa fez igual há menos de uma hora, o que também se faz a partir da 21ª linha.';
revoke all on function private.note_event(uuid, text, text, text, text, integer, boolean) from public;

-- Both auth servers write here, the platform's unless its project was told not to. Who has no profile yet is
-- just being registered: the sign-up is not that person's coming in.
create function private.note_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_event(
    profile.id,
    case new.payload ->> 'action'
      when 'login' then 'sign_in'
      when 'logout' then 'sign_out'
      when 'user_recovery_requested' then 'recovery'
      else 'password'
    end,
    'profiles', profile.id::text
  )
  from public.profiles as profile
  where profile.id = (new.payload ->> 'actor_id')::uuid;
  return null;
end
$$;
comment on function private.note_sign_in() is
  'Anota entre os atos as entradas e saídas, os pedidos de nova senha e as trocas de senha.';
revoke all on function private.note_sign_in() from public;

create trigger vitrine_note_sign_in after insert on auth.audit_log_entries
  for each row when (
    new.payload ->> 'action' in ('login', 'logout', 'user_recovery_requested', 'user_updated_password')
  )
  execute function private.note_sign_in();

-- For the built-in auth server; the hosted one tells nobody of a sign-in that failed. What people type in place
-- of their e-mail is kept nowhere: it may be a password.
create function private.note_failed_sign_in(email text, kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_event(
    profile.id, note_failed_sign_in.kind, 'profiles', profile.id::text, null, 1, true
  )
  from public.profiles as profile
  where lower(profile.email) = lower(note_failed_sign_in.email);
end
$$;
comment on function private.note_failed_sign_in(text, text) is
  'Para o servidor de login: alguém errou a senha deste usuário (failed), ou já tentou demais (refused).';
revoke all on function private.note_failed_sign_in(text, text) from public;
grant usage on schema private to supabase_auth_admin;
grant execute on function private.note_failed_sign_in(text, text) to supabase_auth_admin;

-- For the built-in data server: a refusal takes back whatever its own transaction wrote.
create function private.note_refusal(area text, verb text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_staff() then
    perform private.note_event(
      auth.uid(), 'refused', left(note_refusal.area, 100), '', left(note_refusal.verb, 10), 1, true
    );
  end if;
end
$$;
comment on function private.note_refusal(text, text) is
  'Anota que se recusou a quem chama, por falta de permissão, uma tabela ou função.';
revoke all on function private.note_refusal(text, text) from public;
grant execute on function private.note_refusal(text, text) to authenticated;

-- For the built-in data server, which counts them: on the hosted platform nobody does.
create function private.note_reads(area text, amount integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_staff() then
    perform private.note_event(
      auth.uid(), 'read', left(note_reads.area, 100), amount => note_reads.amount, goes_on => true
    );
  end if;
end
$$;
comment on function private.note_reads(text, integer) is
  'Anota que quem chama leu, em uma hora e sem exportar, muitos registros de pessoas de uma tabela.';
revoke all on function private.note_reads(text, integer) from public;
grant execute on function private.note_reads(text, integer) to authenticated;
