-- Categories, products and product images.

-- == Categories ==

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text collate "pt-BR-x-icu" not null
    check (btrim(name) <> '' and char_length(name) <= 255),
  description text check (char_length(description) <= 5000),
  image_url text check (char_length(image_url) <= 2000 and private.is_picture_url(image_url)),
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

-- == Products ==

create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text collate "pt-BR-x-icu" not null
    check (btrim(name) <> '' and char_length(name) <= 255),
  subtitle text collate "pt-BR-x-icu" not null
    check (btrim(subtitle) <> '' and char_length(subtitle) <= 30),
  mini_description text not null
    check (btrim(mini_description) <> '' and char_length(mini_description) <= 65),
  description text not null check (btrim(description) <> '' and char_length(description) <= 20000),
  sku text collate "pt-BR-x-icu" not null
    check (sku <> '' and sku = btrim(sku) and char_length(sku) <= 255),
  tipo text not null default 'Produto' check (tipo in ('Produto', 'Serviço')),
  category_id uuid not null references public.categories on delete restrict,
  status text not null default 'Ativo' check (status in ('Ativo', 'Inativo')),
  visibility text not null default 'todos'
    check (visibility in ('todos', 'menu_parceiros', 'catalogo_distribuidores')),
  real_price numeric(12, 2) not null check (real_price between 0 and 9999999999.99),
  promo_price numeric(12, 2) check (promo_price between 0 and 9999999999.99),
  promo_starts_at timestamptz(0),
  promo_ends_at timestamptz(0),
  discount_percentage numeric(5, 2) check (discount_percentage between 0 and 100),
  button_color text not null default '#0077cc' check (button_color ~ '^#[0-9A-Fa-f]{6}$'),
  button_link text check (button_link ~* '^https?://\S+$' and char_length(button_link) <= 2000),
  video_embed text check (video_embed ~* '^https?://\S+$' and char_length(video_embed) <= 2000),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null
    generated always as (private.searchable(name || E'\n' || sku)) stored,
  constraint products_promo_period check (private.is_valid_period(promo_starts_at, promo_ends_at)),
  constraint products_promo_period_of_price
    check (promo_price is not null or coalesce(promo_starts_at, promo_ends_at) is null)
);

comment on table public.products is 'Produtos e serviços do catálogo.';
comment on column public.products.sku is 'Código do produto, único sem distinguir maiúsculas.';
comment on column public.products.visibility is 'Onde aparece: em todos, no menu de parceiros ou no catálogo de distribuidores.';
comment on column public.products.real_price is 'Preço de venda, em reais.';
comment on column public.products.promo_price is 'Preço promocional, em reais; nulo quando não há promoção.';
comment on column public.products.promo_starts_at is 'Desde quando vale o preço promocional; nulo é desde já.';
comment on column public.products.promo_ends_at is 'Até quando vale o preço promocional; nulo é sem fim.';
comment on column public.products.discount_percentage is 'Sem uso pelo painel, que grava nulo.';
comment on column public.products.button_color is 'Cor do botão, em hexadecimal.';
comment on column public.products.button_link is 'Endereço do botão; só http ou https.';
comment on column public.products.video_embed is 'Endereço do vídeo; só http ou https.';
comment on column public.products.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.products.search_text is 'Nome e SKU em minúsculas, sem acentos, para a busca.';

create unique index products_sku_key on public.products (lower(sku));
create index products_category_id_idx on public.products (category_id);
create index products_name_idx on public.products (name, id);
create index products_search_text_idx on public.products
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.products from anon, authenticated;
grant select, delete on public.products to authenticated;
grant insert (
  id, name, subtitle, mini_description, description, sku, tipo, category_id, status, visibility,
  real_price, promo_price, promo_starts_at, promo_ends_at, discount_percentage, button_color, button_link,
  video_embed
) on public.products to authenticated;
grant update (
  name, subtitle, mini_description, description, sku, tipo, category_id, status, visibility,
  real_price, promo_price, promo_starts_at, promo_ends_at, discount_percentage, button_color, button_link,
  video_embed
) on public.products to authenticated;
grant all on public.products to service_role;

alter table public.products enable row level security;

create policy "staff reads products" on public.products
  for select to authenticated using ((select private.is_staff()));
create policy "staff creates products" on public.products
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff updates products" on public.products
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff deletes products" on public.products
  for delete to authenticated using ((select private.is_staff()));

create trigger bump_version before update on public.products
  for each row execute function private.bump_version();

