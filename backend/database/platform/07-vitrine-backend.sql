-- What only the built-in backend keeps: a schema of its own, because auth and storage belong to the
-- platform. It does not travel to a hosted project, which has its own rate limits.
create schema vitrine_backend;
grant usage on schema vitrine_backend to supabase_auth_admin;

create table vitrine_backend.attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  happened_at timestamptz not null default now()
);
comment on table vitrine_backend.attempts is
  'Tentativas que contam para um limite, por conta ou por endereço, contadas numa janela deslizante.';
comment on column vitrine_backend.attempts.kind is
  'O que se conta, por exemplo sign_in:account, sign_in:address, recovery:account.';
comment on column vitrine_backend.attempts.key is 'A conta ou o endereço de rede.';
create index attempts_kind_key_happened_at_idx on vitrine_backend.attempts (kind, key, happened_at);
create index attempts_happened_at_idx on vitrine_backend.attempts (happened_at);
alter table vitrine_backend.attempts owner to supabase_auth_admin;
