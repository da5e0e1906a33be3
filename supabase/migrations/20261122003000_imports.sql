-- A spreadsheet on its way in: its rows wait here until they were tried and the person says yes. Only functions
-- reach it, with the rights of who calls them: row-level security gives everybody their own imports alone.
create table private.imports (
  id uuid primary key,
  owner uuid not null default auth.uid() references public.profiles on delete cascade,
  area text not null check (area in ('products', 'categories', 'distribuidores', 'parceiros')),
  file_name text not null check (file_name <> '' and char_length(file_name) <= 255),
  creates_categories boolean not null default false,
  total integer not null check (total between 1 and 100000),
  bytes bigint not null default 0,
  confirmed integer,
  batch bigint,
  steps integer not null default 0,
  result jsonb,
  created_at timestamptz not null default now()
);
comment on table private.imports is 'Planilhas enviadas para importar, cada uma de quem a enviou; somem depois de dois dias.';
comment on column private.imports.creates_categories is 'Cria as categorias que os produtos nomeiam e não existem.';
comment on column private.imports.total is 'Quantas linhas a planilha tem; a importação só está inteira com todas.';
comment on column private.imports.confirmed is 'Quantos preços duvidosos quem importa confirmou, no primeiro passo.';
comment on column private.imports.batch is 'O ato do histórico em que todos os passos da importação entram.';
comment on column private.imports.steps is 'Quantos passos já foram gravados.';
comment on column private.imports.result is 'O resultado do último passo, para quem não recebeu a resposta e o pede de novo.';
create index imports_owner_idx on private.imports (owner);
create index imports_created_at_idx on private.imports (created_at);

create table private.import_rows (
  import_id uuid not null references private.imports on delete cascade,
  line integer not null check (line between 1 and 2000000),
  key text,
  cells jsonb not null check (jsonb_typeof(cells) = 'object' and octet_length(cells::text) <= 131072),
  problems jsonb not null default '{}'
    check (jsonb_typeof(problems) = 'object' and octet_length(problems::text) <= 16384),
  target uuid,
  version integer,
  outcome text check (outcome in ('create', 'change', 'keep', 'refuse', 'created', 'changed')),
  changes jsonb,
  doubts text[] not null default '{}',
  refusal jsonb,
  primary key (import_id, line)
);
comment on table private.import_rows is 'As linhas de uma planilha, o que a prova disse de cada uma e o que foi feito dela.';
comment on column private.import_rows.line is 'Linha na planilha, como o programa de planilhas a numera.';
comment on column private.import_rows.key is 'SKU, nome ou e-mail em minúsculas: por ele a linha acha o registro que já existe.';
comment on column private.import_rows.cells is 'O que a linha grava, por coluna; o que falta fica como está.';
comment on column private.import_rows.problems is 'O que o painel encontrou de errado, por coluna, em palavras.';
comment on column private.import_rows.version is 'A gravação que a prova viu: outra no meio do caminho não é sobrescrita.';
comment on column private.import_rows.changes is 'O que muda, por coluna: antes e depois.';
comment on column private.import_rows.doubts is 'O que a guarda dos preços diz do preço que a linha grava.';
comment on column private.import_rows.refusal is 'Por que o banco a recusa: código, coluna e mensagem.';
create index import_rows_key_idx on private.import_rows (import_id, key, line);
create index import_rows_outcome_idx on private.import_rows (import_id, outcome, line);

revoke all on private.imports, private.import_rows from anon, authenticated, service_role;
grant select, insert, update, delete on private.imports, private.import_rows to authenticated;
alter table private.imports enable row level security;
alter table private.import_rows enable row level security;

create policy "staff reads own imports" on private.imports for select to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff begins own imports" on private.imports for insert to authenticated
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff goes on with own imports" on private.imports for update to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()))
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff drops own imports" on private.imports for delete to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));

create policy "staff reads rows of own imports" on private.import_rows for select to authenticated
  using (import_id in (select id from private.imports) and (select private.is_staff()));
create policy "staff adds rows to own imports" on private.import_rows for insert to authenticated
  with check (import_id in (select id from private.imports) and (select private.is_staff()));
create policy "staff tries rows of own imports" on private.import_rows for update to authenticated
  using (import_id in (select id from private.imports) and (select private.is_staff()))
  with check (import_id in (select id from private.imports) and (select private.is_staff()));

-- Nobody sees the imports of others, so nobody could sweep them. A few at a time: whoever begins waits for it.
create function private.sweep_imports() returns void
language sql security definer set search_path = '' as $$
  delete from private.imports
  where id in (
    select id from private.imports where created_at < now() - interval '2 days' order by created_at limit 3
  )
$$;
comment on function private.sweep_imports() is 'Apaga importações de mais de dois dias, de quem quer que sejam.';
revoke all on function private.sweep_imports() from public;
grant execute on function private.sweep_imports() to authenticated;
