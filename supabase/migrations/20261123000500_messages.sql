-- Notifications and banners.

-- == Notificacoes ==

create table public.notificacoes (
  id bigint generated always as identity primary key,
  titulo text collate "pt-BR-x-icu" not null
    check (btrim(titulo) <> '' and char_length(titulo) <= 255),
  conteudo text not null check (btrim(conteudo) <> '' and char_length(conteudo) <= 5000),
  tipo text not null default 'Geral' check (tipo in ('Geral', 'Alerta', 'Informativo', 'Promoção')),
  status text not null default 'Ativa' check (status in ('Ativa', 'Inativa')),
  destinatarios text not null default 'todos'
    check (destinatarios in ('todos', 'distribuidores', 'parceiros', 'usuarios')),
  visibilidade text not null default 'todos'
    check (visibilidade in ('todos', 'painel', 'menu_parceiros', 'catalogo_distribuidores')),
  starts_at timestamptz(0),
  ends_at timestamptz(0),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  creation_key uuid unique,
  search_text text not null generated always as (private.searchable(titulo)) stored,
  constraint notificacoes_period check (private.is_valid_period(starts_at, ends_at))
);

comment on table public.notificacoes is 'Avisos que os administradores publicam no painel e nos outros sistemas.';
comment on column public.notificacoes.destinatarios is 'A quem se dirige; o painel não o considera ao mostrar.';
comment on column public.notificacoes.visibilidade is 'Onde aparece; no painel, as de todos e as do painel.';
comment on column public.notificacoes.starts_at is 'Desde quando aparece; nulo é desde já.';
comment on column public.notificacoes.ends_at is 'Até quando aparece; nulo é sem fim.';
comment on column public.notificacoes.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.notificacoes.creation_key is 'Chave de quem cria: o mesmo pedido enviado de novo não cria outra.';
comment on column public.notificacoes.search_text is 'Título em minúsculas, sem acentos, para a busca.';

create index notificacoes_created_at_idx on public.notificacoes (created_at desc, id desc);
create index notificacoes_status_visibilidade_idx on public.notificacoes
  (status, visibilidade, starts_at, ends_at);
create index notificacoes_search_text_idx on public.notificacoes
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.notificacoes from anon, authenticated;
grant select, delete on public.notificacoes to authenticated;
grant insert (titulo, conteudo, tipo, status, destinatarios, visibilidade, starts_at, ends_at, creation_key)
  on public.notificacoes to authenticated;
grant update (titulo, conteudo, tipo, status, destinatarios, visibilidade, starts_at, ends_at)
  on public.notificacoes to authenticated;
revoke all on sequence public.notificacoes_id_seq from anon, authenticated;
grant all on public.notificacoes to service_role;

alter table public.notificacoes enable row level security;

create policy "an Administrador reads notificacoes, staff those of the bell" on public.notificacoes
  for select to authenticated
  using (
    (select private.is_administrador())
    or (
      status = 'Ativa' and visibilidade in ('todos', 'painel') and private.is_on_air(starts_at, ends_at)
      and (select private.is_staff())
    )
  );
create policy "an Administrador creates notificacoes" on public.notificacoes
  for insert to authenticated with check ((select private.is_administrador()));
create policy "an Administrador updates notificacoes" on public.notificacoes
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));
create policy "an Administrador deletes notificacoes" on public.notificacoes
  for delete to authenticated using ((select private.is_administrador()));

create trigger bump_version before update on public.notificacoes
  for each row execute function private.bump_version();

-- == Banners ==

