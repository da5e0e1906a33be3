-- What other systems show: the partner menu, the distributor catalogue, a shop's page. The setting says who may read it.
-- Every audience is closed for now, whatever the setting says: only the service role reads the two views. PostgreSQL
-- may evaluate a client's condition on a row before the view has hidden it, and a condition that fails tells that
-- the row exists. A security barrier would prevent that, but then no order could use an index.
create table public.catalogue_readers (
  id boolean primary key default true check (id),
  readers text not null default 'ninguem' check (readers in ('ninguem', 'quem_entrou', 'todos'))
);

comment on table public.catalogue_readers is
  'Quem poderá ler o que está no ar: uma só linha, do Administrador. Por enquanto todos os públicos estão fechados.';
comment on column public.catalogue_readers.readers is
  'ninguem; quem_entrou, com perfil e sessão aberta; todos, também sem entrar, menos o que é restrito.';

revoke all on public.catalogue_readers from anon, authenticated;
grant select on public.catalogue_readers to authenticated;
grant update (readers) on public.catalogue_readers to authenticated;
grant all on public.catalogue_readers to service_role;

alter table public.catalogue_readers enable row level security;

create policy "an Administrador reads who reads the catalogue" on public.catalogue_readers
  for select to authenticated using ((select private.is_administrador()));
create policy "an Administrador says who reads the catalogue" on public.catalogue_readers
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));

insert into public.catalogue_readers default values;

create trigger record_updates after update on public.catalogue_readers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();

create view public.produtos_no_ar with (security_invoker = false) as
  select
    product.id, product.name, product.subtitle, product.mini_description, product.description,
    product.sku, product.tipo, product.category_id, category.name as category, product.visibility,
    product.real_price, promo.price as promo_price, promo.ends_at as promo_ends_at,
    product.button_color, product.button_link, product.video_embed,
    (
      select image.url from public.product_images as image
      where image.product_id = product.id and image.is_main
    ) as main_image_url,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('url', image.url, 'alt', image.alt, 'is_main', image.is_main)
          order by image.is_main desc, image.position, image.id
        ), '[]'
      )
      from public.product_images as image
      where image.product_id = product.id
    ) as images
  from public.products as product
  join public.categories as category on category.id = product.category_id
  left join lateral (
    select product.promo_price as price, product.promo_ends_at as ends_at
    where private.is_on_air(product.promo_starts_at, product.promo_ends_at)
  ) as promo on true
  where product.status = 'Ativo' and category.is_active;
comment on view public.produtos_no_ar is
  'Para outros sistemas: os produtos ativos de categorias ativas; o preço promocional só enquanto vale; as imagens em ordem.';
revoke all on public.produtos_no_ar from public, anon, authenticated, service_role;
grant select on public.produtos_no_ar to service_role;

create view public.banners_no_ar with (security_invoker = false) as
  select
    banner.id, banner.titulo, banner.descricao, banner.cta_texto, banner.cta_link, banner.imagem_url,
    banner.posicao, banner.tipo, banner.ordem, banner.ends_at
  from public.banners as banner
  where banner.status = 'Ativo' and private.is_on_air(banner.starts_at, banner.ends_at);
comment on view public.banners_no_ar is
  'Para outros sistemas: os banners ativos no seu período; quem os mostra ordena por ordem e id.';
revoke all on public.banners_no_ar from public, anon, authenticated, service_role;
grant select on public.banners_no_ar to service_role;
