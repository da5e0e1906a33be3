create table public.banners (
  id bigint generated always as identity primary key,
  titulo text collate "pt-BR-x-icu" not null
    check (btrim(titulo) <> '' and char_length(titulo) <= 255),
  descricao text check (char_length(descricao) <= 2000),
  cta_texto text check (char_length(cta_texto) <= 255),
  cta_link text check (cta_link ~* '^https?://\S+$' and char_length(cta_link) <= 2000),
  imagem_url text check (char_length(imagem_url) <= 2000 and private.is_picture_address(imagem_url)),
  status text not null default 'Ativo' check (status in ('Ativo', 'Inativo')),
  posicao text not null default 'todos'
    check (posicao in ('todos', 'distribuidores', 'parceiros', 'home')),
  tipo text not null default 'banner' check (tipo in ('banner', 'informativo')),
  ordem integer not null default 0 check (ordem >= 0),
  starts_at timestamptz(0),
  ends_at timestamptz(0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  creation_key uuid unique,
  search_text text not null generated always as (private.searchable(titulo)) stored,
  constraint banners_period check (private.is_period(starts_at, ends_at))
);

comment on table public.banners is 'Banners promocionais dos outros sistemas.';
comment on column public.banners.cta_texto is 'Texto do botão.';
comment on column public.banners.cta_link is 'Endereço do botão; só http ou https.';
comment on column public.banners.posicao is 'Onde aparece; home existe só em registros antigos (Página inicial).';
comment on column public.banners.ordem is 'Ordem de exibição, a partir de 0.';
comment on column public.banners.starts_at is 'Desde quando aparece; nulo é desde já.';
comment on column public.banners.ends_at is 'Até quando aparece; nulo é sem fim.';
comment on column public.banners.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.banners.creation_key is 'Chave de quem cria: o mesmo pedido enviado de novo não cria outro.';
comment on column public.banners.search_text is 'Título em minúsculas, sem acentos, para a busca.';

create index banners_ordem_idx on public.banners (ordem, id);
create index banners_imagem_url_idx on public.banners (private.stored_file(imagem_url));
create index banners_search_text_idx on public.banners
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.banners from anon, authenticated;
grant select, delete on public.banners to authenticated;
grant insert (
  titulo, descricao, cta_texto, cta_link, imagem_url, status, posicao, tipo, ordem, starts_at, ends_at, creation_key
) on public.banners to authenticated;
grant update (
  titulo, descricao, cta_texto, cta_link, imagem_url, status, posicao, tipo, ordem, starts_at, ends_at
) on public.banners to authenticated;
revoke all on sequence public.banners_id_seq from anon, authenticated;
grant all on public.banners to service_role;

alter table public.banners enable row level security;

create policy "an Administrador reads banners" on public.banners
  for select to authenticated using ((select private.is_administrador()));
create policy "an Administrador creates banners" on public.banners
  for insert to authenticated with check ((select private.is_administrador()));
create policy "an Administrador updates banners" on public.banners
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));
create policy "an Administrador deletes banners" on public.banners
  for delete to authenticated using ((select private.is_administrador()));

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at = now();
  return new;
end
$$;
comment on function private.touch_updated_at() is 'Anota o momento da última gravação.';
revoke all on function private.touch_updated_at() from public;

create trigger bump_version before update on public.banners
  for each row execute function private.bump_version();
create trigger touch_updated_at before update on public.banners
  for each row execute function private.touch_updated_at();
