-- By what products are found and ordered, without the wide columns: a list reads these rows only, and
-- joins the product itself to the few of its page. Kept by triggers, refilled by a function.
create function private.words(value text) returns text
language sql immutable parallel safe
return ' ' || regexp_replace(
  private.searchable(value) collate "pt-BR-x-icu", '[^[:alnum:]]+', ' ', 'g'
);
comment on function private.words(text) is
  'As palavras de um texto sem acentos nem pontuação, em minúsculas, cada uma depois de um espaço.';
revoke all on function private.words(text) from public;

-- An index of names holds it beside the name, and no more than 2,700 bytes of both: 255 letters each for name
-- and SKU always fit, unless they are of an alphabet that takes several bytes a letter; then the end is left out.
create function private.product_words(name text, subtitle text, sku text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words text = private.words(name) || private.words(subtitle) || private.words(sku)
    || ' ' || replace(private.words(sku), ' ', '');
begin
  return case when octet_length(words) <= 1200 then words else left(words, 300) end;
end
$$;
comment on function private.product_words(text, text, text) is
  'O que a busca lê de um produto: as palavras do nome, do subtítulo e do SKU, e o SKU sem pontuação.';
revoke all on function private.product_words(text, text, text) from public;

-- The rule of the form's addresses (isWebAddress in product.ts), which is stricter than the table's: what came in by
-- another way may break it. A name or number of a host, a port, and what a browser can't read is no address.
create function private.is_web_address(value text) returns boolean
language sql immutable parallel safe
return value ~* '^https?://([^\s/?#@\\]*@)?(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>^|\[\]]+)(:\d{0,5})?([/?#\\]\S*)?$'
  and coalesce(substring(value from '(?i)^https?://[^/?#\\]*:(\d{1,5})([/?#\\]|$)')::integer <= 65535, true);
comment on function private.is_web_address(text) is
  'O texto é um endereço como o formulário o aceita: http ou https, com um servidor.';
revoke all on function private.is_web_address(text) from public;

create table private.findable_products (
  id uuid primary key,
  name text collate "pt-BR-x-icu" not null,
  sku text collate "pt-BR-x-icu" not null,
  real_price numeric(12, 2) not null,
  created_at timestamptz not null,
  status text not null,
  tipo text not null,
  visibility text not null,
  category_id uuid not null,
  has_image boolean not null,
  link_is_broken boolean not null,
  promo_price numeric(12, 2),
  promo_starts_at timestamptz(0),
  promo_ends_at timestamptz(0),
  name_length smallint not null,
  words text not null
) with (
  -- An index answers alone where vacuum has been: after one change in fifty, not one in five.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);
comment on table private.findable_products is
  'Cópia estreita dos produtos, mantida por gatilhos: por ela as listas e as buscas filtram e ordenam.';
comment on column private.findable_products.has_image is 'Tem imagem principal.';
comment on column private.findable_products.link_is_broken is 'O endereço do botão ou do vídeo não é um.';
comment on column private.findable_products.name_length is
  'Quantos caracteres de words são do nome, que vem primeiro.';
comment on column private.findable_products.words is
  'Palavras de nome, subtítulo e SKU; um espaço e letras são o começo de uma palavra.';

-- One for each order that the panel offers, complete with its tie-breaker; those that begin with what a
-- filter names serve the filter in the order of names too. All hold every filter, and that of names the words, so
-- that whatever is looked for along an order is looked for in its index alone.
create index findable_products_name_idx on private.findable_products (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at, name_length, words
  );
create index findable_products_sku_idx on private.findable_products (sku, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  );
create index findable_products_price_idx on private.findable_products (real_price, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, promo_price, promo_starts_at,
    promo_ends_at
  );
create index findable_products_created_idx on private.findable_products (created_at, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  );
create index findable_products_status_idx on private.findable_products (status, name, id)
  include (
    tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  );
create index findable_products_tipo_idx on private.findable_products (tipo, name, id)
  include (
    status, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  );
create index findable_products_visibility_idx on private.findable_products (visibility, name, id)
  include (
    status, tipo, category_id, has_image, link_is_broken, real_price, promo_price, promo_starts_at,
    promo_ends_at
  );
create index findable_products_category_idx on private.findable_products (category_id, name, id)
  include (
    status, tipo, visibility, has_image, link_is_broken, real_price, promo_price, promo_starts_at,
    promo_ends_at
  );
-- What should be the exception: as small as it is rare.
create index findable_products_no_image_idx on private.findable_products (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  ) where not has_image;
create index findable_products_broken_link_idx on private.findable_products (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  ) where link_is_broken;
create index findable_products_promo_idx on private.findable_products (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  ) where promo_price is not null;
create index findable_products_no_discount_idx on private.findable_products (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  ) where promo_price >= real_price;
create index findable_products_promo_start_idx on private.findable_products (promo_starts_at, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_ends_at
  ) where promo_starts_at is not null;
create index findable_products_promo_end_idx on private.findable_products (promo_ends_at, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at
  ) where promo_ends_at is not null;
-- The list of what is still to be indexed stays short: every search reads it, and some save pays for all of it.
create index findable_products_words_idx on private.findable_products
  using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 64);
