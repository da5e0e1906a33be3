create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  name text collate "pt-BR-x-icu" not null
    check (btrim(name) <> '' and char_length(name) <= 255),
  email text collate "pt-BR-x-icu" not null check (char_length(email) <= 255),
  company text check (char_length(company) <= 255),
  phone text check (char_length(phone) <= 255),
  role text not null default 'Colaborador' check (role in ('Administrador', 'Colaborador')),
  avatar_url text check (char_length(avatar_url) <= 2000 and private.is_picture_address(avatar_url)),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null
    generated always as (private.searchable(name || E'\n' || email)) stored
);

comment on table public.profiles is 'Perfis: quem usa o painel, com o cargo que decide o que pode fazer.';
comment on column public.profiles.id is 'O mesmo id do login; é só nele que o servidor confia.';
comment on column public.profiles.email is 'O e-mail do login; só muda com ele.';
comment on column public.profiles.role is 'Cargo: Administrador ou Colaborador. Ninguém altera o próprio.';
comment on column public.profiles.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.profiles.search_text is 'Nome e e-mail em minúsculas, sem acentos, para a busca.';

create unique index profiles_email_key on public.profiles (lower(email));
create index profiles_name_idx on public.profiles (name, id);
create index profiles_role_idx on public.profiles (role);
create index profiles_avatar_url_idx on public.profiles (private.stored_file(avatar_url));
create index profiles_search_text_idx on public.profiles
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.profiles from anon, authenticated;
grant select, delete on public.profiles to authenticated;
grant insert (id, name, email, company, phone, role, avatar_url) on public.profiles to authenticated;
grant update (name, company, phone, role, avatar_url) on public.profiles to authenticated;
grant all on public.profiles to service_role;

alter table public.profiles enable row level security;

create trigger bump_version before update on public.profiles
  for each row execute function private.bump_version();
