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
  constraint notificacoes_period check (private.is_period(starts_at, ends_at))
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
