-- The product list of the panel: one question, one answer. It asks once who calls and then reads as owner,
-- because under row-level security no text search may use an index (like is not leakproof).
create function private.listed_products(ids uuid[]) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(listed), '[]')
    from (
      select
        product.id, product.name, product.subtitle, product.sku, product.tipo, product.visibility,
        product.status, product.real_price, product.promo_price, product.promo_starts_at,
        product.promo_ends_at, product.version,
        category.name as category, category.is_active as category_is_active,
        (
          select image.url from public.product_images as image
          where image.product_id = product.id and image.is_main
        ) as image_url
      from unnest(listed_products.ids) with ordinality as wanted (id, place)
      join public.products as product on product.id = wanted.id
      join public.categories as category on category.id = product.category_id
      order by wanted.place
    ) as listed
  );
end
$$;
comment on function private.listed_products(uuid[]) is
  'As linhas da lista de produtos, na ordem dos ids, com o nome da categoria e a imagem principal.';
revoke all on function private.listed_products(uuid[]) from public;
grant execute on function private.listed_products(uuid[]) to authenticated;

create function public.find_products(
  search text default '', filters jsonb default '{}', "order" text default 'name',
  page integer default 1, size integer default 100
) returns json
language plpgsql stable security definer
set search_path = ''
-- A plan by sequence, in parallel or compiled never pays for a page; what a catalogue is found by is in memory.
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
set random_page_cost = 1.1 set work_mem = '64MB'
as $$
declare
  found record;
  nearest uuid[] = '{}';
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function find_products' using errcode = '42501';
  end if;
  if private.required(page, 'page') = 0 then
    raise exception 'A primeira página é 1, a última -1.' using errcode = '22023';
  end if;
  found = private.page_of_products(
    private.required(search, 'search'), private.checked_object(filters, 'filters'),
    private.required("order", 'order'), page, private.checked_size(size, 200)
  );
  if found.total = 0 then
    nearest = private.similar_products(search, filters);
  end if;
  return json_build_object(
    'rows', private.listed_products(found.ids),
    'total', least(found.total, 10000),
    'more', found.total > 10000,
    'similar', case when nearest = '{}' then '[]' else private.listed_products(nearest) end
  );
end
$$;
comment on function public.find_products(text, jsonb, text, integer, integer) is
  'Uma página de produtos com categoria e imagem principal, o total (até 10.000; more quando há mais) e, sem resultado, os mais parecidos.';
revoke all on function public.find_products(text, jsonb, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.find_products(text, jsonb, text, integer, integer) to authenticated;
