create table public.parceiros (
  id uuid primary key default gen_random_uuid(),
  name text collate "pt-BR-x-icu" not null
    check (btrim(name) <> '' and char_length(name) <= 255),
  email text collate "pt-BR-x-icu" not null
    check (email ~ '^[^@\s]+@[^@\s]+$' and char_length(email) <= 255),
  phone text not null check (btrim(phone) <> '' and char_length(phone) <= 40),
  address text not null check (btrim(address) <> '' and char_length(address) <= 1000),
  cep text check (cep ~ '^\d{5}-?\d{3}$'),
  logradouro text check (char_length(logradouro) <= 255),
  numero text check (char_length(numero) <= 20),
  complemento text check (char_length(complemento) <= 255),
  bairro text check (char_length(bairro) <= 255),
  cidade text collate "pt-BR-x-icu" check (char_length(cidade) <= 255),
  estado text check (estado ~ '^[A-Z]{2}$'),
  status text not null default 'Pendente' check (status in ('Pendente', 'Ativo', 'Inativo')),
  instagram text check (instagram ~ '^[^@/\s]+$' and char_length(instagram) <= 255),
  logo_url text check (char_length(logo_url) <= 2000 and private.is_picture_address(logo_url)),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null
    generated always as (private.searchable(name || E'\n' || email)) stored
);

comment on table public.parceiros is 'Parceiros: quem vende pelo menu de parceiros.';
comment on column public.parceiros.address is 'Endereço composto: número, complemento e bairro, sem o logradouro.';
comment on column public.parceiros.cep is 'CEP, com ou sem hífen; nulo nos registros que só têm o endereço composto.';
comment on column public.parceiros.estado is 'Sigla da unidade federativa.';
comment on column public.parceiros.instagram is 'Só o nome do perfil, sem @ nem endereço.';
comment on column public.parceiros.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.parceiros.search_text is 'Nome e e-mail em minúsculas, sem acentos, para a busca.';

create index parceiros_name_idx on public.parceiros (name, id);
create index parceiros_status_idx on public.parceiros (status, name, id);
create index parceiros_cidade_idx on public.parceiros (cidade, name, id);
create index parceiros_logo_url_idx on public.parceiros (private.stored_file(logo_url));
create index parceiros_search_text_idx on public.parceiros
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.parceiros from anon, authenticated;
grant select, delete on public.parceiros to authenticated;
grant insert (
  id, name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado,
  status, instagram, logo_url
) on public.parceiros to authenticated;
grant update (
  name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado,
  status, instagram, logo_url
) on public.parceiros to authenticated;
grant all on public.parceiros to service_role;

alter table public.parceiros enable row level security;

create policy "staff reads parceiros" on public.parceiros
  for select to authenticated using ((select private.is_staff()));
create policy "staff creates parceiros" on public.parceiros
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff updates parceiros" on public.parceiros
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff deletes parceiros" on public.parceiros
  for delete to authenticated using ((select private.is_staff()));

create trigger bump_version before update on public.parceiros
  for each row execute function private.bump_version();

select private.count_table('parceiros');
