-- What only the built-in backend keeps: a schema of its own, because auth and storage belong to the
-- platform. It does not travel to a hosted project, which has its own rate limits.
create schema if not exists vitrine_backend;
grant usage on schema vitrine_backend to supabase_auth_admin;

-- What the limits on sign-in and recovery count. Accounts are hashed: people type passwords into the
-- e-mail field.
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

-- storage-api's own tables have no index for these: the sweep finds a file's row by its bytes, the
-- limit on unused files what somebody has sent today.
create index vitrine_objects_version_idx on storage.objects (version);
create index vitrine_objects_owner_idx on storage.objects (owner_id, created_at);
