-- Inserts as many products as the setting bench.rows, in 40 categories, four of them inactive. All but one in fifty
-- have a main picture, and every second one has a second picture. Triggers are off and indexes are built after the rows,
-- to save time: even so, a million products take minutes.
set session_replication_role = replica;
set maintenance_work_mem = '512MB';

create temp table dropped_indexes as
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index
where indrelid in ('public.products'::regclass, 'public.product_images'::regclass)
  and not exists (select from pg_constraint where conindid = indexrelid);

do $$ begin
  execute (select 'drop index ' || string_agg(name, ', ') from dropped_indexes);
end $$;

insert into public.categories (name, is_active)
select 'Categoria ' || number, number % 10 <> 0 from generate_series(1, 40) as number;

-- A name consists of a kind (one of 24 words), a quality (one of 12), a brand (one of at most 8,000) and a number.
insert into public.products (
  name, subtitle, mini_description, description, sku, tipo, status, visibility, category_id,
  real_price, promo_price, promo_starts_at, promo_ends_at, button_link, created_at
)
select
  what.words[1 + number % 24] || ' ' || how.words[1 + number / 24 % 12] || ' ' || initcap(
    brand.starts[1 + number % 29 % 20] || brand.ends[1 + number % 1009 % 20] || brand.ends[1 + number % 97 % 20]
  ) || ' ' || number,
  'Subtítulo do produto', 'Uma descrição curta do produto.',
  repeat('Uma descrição longa do produto. ', 20), 'SKU-' || number,
  case when number % 20 = 0 then 'Serviço' else 'Produto' end,
  case when number % 10 = 0 then 'Inativo' else 'Ativo' end,
  (array['todos', 'menu_parceiros', 'catalogo_distribuidores'])[1 + number % 3],
  category.ids[1 + number % 40],
  1 + number::bigint * 7919 % 100000 / 100.0, case when number % 3 = 0 then case when number % 90 = 0 then 2000 else 1 end end,
  -- One promotion in ten has ended and one in fifty begins later; one product in five hundred has an invalid link.
  case when number % 150 = 0 then now() + interval '1 year' end,
  case when number % 30 = 3 then now() - interval '1 minute' * (number % 100000) end,
  case when number % 500 = 7 then 'https://?' when number % 2 = 0 then 'https://exemplo.com.br/' || number end,
  now() - interval '1 second' * (number::bigint * 7919 % 100000000)
from generate_series(1, current_setting('bench.rows')::integer) as number,
  (select array_agg(id) as ids from public.categories) as category,
  (select array[
    'Abacaxi', 'Açaí', 'Banana', 'Bolo', 'Cacau', 'Caju', 'Castanha', 'Chocolate', 'Cupuaçu', 'Doce', 'Farinha', 'Feijão',
    'Geleia', 'Goiaba', 'Graviola', 'Guaraná', 'Mandioca', 'Manga', 'Maracujá', 'Mel', 'Pimenta', 'Polpa', 'Queijo', 'Tapioca'
  ] as words) as what,
  (select array[
    'congelado', 'orgânico', 'sem açúcar', 'da serra', 'em pó', 'integral', 'torrado', 'artesanal', 'em pedaços', 'tradicional',
    'defumado', 'de caju'
  ] as words) as how,
  (select
    array['ba', 'be', 'cla', 'dro', 'fe', 'fla', 'go', 'ja', 'ju', 'le', 'lu', 'mi', 'no', 'pra', 're', 'so', 'tri', 'va', 'vi', 'xa'] as starts,
    array['bra', 'co', 'da', 'fi', 'gri', 'la', 'lho', 'mar', 'mo', 'na', 'nho', 'pe', 'que', 'ra', 'rro', 'sa', 'ti', 'tto', 'vel', 'zi'] as ends
  ) as brand;

insert into public.product_images (product_id, url, is_main, position)
select
  id, '/storage/v1/object/public/product-images/main/' || md5(sku || position) || '.jpg',
  position = 0, position
from public.products, generate_series(0, 1) as position
where position = 0 and right(sku, 2) not in ('17', '68') or position = 1 and right(sku, 1) in ('1', '3', '5', '7', '9');

do $$ declare
  definition text;
begin
  for definition in select dropped_indexes.definition from dropped_indexes loop
    execute definition;
  end loop;
end $$;
drop table dropped_indexes;

select private.refill_findable_products(), private.recount_rows();

-- Create an index for bench/floor, which orders public.products by date. The schema has no such index, because
-- find_products orders private.findable_products instead.
create index floor_newest_idx on public.products (created_at desc, id desc);
reset session_replication_role;
