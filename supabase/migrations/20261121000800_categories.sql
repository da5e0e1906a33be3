create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "pt-BR-x-icu" not null
    check (btrim(name) <> '' and char_length(name) <= 255),
  description text check (char_length(description) <= 5000),
  image_url text check (char_length(image_url) <= 2000 and private.is_picture_address(image_url)),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null
    generated always as (private.searchable(name || E'\n' || coalesce(description, ''))) stored
);

comment on table public.categories is 'Categorias em que os produtos e serviços se agrupam.';
comment on column public.categories.is_active is 'Ativa ou inativa; uma categoria nova é ativa.';
comment on column public.categories.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.categories.search_text is 'Nome e descrição em minúsculas, sem acentos, para a busca.';

create index categories_name_idx on public.categories (name, id);
create index categories_image_url_idx on public.categories (private.stored_file(image_url));
create index categories_search_text_idx on public.categories
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.categories from anon, authenticated;
grant select, delete on public.categories to authenticated;
grant insert (id, name, description, image_url, is_active) on public.categories to authenticated;
grant update (name, description, image_url, is_active) on public.categories to authenticated;
grant all on public.categories to service_role;

alter table public.categories enable row level security;

create policy "staff reads categories" on public.categories
  for select to authenticated using ((select private.is_staff()));
create policy "staff creates categories" on public.categories
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff updates categories" on public.categories
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff deletes categories" on public.categories
  for delete to authenticated using ((select private.is_staff()));

create trigger bump_version before update on public.categories
  for each row execute function private.bump_version();

select private.count_table('categories');