create table public.banners (
  id bigint generated always as identity primary key,
  titulo text collate "pt-BR-x-icu" not null
    check (btrim(titulo) <> '' and char_length(titulo) <= 255),
  descricao text check (char_length(descricao) <= 2000),
  cta_texto text check (char_length(cta_texto) <= 255),
  cta_link text check (cta_link ~* '^https?://\S+$' and char_length(cta_link) <= 2000),
  imagem_url text check (char_length(imagem_url) <= 2000 and private.is_picture_url(imagem_url)),
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
  constraint banners_period check (private.is_valid_period(starts_at, ends_at))
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

-- == Duplicate banner ==

create function public.duplicate_banner(banner_id bigint, creation_key uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  source public.banners;
  copy jsonb;
begin
  -- A retry of a request whose response was lost.
  select to_jsonb(copied) into copy from public.banners as copied where copied.creation_key = duplicate_banner.creation_key;
  if found then
    return jsonb_build_object('status', 'saved', 'banner', copy - '{search_text,creation_key}'::text[]);
  end if;
  select * into source from public.banners as original where original.id = duplicate_banner.banner_id;
  if not found then
    return jsonb_build_object('status', 'missing');
  end if;
  -- The copy has the number of its original and is listed after it: see shift_banners.
  perform set_config('vitrine.keeps_banner_order', 'true', true);
  copy = private.insert_record('banners', to_jsonb(source) || jsonb_build_object(
    'titulo', left(source.titulo, 247) || ' (Cópia)', 'creation_key', duplicate_banner.creation_key
  ));
  return jsonb_build_object('status', 'saved', 'banner', copy - '{search_text,creation_key}'::text[]);
end
$$;
comment on function public.duplicate_banner(bigint, uuid) is
  'Copia um banner, com (Cópia) no título; pedida de novo com a mesma creation_key, devolve a cópia que já fez.';
revoke all on function public.duplicate_banner(bigint, uuid) from public, anon, authenticated, service_role;
grant execute on function public.duplicate_banner(bigint, uuid) to authenticated;

-- == Banner order ==

-- A banner saved with the number of another banner takes its place. The other one moves to the next number, and so on
-- up to the first free number. 0, the default, is not a place: banners with 0 are listed first, in order of creation.
-- Rows keep the number that they are written with if one statement writes several banners, for a copy (listed after its
-- original), for an undo, and for roles outside the API (psql, a backup).
create function private.shift_banners() returns trigger
language plpgsql set search_path = '' as $$
declare
  placed bigint[];
  place integer;
  free integer;
begin
  if tg_op = 'INSERT' then
    select array_agg(now.id), max(now.ordem) into placed, place from new_rows as now;
  else
    select array_agg(now.id), max(now.ordem) into placed, place
    from new_rows as now
    join old_rows as was using (id)
    where now.ordem <> was.ordem;
  end if;
  if cardinality(placed) is distinct from 1 or place = 0 or pg_trigger_depth() > 1
    or current_setting('role') not in ('authenticated', 'service_role')
    or coalesce(current_setting('vitrine.keeps_banner_order', true), '') = 'true'
    or coalesce(current_setting('vitrine.undoes', true), '') <> ''
  then
    return null;
  end if;
  select min(candidate.ordem) into free
  from (
    select place as ordem
    union all
    select banner.ordem + 1 from public.banners as banner
    where banner.ordem >= place and banner.ordem < 2147483647 and banner.id <> placed[1]
  ) as candidate
  where not exists (
    select from public.banners as banner
    where banner.ordem = candidate.ordem and banner.id <> placed[1]
  );
  update public.banners as banner set ordem = banner.ordem + 1
  where banner.ordem >= place and banner.ordem < free and banner.id <> placed[1];
  return null;
end
$$;
comment on function private.shift_banners() is
  'Um banner gravado com o número de outro fica no lugar dele: o outro passa ao número seguinte.';
revoke all on function private.shift_banners() from public;

-- Writers run one after the other, and lock before any row is locked: otherwise they could deadlock.
create function private.lock_banner_order() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('order of banners', 0));
  return null;
end
$$;
comment on function private.lock_banner_order() is 'Quem muda a ordem dos banners espera por quem a está mudando.';
revoke all on function private.lock_banner_order() from public;

create trigger lock_banner_order before insert or update of ordem on public.banners
  for each statement execute function private.lock_banner_order();
create trigger shift_banners_inserted after insert on public.banners
  referencing new table as new_rows
  for each statement execute function private.shift_banners();
create trigger shift_banners_updated after update on public.banners
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.shift_banners();
