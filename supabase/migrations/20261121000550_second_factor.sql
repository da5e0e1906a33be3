-- Codes of the second factor can be guessed: five wrong ones in 15 minutes close it, for right ones too. Both auth servers
-- ask this hook after each code and before its result counts; where it rejects they end the person's sessions.
create table private.wrong_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  at timestamptz not null default clock_timestamp()
);
comment on table private.wrong_codes is
  'Códigos errados da verificação em duas etapas, dos últimos 15 minutos de cada login.';
create index wrong_codes_user_id_idx on private.wrong_codes (user_id, at);
revoke all on private.wrong_codes from public, anon, authenticated, service_role;
alter table private.wrong_codes enable row level security;

create function public.mfa_verification_attempt_hook(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid = (event ->> 'user_id')::uuid;
begin
  -- Guesses sent at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('mfa ' || person, 0));
  delete from private.wrong_codes as wrong
  where wrong.user_id = person and wrong.at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.wrong_codes as wrong where wrong.user_id = person) >= 5 then
    return jsonb_build_object(
      'decision', 'reject', 'message', 'Muitos códigos errados. Aguarde 15 minutos e entre de novo.'
    );
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.wrong_codes as wrong where wrong.user_id = person;
  else
    insert into private.wrong_codes (user_id) values (person);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function public.mfa_verification_attempt_hook(jsonb) is
  'Gancho da plataforma: depois de cinco códigos errados em 15 minutos recusa também o certo.';
revoke all on function public.mfa_verification_attempt_hook(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.mfa_verification_attempt_hook(jsonb) to supabase_auth_admin;
