-- 1,000 products in 8 categories, each with a main picture and two more.
insert into public.categories (name)
select 'Categoria ' || number from generate_series(1, 8) as number;

insert into public.products (
  name, subtitle, mini_description, description, sku, tipo, category_id, real_price, promo_price
)
select
  'Produto ' || md5(number::text), 'Subtítulo do produto', 'Uma descrição curta do produto.',
  repeat('Uma descrição longa do produto. ', 20), 'SKU-' || number,
  case when number % 4 = 0 then 'Serviço' else 'Produto' end,
  (select id from public.categories order by id offset number % 8 limit 1),
  number + 0.9, case when number % 3 = 0 then number end
from generate_series(1, 1000) as number;

insert into public.product_images (product_id, url, is_main, position)
select
  id, '/storage/v1/object/public/product-images/main/' || md5(sku || position) || '.jpg',
  position = 0, position
from public.products, generate_series(0, 2) as position;

analyze;
