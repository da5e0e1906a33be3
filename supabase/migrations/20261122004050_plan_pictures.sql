-- The rows of a batch out of pictures that are named by the SKUs of their products: the browser asks which products the
-- names of its files mean (products_named), and plan_pictures stores what each product is to have.

-- File names take neither slash nor colon, and lose accents and blanks on their way.
create function private.file_sku(sku text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(private.searchable(sku), '[\s_/\\:*?"<>|]+', '_', 'g'), '_');
comment on function private.file_sku(text) is
  'Um SKU como o nome de um arquivo pode trazê-lo: sem acentos, com _ onde há espaços e o que nomes não aceitam.';
revoke all on function private.file_sku(text) from public;
grant execute on function private.file_sku(text) to authenticated, service_role;

-- Of most products the index by lower(sku) tells the same.
create index products_file_sku_idx on public.products (private.file_sku(sku))
  where private.file_sku(sku) <> lower(sku);

-- As owner, because under row-level security no index on an expression may be used.
create function public.products_named(names text[]) returns json
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off set jit = off
as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function products_named' using errcode = '42501';
  end if;
  perform private.checked_list(names, 500, 'names');
  return (
    select coalesce(json_agg(json_build_object(
      'name', asked.name, 'exact', lower(found.sku) = asked.exact,
      'id', found.id, 'sku', found.sku, 'title', found.name,
      'images', (
        select coalesce(
          json_agg(json_build_object('url', image.url, 'is_main', image.is_main) order by image.position, image.id),
          '[]'
        )
        from public.product_images as image
        where image.product_id = found.id
      )
    ) order by asked.name, found.sku), '[]')
    from (
      select distinct given.name, lower(normalize(given.name, nfc) collate "pt-BR-x-icu") as exact,
        private.file_sku(given.name) as loose
      from unnest(products_named.names) as given (name)
      where char_length(given.name) <= 1000 -- no SKU has so many
    ) as asked
    cross join lateral (
      select product.id, product.sku, product.name
      from public.products as product
      where lower(product.sku) = any (array[asked.exact, asked.loose])
      union
      select product.id, product.sku, product.name
      from public.products as product
      where private.file_sku(product.sku) = asked.loose
        and private.file_sku(product.sku) <> lower(product.sku)
    ) as found
  );
end
$$;
comment on function public.products_named(text[]) is
  'Os produtos que nomes de arquivos querem dizer, com as suas imagens na ordem: exact quando o nome é o SKU, fora as maiúsculas.';
revoke all on function public.products_named(text[]) from public, anon, authenticated, service_role;
grant execute on function public.products_named(text[]) to authenticated;

create function private.urls_in(images jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select image.value ->> 'url' from jsonb_array_elements(images) with ordinality as image (value, place)
    order by image.place
  )
$$;
comment on function private.urls_in(jsonb) is 'Os endereços de uma lista de imagens, na ordem.';
revoke all on function private.urls_in(jsonb) from public;
grant execute on function private.urls_in(jsonb) to authenticated;

create function private.picture_urls(product_id text) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select image.url from public.product_images as image
    where image.product_id = picture_urls.product_id::uuid order by image.position, image.id
  )
$$;
comment on function private.picture_urls(text) is 'Os endereços das imagens de um produto, na ordem.';
revoke all on function private.picture_urls(text) from public;
grant execute on function private.picture_urls(text) to authenticated;

-- The browser knows its files and what of them is stored already: it sends the pictures that each product is to have.
create function public.plan_pictures(batch jsonb, rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches = private.sent_batch(batch, rows);
begin
  staged.kind = 'pictures';
  staged.area = 'products';
  staged = private.begin_batch(staged);
  insert into private.staged_batch_rows (
    batch_id, place, record_id, title, detail, cells, problems, before, after, outcome, refusal
  )
  select
    staged.id, given.place, product.id::text, coalesce(product.name, left(given.title, 255)), product.sku,
    given.cells, coalesce(given.problems, '{}'), given.before, given.after,
    case
      when given.problems <> '{}' or refusal.code is not null then 'refuse'
      when given.before = given.after then 'keep'
      else 'change'
    end,
    case when refusal.code is not null then jsonb_build_object('code', refusal.code) end
  from jsonb_to_recordset(plan_pictures.rows) as given (
    place integer, record_id uuid, title text, cells jsonb, problems jsonb, before jsonb, after jsonb
  )
  left join public.products as product on product.id = given.record_id
  cross join lateral (
    select case
      when product.id is null and coalesce(given.problems, '{}') = '{}' then 'missing'
      when private.picture_urls(product.id::text) <> private.urls_in(
        private.checked_objects(given.before -> 'images', 1000, 'images')
      ) then 'stale'
    end as code
  ) as refusal
  on conflict (batch_id, place) do nothing; -- a part that was sent twice
  perform private.check_total(staged);
  return private.planned(staged.id);
end
$$;
comment on function public.plan_pictures(jsonb, jsonb) is
  'Recebe uma parte das linhas de uma inclusão de imagens (id, file_name, total): cada uma um produto com as imagens que tem (before) e terá (after), ou um arquivo de nenhum. Nada muda ainda.';
revoke all on function public.plan_pictures(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.plan_pictures(jsonb, jsonb) to authenticated;
