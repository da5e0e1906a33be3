-- Tables of the built-in backend alone, in their own schema: auth and storage belong to the platform. A hosted project
-- does not get them; it has its own rate limits.
grant usage on schema vitrine_backend to supabase_auth_admin, postgres;

-- The backend creates the schema before its first file. postgres runs the migrations.
grant select, insert on vitrine_backend.applied_files to postgres;
comment on table vitrine_backend.applied_files is
  'Arquivos da base e migrações que já rodaram aqui, com a soma SHA-256 de cada um.';

-- Attempts of sign-in and recovery. Accounts are hashed: users type passwords into the e-mail field.
create table vitrine_backend.attempts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sign-in', 'recovery')),
  account bytea not null,
  address text not null,
  failed boolean not null default false,
  happened_at timestamptz not null default clock_timestamp()
);
comment on table vitrine_backend.attempts is
  'Tentativas de acesso e de recuperação que contam para um limite, numa janela deslizante.';
comment on column vitrine_backend.attempts.account is
  'SHA-256 do e-mail em minúsculas, exista o login ou não.';
comment on column vitrine_backend.attempts.address is
  'Endereço IP de quem tentou (em IPv6, a rede /64).';
comment on column vitrine_backend.attempts.failed is 'Falso enquanto a senha está sendo conferida.';
create index attempts_account_idx on vitrine_backend.attempts (kind, account, happened_at);
create index attempts_address_idx on vitrine_backend.attempts (kind, address, happened_at);
create index attempts_happened_at_idx on vitrine_backend.attempts (happened_at);
alter table vitrine_backend.attempts owner to supabase_auth_admin;

-- A TOTP code is valid for one sign-in: the time step of the last accepted code of each factor.
create table vitrine_backend.used_codes (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  step bigint not null
);
comment on table vitrine_backend.used_codes is
  'O passo de 30 s do último código aceito de cada fator: um código vale uma vez.';
alter table vitrine_backend.used_codes owner to supabase_auth_admin;

-- Indexes that storage-api's own tables lack: the sweep finds a file's row by its bytes, the limit on unused files
-- counts a user's uploads of the day.
create index vitrine_objects_version_idx on storage.objects (version);
create index vitrine_objects_owner_idx on storage.objects (owner_id, created_at);
-- GoTrue's tables lack one for pruning.
create index vitrine_audit_created_idx on auth.audit_log_entries (created_at);

-- Decides on an attempt: 'admitted' with its number, 'refused' or 'too-early' with the seconds to wait, or 'busy' while
-- another attempt on the same account or address is undecided and could reach the limit. It never waits for a lock: a
-- crowd must not hold connections. An undecided attempt older than half a minute belongs to a process that died.
create function vitrine_backend.decide_attempt(
  new_kind text, new_account bytea, new_address text,
  account_limit integer, address_limit integer, window_seconds integer, apart_seconds integer,
  out verdict text, out attempt bigint, out seconds integer
)
language plpgsql set search_path = '' as $$
declare
  since timestamptz = clock_timestamp() - make_interval(secs => window_seconds);
  checking timestamptz = clock_timestamp() - interval '30 seconds';
  account record;
  address record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(new_kind || ' address ' || new_address, 5))
    or not pg_try_advisory_xact_lock(
      hashtextextended(new_kind || ' account ' || encode(new_account, 'hex'), 5)
    )
  then
    verdict = 'busy';
    return;
  end if;

  delete from vitrine_backend.attempts where id in (
    select id from vitrine_backend.attempts
    where happened_at < least(since, checking, clock_timestamp() - make_interval(secs => apart_seconds))
    limit 100 for update skip locked
  );

  if apart_seconds > 0 then
    select ceil(extract(epoch from
      max(happened_at) + make_interval(secs => apart_seconds) - clock_timestamp()
    )) into seconds
    from vitrine_backend.attempts where kind = new_kind and attempts.account = new_account;
    if seconds > 0 then
      verdict = 'too-early';
      return;
    end if;
  end if;

  select
    count(*) filter (where failed) as failures,
    count(*) filter (where not failed and happened_at > checking) as running,
    (array_agg(happened_at order by happened_at desc) filter (where failed))[account_limit] as last_free
  into account
  from vitrine_backend.attempts
  where kind = new_kind and attempts.account = new_account and happened_at > since;

  select
    count(*) filter (where failed) as failures,
    count(*) filter (where not failed and happened_at > checking) as running,
    (array_agg(happened_at order by happened_at desc) filter (where failed))[address_limit] as last_free
  into address
  from vitrine_backend.attempts
  where kind = new_kind and attempts.address = new_address and happened_at > since;

  if account.failures >= account_limit or address.failures >= address_limit then
    verdict = 'refused';
    -- Seconds until the oldest counted failure leaves the window.
    seconds = greatest(1, ceil(extract(epoch from
      greatest(account.last_free, address.last_free) + make_interval(secs => window_seconds)
        - clock_timestamp()
    )));
  elsif account.failures + account.running >= account_limit
    or address.failures + address.running >= address_limit
  then
    verdict = 'busy';
  else
    verdict = 'admitted';
    insert into vitrine_backend.attempts (kind, account, address)
    values (new_kind, new_account, new_address)
    returning id into attempt;
  end if;
end
$$;
alter function vitrine_backend.decide_attempt(text, bytea, text, integer, integer, integer, integer)
  owner to supabase_auth_admin;