-- Relevance asks which names contain a word. Without this index a word that is frequent in SKUs alone takes seconds.
create index findable_products_name_words_idx on private.findable_products
  using gin (left(words, name_length) extensions.gin_trgm_ops) with (gin_pending_list_limit = 64);

revoke all on private.findable_products from anon, authenticated, service_role;
alter table private.findable_products enable row level security;

create view private.findable_rows with (security_invoker = true) as
  select
    product.id, product.name, product.sku, product.real_price, product.created_at, product.status, product.tipo,
    product.visibility, product.category_id,
    exists (
      select from public.product_images as image where image.product_id = product.id and image.is_main
    ) as has_image,
    coalesce(
      not (private.is_web_address(product.button_link) and private.is_web_address(product.video_embed)), false
    ) as link_is_broken,
    product.promo_price, product.promo_starts_at, product.promo_ends_at,
    char_length(private.words(product.name))::smallint as name_length,
    private.product_words(product.name, product.subtitle, product.sku) as words
  from public.products as product;
comment on view private.findable_rows is 'O que a cópia estreita dos produtos deve conter.';
revoke all on private.findable_rows from public, anon, authenticated, service_role;

create function private.keep_findable() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate private.findable_products;
  elsif tg_op = 'DELETE' then
    delete from private.findable_products where id = old.id;
  else
    insert into private.findable_products as kept
    select * from private.findable_rows where id = new.id
    on conflict (id) do update set
      name = excluded.name,
      sku = excluded.sku,
      real_price = excluded.real_price,
      created_at = excluded.created_at,
      status = excluded.status,
      tipo = excluded.tipo,
      visibility = excluded.visibility,
      category_id = excluded.category_id,
      has_image = excluded.has_image,
      link_is_broken = excluded.link_is_broken,
      promo_price = excluded.promo_price,
      promo_starts_at = excluded.promo_starts_at,
      promo_ends_at = excluded.promo_ends_at,
      name_length = excluded.name_length,
      words = excluded.words
    where kept.* is distinct from excluded.*;
  end if;
  return null;
end
$$;
comment on function private.keep_findable() is
  'Repete na cópia estreita o que muda nos produtos.';
revoke all on function private.keep_findable() from public;

create trigger keep_findable after insert or update or delete on public.products
  for each row execute function private.keep_findable();
create trigger keep_findable_when_emptied after truncate on public.products
  for each statement execute function private.keep_findable();

create function private.keep_has_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.findable_products as kept
  set has_image = not kept.has_image
  where (tg_op = 'TRUNCATE' or kept.id in (old.product_id, new.product_id))
    and kept.has_image <> exists (
      select from public.product_images as image where image.product_id = kept.id and image.is_main
    );
  return null;
end
$$;
comment on function private.keep_has_image() is
  'Repete na cópia estreita se o produto tem imagem principal.';
revoke all on function private.keep_has_image() from public;

create trigger keep_has_image_of_new after insert on public.product_images
  for each row when (new.is_main) execute function private.keep_has_image();
create trigger keep_has_image_of_changed after update on public.product_images
  for each row when ((old.product_id, old.is_main) is distinct from (new.product_id, new.is_main))
  execute function private.keep_has_image();
create trigger keep_has_image_of_gone after delete on public.product_images
  for each row when (old.is_main) execute function private.keep_has_image();
create trigger keep_has_image_when_emptied after truncate on public.product_images
  for each statement execute function private.keep_has_image();