-- A client may remove a promotional price without knowing its period.
create function private.drop_promo_period() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.promo_starts_at is not distinct from old.promo_starts_at then
    new.promo_starts_at = null;
  end if;
  if new.promo_ends_at is not distinct from old.promo_ends_at then
    new.promo_ends_at = null;
  end if;
  return new;
end
$$;
comment on function private.drop_promo_period() is 'O período de uma promoção sai com o seu preço.';
revoke all on function private.drop_promo_period() from public;

create trigger drop_promo_period before update on public.products
  for each row when (old.promo_price is not null and new.promo_price is null)
  execute function private.drop_promo_period();

select private.count_table('products');

-- == Category in use ==

create function private.category_uses_text(uses bigint) returns text
language sql immutable parallel safe
return case
  when uses = 1 then '1 produto usa esta categoria.'
  when uses > 1 then format('%s produtos usam esta categoria.', uses)
end;
comment on function private.category_uses_text(bigint) is
  'O que impede a exclusão de uma categoria, em palavras; nulo quando nada a impede.';
revoke all on function private.category_uses_text(bigint) from public;
grant execute on function private.category_uses_text(bigint) to authenticated, service_role;

-- The foreign key would refuse the deletion too; this trigger runs before it to report the number of products.
create function private.refuse_category_in_use() returns trigger
language plpgsql set search_path = '' as $$
declare
  uses bigint;
begin
  select count(*) into uses from public.products where category_id = old.id;
  if uses > 0 then
    raise exception '%', private.category_uses_text(uses)
    using errcode = '23503', detail = uses::text, hint = 'category_in_use',
      constraint = 'products_category_id_fkey', table = 'products', schema = 'public';
  end if;
  return old;
end
$$;
comment on function private.refuse_category_in_use() is
  'Diz quantos produtos impedem a exclusão de uma categoria; o número vai no detalhe do erro.';
revoke all on function private.refuse_category_in_use() from public;

create trigger refuse_category_in_use before delete on public.categories
  for each row execute function private.refuse_category_in_use();

-- == Product images ==

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  url text not null check (char_length(url) <= 2000 and private.is_picture_url(url)),
  is_main boolean not null default false,
  position integer not null default 0 check (position >= 0),
  alt text not null default '' check (char_length(alt) <= 250),
  created_at timestamptz not null default now(),
  constraint product_images_product_id_url_key unique (product_id, url)
);

comment on table public.product_images is 'Imagens de um produto: uma principal e as adicionais.';
comment on column public.product_images.is_main is 'A imagem principal; no máximo uma por produto.';
comment on column public.product_images.position is 'Ordem de exibição, a partir de 0.';
comment on column public.product_images.alt is
  'Texto alternativo: o que se vê na imagem, para quem não a vê. Pode ficar vazio.';

create unique index product_images_one_main_key on public.product_images (product_id) where is_main;
create index product_images_product_id_idx on public.product_images (product_id, position);
create index product_images_url_idx on public.product_images (private.stored_file(url));

revoke all on public.product_images from anon, authenticated;
grant select, delete on public.product_images to authenticated;
grant insert (product_id, url, is_main, position, alt) on public.product_images to authenticated;
grant update (url, is_main, position, alt) on public.product_images to authenticated;
grant all on public.product_images to service_role;

alter table public.product_images enable row level security;

create policy "staff reads product images" on public.product_images
  for select to authenticated using ((select private.is_staff()));
create policy "staff creates product images" on public.product_images
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff updates product images" on public.product_images
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff deletes product images" on public.product_images
  for delete to authenticated using ((select private.is_staff()));

-- The lock makes concurrent requests that add images to one product count one after the other.
create function private.limit_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer = (private.limits()).pictures_of_product;
begin
  if current_setting('vitrine.allows_many_rows', true) = 'true' then
    return null;
  end if;
  perform from public.products as product
  where product.id in (select added.product_id from new_rows as added)
  order by product.id
  for no key update;
  if exists (
    select from public.product_images as image
    where image.product_id in (select added.product_id from new_rows as added)
    group by image.product_id
    having count(*) > most
  ) then
    raise exception 'Um produto tem até % imagens.', private.number_text(most) using hint = 'pictures_of_product';
  end if;
  return null;
end
$$;
comment on function private.limit_pictures() is 'Recusa mais imagens em um produto do que o limite.';
revoke all on function private.limit_pictures() from public;

create trigger limit_pictures after insert on public.product_images
  referencing new table as new_rows
  for each statement execute function private.limit_pictures();
