-- Plans, distribuidores and parceiros.

-- == Plans ==

create table public.plans (
  id uuid primary key default gen_random_uuid(),
  name text collate "pt-BR-x-icu" not null unique
    check (btrim(name) <> '' and char_length(name) <= 255),
  background_color text not null check (background_color ~ '^#[0-9A-Fa-f]{6}$'),
  text_color text not null check (text_color ~ '^#[0-9A-Fa-f]{6}$')
);

comment on table public.plans is 'Planos dos distribuidores; o painel só os lê.';
comment on column public.plans.background_color is 'Cor de fundo da etiqueta do plano.';
comment on column public.plans.text_color is 'Cor do texto da etiqueta do plano.';

revoke all on public.plans from anon, authenticated;
grant select on public.plans to authenticated;
grant all on public.plans to service_role;

alter table public.plans enable row level security;

create policy "staff reads plans" on public.plans
  for select to authenticated using ((select private.is_staff()));

insert into public.plans (name, background_color, text_color) values
  ('Starter', '#e5e7eb', '#1f2937'),
  ('Pro', '#dbeafe', '#1e3a8a'),
  ('Master', '#ede9fe', '#4c1d95'),
  ('Business', '#fef3c7', '#78350f');

-- == Distribuidores ==

create table public.distribuidores (
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
  plan_id uuid not null references public.plans on delete restrict,
  instagram text check (instagram ~ '^[^@/\s]+$' and char_length(instagram) <= 255),
  logo_url text check (char_length(logo_url) <= 2000 and private.is_picture_url(logo_url)),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null
    generated always as (private.searchable(name || E'\n' || email)) stored
);

comment on table public.distribuidores is 'Distribuidores: quem revende pelo catálogo, cada um com um plano.';
comment on column public.distribuidores.address is 'Endereço composto: número, complemento e bairro, sem o logradouro.';
comment on column public.distribuidores.cep is 'CEP, com ou sem hífen; nulo nos registros que só têm o endereço composto.';
comment on column public.distribuidores.estado is 'Sigla da unidade federativa.';
comment on column public.distribuidores.plan_id is 'Plano contratado.';
comment on column public.distribuidores.instagram is 'Só o nome do perfil, sem @ nem endereço.';
comment on column public.distribuidores.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.distribuidores.search_text is 'Nome e e-mail em minúsculas, sem acentos, para a busca.';

create index distribuidores_name_idx on public.distribuidores (name, id);
create index distribuidores_status_idx on public.distribuidores (status, name, id);
create index distribuidores_cidade_idx on public.distribuidores (cidade, name, id);
create index distribuidores_plan_id_idx on public.distribuidores (plan_id);
create index distribuidores_logo_url_idx on public.distribuidores (private.stored_file(logo_url));
create index distribuidores_search_text_idx on public.distribuidores
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.distribuidores from anon, authenticated;
grant select, delete on public.distribuidores to authenticated;
grant insert (
  id, name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado,
  status, plan_id, instagram, logo_url
) on public.distribuidores to authenticated;
grant update (
  name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado,
  status, plan_id, instagram, logo_url
) on public.distribuidores to authenticated;
grant all on public.distribuidores to service_role;

alter table public.distribuidores enable row level security;

create policy "staff reads distribuidores" on public.distribuidores
  for select to authenticated using ((select private.is_staff()));
create policy "staff creates distribuidores" on public.distribuidores
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff updates distribuidores" on public.distribuidores
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff deletes distribuidores" on public.distribuidores
  for delete to authenticated using ((select private.is_staff()));

create trigger bump_version before update on public.distribuidores
  for each row execute function private.bump_version();

select private.count_table('distribuidores');

-- == Parceiros ==

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
  logo_url text check (char_length(logo_url) <= 2000 and private.is_picture_url(logo_url)),
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

-- == Company cities ==

-- The options of the city filter of a list.
create function public.company_cities(of_table text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  cities text[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function company_cities' using errcode = '42501';
  end if;
  if (of_table in ('distribuidores', 'parceiros')) is not true then
    raise exception 'Essa tabela não tem cidades.' using errcode = '22023';
  end if;
  execute format(
    'select array(select distinct cidade from public.%I where cidade <> '''' order by cidade limit 6000)', of_table
  ) into cities;
  return cities;
end
$$;
comment on function public.company_cities(text) is
  'As cidades em que há distribuidores, ou parceiros, em ordem.';
revoke all on function public.company_cities(text) from public, anon, authenticated, service_role;
grant execute on function public.company_cities(text) to authenticated;
