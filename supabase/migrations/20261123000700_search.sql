-- Search of products and of the other areas.

-- == Findable products ==

-- The columns by which products are searched, filtered and sorted, without the wide ones. A list reads these rows only,
-- and joins the products themselves for the rows of one page. Triggers maintain the tables; a function refills them.
-- Prices change most often. No index of findable_products has them and half of each page is left free, so that
-- PostgreSQL writes a new price as a heap-only tuple: it updates no index of words or names. findable_prices, without
-- the words, has the few indexes that need prices.
create function private.words(value text) returns text
language sql immutable parallel safe
return ' ' || regexp_replace(
  private.searchable(value) collate "pt-BR-x-icu", '[^[:alnum:]]+', ' ', 'g'
);
comment on function private.words(text) is
  'As palavras de um texto sem acentos nem pontuação, em minúsculas, cada uma depois de um espaço.';
revoke all on function private.words(text) from public;

-- An index stores this value beside the name, and an index row is limited to 2,700 bytes. 255 letters each for name and
-- SKU always fit, except in alphabets with several bytes per letter: then the end is cut off.
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

-- The same rule as in the form (isWebAddress in web-address.ts). It is stricter than the constraint of the table:
-- stored values may violate it. URLs that a browser cannot parse are invalid, for example those with an impossible
-- port.
create function private.is_web_url(value text) returns boolean
language sql immutable parallel safe
return value ~* '^https?://([^\s/?#@\\]*@)?(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>^|\[\]]+)(:\d{0,5})?([/?#\\]\S*)?$'
  and coalesce(substring(value from '(?i)^https?://[^/?#\\]*:(\d{1,5})([/?#\\]|$)')::integer <= 65535, true);
comment on function private.is_web_url(text) is
  'O texto é um endereço como o formulário o aceita: http ou https, com um servidor.';
revoke all on function private.is_web_url(text) from public;

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
  -- A heap-only tuple must be on the page of its previous version: one statement may write the price of every product.
  fillfactor = 45,
  -- An index-only scan needs vacuumed pages: vacuum after 2 % of changes instead of the default 20 %.
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

-- One index per order that the panel offers, with its tie-breaker. Indexes that begin with a filter column also serve
-- that filter in the order of names. Every index includes all filter columns but the prices, and the one of names the
-- words: any search along an order is an index-only scan.
create index findable_products_name_idx on private.findable_products (name, id)
  include (status, tipo, visibility, category_id, has_image, link_is_broken, name_length, words);
create index findable_products_sku_idx on private.findable_products (sku, id)
  include (status, tipo, visibility, category_id, has_image, link_is_broken);
create index findable_products_created_idx on private.findable_products (created_at, id)
  include (status, tipo, visibility, category_id, has_image, link_is_broken);
create index findable_products_status_idx on private.findable_products (status, name, id)
  include (tipo, visibility, category_id, has_image, link_is_broken);
create index findable_products_tipo_idx on private.findable_products (tipo, name, id)
  include (status, visibility, category_id, has_image, link_is_broken);
create index findable_products_visibility_idx on private.findable_products (visibility, name, id)
  include (status, tipo, category_id, has_image, link_is_broken);
create index findable_products_category_idx on private.findable_products (category_id, name, id)
  include (status, tipo, visibility, has_image, link_is_broken);
-- Partial indexes for exceptions: each is as small as the number of its rows.
create index findable_products_no_image_idx on private.findable_products (name, id)
  include (status, tipo, visibility, category_id, has_image, link_is_broken) where not has_image;
create index findable_products_broken_link_idx on private.findable_products (name, id)
  include (status, tipo, visibility, category_id, has_image, link_is_broken) where link_is_broken;
-- Keep the pending list of the index short: every search reads it, and the save that exceeds its limit flushes it.
create index findable_products_words_idx on private.findable_products
  using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 64);
-- The relevance order looks for words in names. Without this index, a word that is frequent in SKUs only takes seconds.
create index findable_products_name_words_idx on private.findable_products
  using gin (left(words, name_length) extensions.gin_trgm_ops) with (gin_pending_list_limit = 64);

revoke all on private.findable_products from anon, authenticated, service_role;
alter table private.findable_products enable row level security;

create table private.findable_prices (
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
  promo_ends_at timestamptz(0)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table private.findable_prices is
  'Cópia de findable_products sem as palavras: por ela as listas filtram e ordenam por preço.';

-- Few indexes: every new price updates all of them, and comparing names takes most of that time. Other filters that few
-- products pass are evaluated in findable_products.
create index findable_prices_price_idx on private.findable_prices (real_price, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, promo_price, promo_starts_at,
    promo_ends_at
  );
create index findable_prices_name_idx on private.findable_prices (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  );
create index findable_prices_category_idx on private.findable_prices (category_id, id)
  include (
    status, tipo, visibility, has_image, link_is_broken, real_price, promo_price, promo_starts_at,
    promo_ends_at
  );
create index findable_prices_no_image_idx on private.findable_prices (id)
  include (
    status, tipo, visibility, category_id, link_is_broken, real_price, promo_price, promo_starts_at,
    promo_ends_at
  ) where not has_image;
create index findable_prices_created_idx on private.findable_prices (created_at, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  );
create index findable_prices_promo_idx on private.findable_prices (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  ) where promo_price is not null;
create index findable_prices_no_discount_idx on private.findable_prices (name, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at, promo_ends_at
  ) where promo_price >= real_price;
create index findable_prices_promo_start_idx on private.findable_prices (promo_starts_at, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_ends_at
  ) where promo_starts_at is not null;
create index findable_prices_promo_end_idx on private.findable_prices (promo_ends_at, id)
  include (
    status, tipo, visibility, category_id, has_image, link_is_broken, real_price, promo_price,
    promo_starts_at
  ) where promo_ends_at is not null;

revoke all on private.findable_prices from anon, authenticated, service_role;
alter table private.findable_prices enable row level security;

create view private.findable_rows with (security_invoker = true) as
  select
    product.id, product.name, product.sku, product.real_price, product.created_at, product.status, product.tipo,
    product.visibility, product.category_id,
    exists (
      select from public.product_images as image where image.product_id = product.id and image.is_main
    ) as has_image,
    coalesce(
      not (private.is_web_url(product.button_link) and private.is_web_url(product.video_embed)), false
    ) as link_is_broken,
    product.promo_price, product.promo_starts_at, product.promo_ends_at,
    char_length(private.words(product.name))::smallint as name_length,
    private.product_words(product.name, product.subtitle, product.sku) as words
  from public.products as product;
comment on view private.findable_rows is 'O que a cópia estreita dos produtos deve conter.';
revoke all on private.findable_rows from public, anon, authenticated, service_role;

create function private.write_findable(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.findable_products as copy
  select * from private.findable_rows where id = any (ids)
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
  where copy.* is distinct from excluded.*;
  insert into private.findable_prices as copy
  select
    id, name, sku, real_price, created_at, status, tipo, visibility, category_id, has_image, link_is_broken,
    promo_price, promo_starts_at, promo_ends_at
  from private.findable_products where id = any (ids)
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
    promo_ends_at = excluded.promo_ends_at
  where copy.* is distinct from excluded.*;
end
$$;
comment on function private.write_findable(uuid[]) is 'Repete produtos nas cópias estreitas, com tudo o que elas têm.';
revoke all on function private.write_findable(uuid[]) from public;

-- Runs once per statement. A trigger per row compares the texts: computing the columns derived from them takes most of
-- the time.
create function private.sync_findable() returns trigger
language plpgsql security definer set search_path = ''
-- The plan of the first call is cached, and other calls have more or fewer rows: it must read the copies by id.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate private.findable_products, private.findable_prices;
  elsif tg_op = 'DELETE' then
    delete from private.findable_products as copy using old_rows as product where copy.id = product.id;
    delete from private.findable_prices as copy using old_rows as product where copy.id = product.id;
  elsif tg_op = 'INSERT' then
    perform private.write_findable(array(select id from new_rows));
  elsif tg_level = 'ROW' then
    perform private.write_findable(array[new.id]);
  else
    with changed as (
      update private.findable_products as copy set
        real_price = product.real_price,
        created_at = product.created_at,
        status = product.status,
        tipo = product.tipo,
        visibility = product.visibility,
        category_id = product.category_id,
        promo_price = product.promo_price,
        promo_starts_at = product.promo_starts_at,
        promo_ends_at = product.promo_ends_at
      from new_rows as product
      where copy.id = product.id
        and (
          copy.real_price, copy.created_at, copy.status, copy.tipo, copy.visibility, copy.category_id,
          copy.promo_price, copy.promo_starts_at, copy.promo_ends_at
        ) is distinct from (
          product.real_price, product.created_at, product.status, product.tipo, product.visibility,
          product.category_id, product.promo_price, product.promo_starts_at, product.promo_ends_at
        )
      returning copy.*
    )
    update private.findable_prices as copy set
      real_price = changed.real_price,
      created_at = changed.created_at,
      status = changed.status,
      tipo = changed.tipo,
      visibility = changed.visibility,
      category_id = changed.category_id,
      promo_price = changed.promo_price,
      promo_starts_at = changed.promo_starts_at,
      promo_ends_at = changed.promo_ends_at
    from changed
    where copy.id = changed.id;
  end if;
  return null;
end
$$;
comment on function private.sync_findable() is
  'Repete nas cópias estreitas o que muda nos produtos.';
revoke all on function private.sync_findable() from public;

create trigger sync_findable_inserted after insert on public.products
  referencing new table as new_rows
  for each statement execute function private.sync_findable();
create trigger sync_findable_updated after update on public.products
  referencing new table as new_rows
  for each statement execute function private.sync_findable();
create trigger sync_findable_texts after update on public.products
  for each row when (
    (old.name, old.subtitle, old.sku, old.button_link, old.video_embed)
      is distinct from (new.name, new.subtitle, new.sku, new.button_link, new.video_embed)
  )
  execute function private.sync_findable();
create trigger sync_findable_deleted after delete on public.products
  referencing old table as old_rows
  for each statement execute function private.sync_findable();
create trigger sync_findable_truncated after truncate on public.products
  for each statement execute function private.sync_findable();

create function private.sync_has_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with changed as (
    update private.findable_products as copy
    set has_image = not copy.has_image
    where (tg_op = 'TRUNCATE' or copy.id in (old.product_id, new.product_id))
      and copy.has_image <> exists (
        select from public.product_images as image where image.product_id = copy.id and image.is_main
      )
    returning id, has_image
  )
  update private.findable_prices as copy
  set has_image = changed.has_image
  from changed
  where copy.id = changed.id;
  return null;
end
$$;
comment on function private.sync_has_image() is
  'Repete nas cópias estreitas se o produto tem imagem principal.';
revoke all on function private.sync_has_image() from public;

create trigger sync_has_image_inserted after insert on public.product_images
  for each row when (new.is_main) execute function private.sync_has_image();
create trigger sync_has_image_updated after update on public.product_images
  for each row when ((old.product_id, old.is_main) is distinct from (new.product_id, new.is_main))
  execute function private.sync_has_image();
create trigger sync_has_image_deleted after delete on public.product_images
  for each row when (old.is_main) execute function private.sync_has_image();
create trigger sync_has_image_truncated after truncate on public.product_images
  for each statement execute function private.sync_has_image();

-- == Known words ==

-- The words that occur in products, used to find the nearest word for a mistyped one. It has no counters, because saves
-- of a frequent word would wait for each other. It has no unique index, because two imports of the same new words would
-- wait for each other. A word may therefore occur twice.
create table private.known_words (
  word text not null
);
comment on table private.known_words is
  'Palavras de nomes e subtítulos de produtos, para achar a que mais se parece com uma mal digitada.';
create index known_words_word_idx on private.known_words (word);
create index known_words_similar_idx on private.known_words
  using gist (word extensions.gist_trgm_ops);
revoke all on private.known_words from anon, authenticated, service_role;
alter table private.known_words enable row level security;

create function private.correctable_words(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct word
  from unnest(string_to_array(private.words(value), ' ')) as word
  where word ~ '^[^0-9]{3,40}$'
$$;
comment on function private.correctable_words(text) is
  'As palavras de um texto que se podem digitar errado: de três letras ou mais, sem algarismos.';
revoke all on function private.correctable_words(text) from public;

create function private.add_known_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.known_words (word)
  select word
  from private.correctable_words(new.name || ' ' || new.subtitle) as word
  where not exists (select from private.known_words as known where known.word = word.word);
  return null;
end
$$;
comment on function private.add_known_words() is 'Anota as palavras novas de um produto.';
revoke all on function private.add_known_words() from public;

create trigger add_known_words_inserted after insert on public.products
  for each row execute function private.add_known_words();
create trigger add_known_words_updated after update on public.products
  for each row when (old.name <> new.name or old.subtitle <> new.subtitle)
  execute function private.add_known_words();

-- == Matching products ==

-- Converts a search and its filters to conditions. Lists, neighbours and batches over a whole list all use these
-- functions. The result is SQL over private.findable_products or private.findable_prices: only a plan for the actual
-- words and values is fast for frequent and rare ones alike.
create function private.search_terms(search text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(term order by place), '{}')
  from (
    select term, min(place) as place
    from unnest(string_to_array(private.words(left(search, 200)), ' '))
      with ordinality as split (term, place)
    where term <> ''
    group by term
    order by place
    limit 12
  ) as terms
$$;
comment on function private.search_terms(text) is
  'As palavras de uma busca, sem repetição; no máximo doze.';
revoke all on function private.search_terms(text) from public;

-- Matches a term at the beginning of a word or anywhere in it; '1kg' also finds '1 kg'. A term consists of letters and
-- digits, so it needs no escaping. A trigram index cannot find one or two letters in the middle of a word. Beside
-- longer terms they become a filter that the planner does not match to that index, which would be read completely. Two
-- letters alone are searched with every letter that may precede them.
create function private.words_condition(words text, term text, place text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  spaced text = regexp_replace(term, '(\d)(?=\D)|(\D)(?=\d)', '\1\2 ', 'g');
  condition text = case
    when place = 'beginning' then format('%s like %L', words, '% ' || term || '%')
    when char_length(term) > 2 then format('%s like %L', words, '%' || term || '%')
    when char_length(term) = 2 and place = 'anywhere, alone' then format('%s ~ %L', words, '[a-z0-9 ]' || term)
    else format('strpos(%s, %L) > 0', words, term)
  end;
begin
  if spaced <> term then
    condition = format('%s or %s like %L', condition, words, '% ' || spaced || '%');
  end if;
  return condition;
end
$$;
comment on function private.words_condition(text, text, text) is
  'Condição de que uma palavra da busca ocorra entre as palavras de uma expressão.';
revoke all on function private.words_condition(text, text, text) from public;

create function private.term_condition(term text, place text) returns text
language plpgsql stable set search_path = '' as $$
declare
  condition text = private.words_condition('words', term, place);
  categories uuid[];
begin
  select array_agg(category.id) into categories
  from public.categories as category
  where strpos(category.search_text, term) > 0 -- also matches the description, and is fast: filter by it first
    and strpos(private.searchable(category.name), term) > 0
    and (place <> 'beginning' or private.words(category.name) like '% ' || term || '%');
  if categories is not null then
    condition = format('%s or category_id = any (%L)', condition, categories);
  end if;
  return '(' || condition || ')';
end
$$;
comment on function private.term_condition(text, text) is
  'Condição de que uma palavra da busca ocorra no produto ou no nome da sua categoria.';
revoke all on function private.term_condition(text, text) from public;

create function private.filter_condition(filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts text[] = '{true}';
  name text;
  value text;
begin
  for name, value in select * from jsonb_each_text(private.checked_object(filters, 'filters')) loop
    parts = parts || case
      when name in ('status', 'tipo', 'visibility') then format('%I = %L', name, value)
      when name = 'category_id' then format('category_id = %L', value::uuid)
      when name = 'category_state' and value = 'inactive' then format('category_id = any (%L)', array(
        select category.id from public.categories as category where not category.is_active
      ))
      when name = 'image' and value = 'missing' then 'not has_image'
      when name = 'link' and value = 'broken' then 'link_is_broken'
      when name = 'price_from' then format('real_price >= %L', value::numeric)
      when name = 'price_to' then format('real_price <= %L', value::numeric)
      when name = 'promo' then private.promo_condition(value)
    end;
    if parts[cardinality(parts)] is null then
      raise exception 'Filtro desconhecido: %.', left(name, 40) using errcode = '22023';
    end if;
  end loop;
  return array_to_string(parts, ' and ');
end
$$;
comment on function private.filter_condition(jsonb) is
  'Condição dos filtros da lista: status, tipo, visibility, category_id, category_state (inactive), image (missing), link (broken), price_from, price_to e promo (running, scheduled, ended, no_discount).';
revoke all on function private.filter_condition(jsonb) from public;

-- Evaluate the period when the list is read. A period without a promotional price has no effect.
create function private.promo_condition(state text) returns text
language sql immutable parallel safe
return case state
  when 'running' then 'promo_price is not null and (promo_starts_at is null or promo_starts_at <= now())
    and (promo_ends_at is null or promo_ends_at > now())'
  when 'scheduled' then 'promo_starts_at > now()'
  when 'ended' then 'promo_ends_at <= now()'
  when 'no_discount' then 'promo_price >= real_price'
end;
comment on function private.promo_condition(text) is
  'Condição de que a promoção esteja no ar, agendada ou encerrada, ou não dê desconto.';
revoke all on function private.promo_condition(text) from public;

create function private.without_prices(filters jsonb) returns jsonb
language sql immutable parallel safe
return filters - '{price_from,price_to,promo}'::text[];
comment on function private.without_prices(jsonb) is 'Os filtros que não leem preços nem promoções.';
revoke all on function private.without_prices(jsonb) from public;

-- The table that the conditions of a search and its filters are evaluated on. findable_products has all columns, but no
-- index of prices: findable_prices serves the order of prices, and filters of prices unless few products pass the
-- others. A search in the order of prices joins both.
create function private.products_source(search text, filters jsonb, "order" text) returns text
language plpgsql stable set search_path = '' as $$
declare
  others jsonb = private.without_prices(private.checked_object(filters, 'filters'));
begin
  return case
    when private.search_terms(search) <> '{}' and ltrim("order", '-') = 'real_price' then '
      private.findable_prices
      join (select id, name_length, words from private.findable_products) as own using (id)'
    when private.search_terms(search) <> '{}' or ltrim("order", '-') in ('sku', 'status', 'tipo')
      then 'private.findable_products'
    when ltrim("order", '-') = 'real_price' then 'private.findable_prices'
    when others = filters then 'private.findable_products'
    when others <> '{}'
      and private.count_products('private.findable_products', private.filter_condition(others), 10001) <= 10000
      then 'private.findable_products'
    else 'private.findable_prices'
  end;
end
$$;
comment on function private.products_source(text, jsonb, text) is
  'De qual cópia estreita, ou das duas, se leem os produtos de uma busca com filtros e ordem.';
revoke all on function private.products_source(text, jsonb, text) from public;

create function private.anywhere_condition(terms text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  place text = case when private.are_short(terms) then 'anywhere, alone' else 'anywhere' end;
begin
  return (select string_agg(private.term_condition(term, place), ' and ') from unnest(terms) as term);
end
$$;
comment on function private.anywhere_condition(text[]) is
  'Condição de que todas as palavras da busca ocorram no produto ou no nome da sua categoria.';
revoke all on function private.anywhere_condition(text[]) from public;

create function private.are_short(terms text[]) returns boolean
language sql immutable parallel safe
return not exists (select from unnest(terms) as term where char_length(term) > 2);
comment on function private.are_short(text[]) is 'Nenhuma palavra da busca tem mais de duas letras.';
revoke all on function private.are_short(text[]) from public;

create function private.matching_products(search text, filters jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  terms text[] = private.search_terms(search);
  filtered text = private.filter_condition(filters);
  anywhere text;
  beginning text;
begin
  if terms = '{}' then
    return array[filtered];
  end if;
  anywhere = private.anywhere_condition(terms);
  if not private.are_short(terms) then
    return array[format('%s and %s', filtered, anywhere)];
  end if;
  select string_agg(private.term_condition(term, 'beginning'), ' and ') into beginning
  from unnest(terms) as term;
  return array[
    format('%s and %s', filtered, beginning),
    format('%s and %s and not (%s)', filtered, anywhere, beginning)
  ];
end
$$;
comment on function private.matching_products(text, jsonb) is
  'Os produtos que uma busca e os seus filtros alcançam: condições sobre products_source, a primeira antes da segunda.';
revoke all on function private.matching_products(text, jsonb) from public;

create function private.product_of_sku(search text) returns uuid
language sql stable set search_path = ''
return (select product.id from public.products as product where lower(product.sku) = lower(btrim(search)));
comment on function private.product_of_sku(text) is
  'O produto cujo SKU é exatamente o texto, sem distinguir maiúsculas; nulo se não há.';
revoke all on function private.product_of_sku(text) from public;

-- Uses the collation of the names and of their index: it ignores accents and case, and sorts U+FFFF after every letter.
-- A range condition starts reading the index at these names, however late they are in the order.
create function private.name_prefix_condition(search text) returns text
language sql immutable parallel safe set search_path = ''
return format(
  '(name >= %1$L and name < %1$L || %2$L)',
  private.searchable(left(btrim(search), 200)), U&'\FFFF'
);
comment on function private.name_prefix_condition(text) is
  'Condição de que o nome comece com o texto da busca, sem distinguir maiúsculas nem acentos.';
revoke all on function private.name_prefix_condition(text) from public;

-- The ranks that precede the order of a search. First the product whose SKU equals the text. By relevance, names that
-- begin with the text and then names that contain its words.
create function private.search_ranks(search text, "order" text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  terms text[] = private.search_terms(search);
  ranks text[] = array[coalesce('id = ' || quote_literal(private.product_of_sku(search)), 'false')];
begin
  if "order" = 'relevance' then
    ranks = ranks || private.name_prefix_condition(search) || (
      select string_agg(
        '(' || private.words_condition('left(words, name_length)', term, case
          when private.are_short(terms) then 'anywhere, alone' else 'anywhere'
        end) || ')',
        ' and '
      )
      from unnest(terms) as term
    );
  end if;
  return ranks;
end
$$;
comment on function private.search_ranks(text, text) is
  'O que vem antes em uma busca, sejam quais forem as demais: condições, a primeira antes da segunda.';
revoke all on function private.search_ranks(text, text) from public;

-- The number of parts is the same for every search: an export resumes in its part, whatever changed meanwhile.
create function private.ranked_products(search text, filters jsonb, "order" text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  terms text[] = private.search_terms(search);
  ranks text[];
  conditions text[] = private.matching_products(search, filters);
  matching text;
  parts text[] = '{}';
  others text = '';
begin
  if terms = '{}' then
    return conditions;
  end if;
  ranks = private.search_ranks(search, "order");
  matching = format('%s and %s', private.filter_condition(filters), private.anywhere_condition(terms));
  for place in 1 .. cardinality(ranks) loop
    parts = parts || format('%s%s and (%s)', matching, others, ranks[place]);
    others = format('%s and not (%s)', others, ranks[place]);
  end loop;
  if "order" = 'relevance' then
    return parts || (matching || others);
  end if;
  return parts || array(select condition || others from unnest(conditions) as condition);
end
$$;
comment on function private.ranked_products(text, jsonb, text) is
  'O que matching_products alcança, dividido pelo que vem antes: condições, cada uma inteira antes da seguinte.';
revoke all on function private.ranked_products(text, jsonb, text) from public;

-- == Page of products ==

-- The time of a page does not depend on the size of the catalogue: totals stop at 10,000, and the last pages are read
-- in the reversed order. The index of an order includes the filter columns: reading it alone takes a tenth of the time
-- of reading the rows.

create function private.product_order("order" text, backwards boolean) returns text
language plpgsql immutable set search_path = '' as $$
declare
  key text = ltrim("order", '-');
  direction text = case when ("order" like '-%') = backwards then 'asc' else 'desc' end;
begin
  if key in ('name', 'sku', 'real_price', 'created_at') then
    return format('%I %s, id %2$s', key, direction);
  elsif key in ('status', 'tipo') then
    return format('%I %s, name %2$s, id %2$s', key, direction);
  end if;
  raise exception 'Ordem desconhecida: %.', left("order", 40) using errcode = '22023';
end
$$;
comment on function private.product_order(text, boolean) is
  'Ordem de uma lista de produtos, completa com o id; um hífen antes da coluna a inverte.';
revoke all on function private.product_order(text, boolean) from public;

create function private.order_columns("order" text) returns text
language sql immutable parallel safe
return regexp_replace(private.product_order("order", false), ' (asc|desc)', '', 'g');
comment on function private.order_columns(text) is
  'As colunas de uma ordem: só elas se leem para ordenar, quase sempre do índice apenas.';
revoke all on function private.order_columns(text) from public;

create function private.count_products(source text, condition text, enough integer) returns integer
language plpgsql stable set search_path = '' as $$
declare
  counted integer;
begin
  execute format(
    'select count(*) from (select from %s where %s limit %s) as bounded', source, condition, enough
  ) into counted;
  return counted;
end
$$;
comment on function private.count_products(text, text, integer) is
  'Quantos produtos satisfazem a condição, contados até um limite.';
revoke all on function private.count_products(text, text, integer) from public;

create function private.slice_products(
  source text, condition text, "order" text, backwards boolean, skip integer, take integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  taken uuid[];
begin
  execute format(
    'select array(select id from %s where %s order by %s offset %s limit %s)',
    source, condition, private.product_order("order", backwards), skip, take
  ) into taken;
  return taken;
end
$$;
comment on function private.slice_products(text, text, text, boolean, integer, integer) is
  'Os ids de um trecho dos produtos que satisfazem filtros, na ordem dada ou na inversa: o índice da ordem também os tem.';
revoke all on function private.slice_products(text, text, text, boolean, integer, integer) from public;

-- Reads a sample of 200 products: ids are random.
create function private.is_frequent(condition text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  is_met boolean;
begin
  execute format(
    'select count(*) > 50
    from (select * from private.findable_products order by id limit 200) as sample
    where %s',
    condition
  ) into is_met;
  return is_met;
end
$$;
comment on function private.is_frequent(text) is 'Mais de um quarto dos produtos satisfaz a condição, por amostra.';
revoke all on function private.is_frequent(text) from public;

-- One scan reads the matching rows: up to 10,000 of them are the exact total, and the page is sorted from them.
-- If few rows pass the filters, those rows are selected before their words are compared. The indexes with the filter
-- columns do not hold the words, and fetching the words of rows that the filters exclude would take most of the time.
create function private.sort_products(
  source text, few text, conditions text[], ranks text[], "order" text, page integer, size integer,
  out ids uuid[], out total integer
)
language plpgsql stable set search_path = '' as $$
declare
  skip text = case when page > 0 then format('%s', (page - 1)::bigint * size)
    else format('greatest(0, (total + %1$s - 1) / %1$s + %2$s) * %1$s', size, page) end;
  gathered text = case when few is null then '' else format(
    -- Read by id: for a join, the planner may read the whole table.
    'few as materialized (
      select * from %s as product where id = any (array(select id from %s))
    ),', source, few
  ) end;
  -- No index has words and prices: if the matches are probably too many to sort, count them without reading prices.
  is_price_apart boolean = ltrim("order", '-') = 'real_price' and few is null and ranks <> '{}'
    and private.is_frequent(conditions[1]);
  columns text = case when is_price_apart then 'id' else private.order_columns("order") end;
  sorted text = case when is_price_apart then '(
    select taken.*, (
      select own.real_price from private.findable_products as own where own.id = taken.id
    ) from taken
  ) as taken' else 'taken' end;
  parts text;
  rank text = '';
begin
  select coalesce(string_agg(format('when %s then %s', condition, place), ' ' order by place), '')
  into rank
  from unnest(ranks) with ordinality as given (condition, place);
  select string_agg(format(
    'select case %s when true then %s end as part, %s from %s where %s',
    rank, cardinality(ranks) + place, columns,
    case when few is null then source else 'few' end, condition
  ), ' union all ' order by place)
  into parts
  from unnest(conditions) with ordinality as given (condition, place);
  execute format(
    'with %s taken as materialized (%s limit 10001),
    counted as (select count(*)::integer as total from taken)
    select
      total,
      case when total <= 10000 then array(
        select id from %s order by part, %s offset (select %s from counted) limit %s
      ) end
    from counted',
    gathered, parts, sorted, private.product_order("order", false), skip, size
  ) into total, ids;
end
$$;
comment on function private.sort_products(text, text, text[], text[], text, integer, integer) is
  'Os ids de uma página e o total do que satisfaz uma das condições: primeiro o de cada rank, depois a primeira condição antes da segunda; só o total acima de 10.000; few diz de onde e sob que condição se leem os ids quando poucos satisfazem os filtros, nulo quando são muitos.';
revoke all on function private.sort_products(text, text, text[], text[], text, integer, integer) from public;

-- If a search has many matches, a walk along the index of the order usually finds a page soon. All matches may be at
-- the end of the order: then the matches found so far give an estimate of the remaining walk, and the function stops if
-- sorting all matches is faster.
create function private.walk_products(
  condition text, has_prices boolean, "order" text, backwards boolean, skip integer, take integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  sorted text = private.product_order("order", backwards);
  -- Only the index of names includes the words, and none the prices; anything else fetches the rows.
  is_narrow boolean = ltrim("order", '-') = 'name' and not has_prices;
  rows_in_all bigint = private.row_count('products');
  longest bigint = rows_in_all / case when is_narrow then 3 else 15 end;
  reach bigint = case when is_narrow then 50000 else 10000 end;
  wanted integer = skip + take;
  reached text = case
    when ltrim("order", '-') <> 'real_price'
      then '(select * from private.findable_products order by %s limit %s) as reached'
    else '(select * from private.findable_prices order by %s limit %s) as reached
      join (select id, name_length, words from private.findable_products) as own using (id)'
  end;
  met integer;
  taken uuid[];
begin
  loop
    execute format(
      'select count(*), coalesce((array_agg(id))[%s:], ''{}'')
      from (select id from ' || reached || ' where %s order by %s limit %s) as met',
      skip + 1, sorted, reach, condition, sorted, wanted
    ) into met, taken;
    if met = wanted or reach >= rows_in_all then
      return taken;
    end if;
    reach = greatest(reach * 2, reach * wanted / greatest(met, 1) * 1.5);
    exit when reach > longest;
  end loop;
  execute format(
    'with taken as materialized (select %s from private.findable_products where %s)
    select array(select id from taken order by %s offset %s limit %s)',
    private.order_columns("order"), condition, sorted, skip, take
  ) into taken;
  return taken;
end
$$;
comment on function private.walk_products(text, boolean, text, boolean, integer, integer) is
  'Os ids de um trecho dos muitos produtos que satisfazem uma busca, na ordem dada ou na inversa.';
revoke all on function private.walk_products(text, boolean, text, boolean, integer, integer) from public;

create function private.page_of_filtered(
  filters jsonb, "order" text, page integer, size integer, out ids uuid[], out total integer
)
language plpgsql stable set search_path = '' as $$
declare
  condition text = private.filter_condition(filters);
  source text = private.products_source('', filters, 'name');
  rows_in_all bigint = private.row_count('products');
  pages integer;
begin
  total = case
    when filters = '{}' then least(rows_in_all, 10001)
    else private.count_products(source, condition, 10001)
  end;
  if total = 0 then
    ids = '{}';
    return;
  end if;
  -- A small share of the rows may be anywhere along the order: fetch and sort them instead of walking.
  if total <= 10000 and total < rows_in_all / 10 then
    ids = (private.sort_products(source, null, array[condition], '{}', "order", page, size)).ids;
    return;
  end if;
  if page < 0 and total <= 10000 then
    pages = ceil(total::numeric / size);
    page = greatest(1, pages + page + 1);
  end if;
  if ltrim("order", '-') not in ('name', 'created_at') then
    source = private.products_source('', filters, "order");
  end if;
  ids = private.slice_products(source, condition, "order", page < 0, (abs(page) - 1) * size, size);
end
$$;
comment on function private.page_of_filtered(jsonb, text, integer, integer) is
  'Os ids de uma página sem busca e o total, que passa de 10.000 quando há mais.';
revoke all on function private.page_of_filtered(jsonb, text, integer, integer) from public;

create function private.page_of_products(
  search text, filters jsonb, "order" text, page integer, size integer,
  out ids uuid[], out total integer
)
language plpgsql stable set search_path = '' as $$
declare
  sorted text = case "order" when 'relevance' then 'name' else "order" end;
  ranks text[];
  conditions text[];
  parts integer;
  backwards boolean = page < 0;
  skip integer = (abs(page) - 1) * size;
  has_prices boolean = filters <> private.without_prices(filters);
  source text;
  condition text;
  found uuid[];
begin
  if private.search_terms(search) = '{}' then
    select filtered.ids, filtered.total into ids, total
    from private.page_of_filtered(filters, sorted, page, size) as filtered;
    return;
  end if;
  ranks = private.search_ranks(search, "order");
  if filters <> '{}' then
    condition = private.filter_condition(filters);
    source = private.products_source('', filters, 'name');
    total = private.count_products(source, condition, 10001);
    if total = 0 then
      ids = '{}';
      return;
    elsif total <= 10000 then
      select found_few.ids, found_few.total into ids, total
      from private.sort_products(
        'private.findable_products', format('%s where %s', source, condition),
        private.matching_products(search, '{}'), ranks, sorted, page, size
      ) as found_few;
      return;
    end if;
  end if;
  -- The words of most products are found faster along the index of a price filter than by their trigrams.
  source = case
    when has_prices and private.is_frequent(private.anywhere_condition(private.search_terms(search))) then '
      private.findable_prices as priced cross join lateral (
        select own.name_length, own.words from private.findable_products as own where own.id = priced.id offset 0
      ) as own'
    else 'private.findable_products'
  end;
  select found_all.ids, found_all.total into ids, total
  from private.sort_products(
    source, null, private.matching_products(search, filters), ranks, sorted, page, size
  ) as found_all;
  if total <= 10000 then
    return;
  end if;
  ids = '{}';
  conditions = private.ranked_products(search, filters, "order");
  parts = cardinality(conditions);
  for step in 1 .. parts loop
    condition = conditions[case when backwards then parts + 1 - step else step end];
    -- The SKU and the beginning of names have an index. Only later ranks are searched by walking along the order.
    found = case
      when condition = any (conditions[:least(cardinality(ranks), 2)])
        then private.slice_products('private.findable_products', condition, sorted, backwards, skip, size - cardinality(ids))
      else private.walk_products(condition, has_prices, sorted, backwards, skip, size - cardinality(ids))
    end;
    ids = ids || found;
    exit when cardinality(ids) = size or step = parts;
    skip = case
      when found <> '{}' or skip = 0 then 0
      else skip - private.count_products('private.findable_products', condition, skip)
    end;
  end loop;
end
$$;
comment on function private.page_of_products(text, jsonb, text, integer, integer) is
  'Os ids de uma página e o total, que passa de 10.000 quando há mais; páginas negativas contam do fim. Além das colunas, a ordem relevance.';
revoke all on function private.page_of_products(text, jsonb, text, integer, integer) from public;

-- == Similar products ==

-- Used if a search has no match: each word that no product has is replaced by the nearest known word, at a distance of
-- at most a third of its letters. An incomplete word matches the beginning of a known one.
create function private.has_products(condition text) returns boolean
language plpgsql stable set search_path = ''
-- Only the trigram index finds quickly that no product has a word; any other index may be read to its end.
set enable_indexscan = off set enable_indexonlyscan = off
as $$
declare
  is_any boolean;
begin
  execute format('select exists (select from private.findable_products where %s)', condition)
  into is_any;
  return is_any;
end
$$;
comment on function private.has_products(text) is
  'Algum produto satisfaz a condição, que é de palavras de três letras ou mais.';
revoke all on function private.has_products(text) from public;

create function private.nearest_word(term text) returns text
language plpgsql stable set search_path = '' as $$
declare
  candidate text;
begin
  if char_length(term) > 60 then -- no known word is that long, and levenshtein refuses the longest ones
    return null;
  end if;
  for candidate in
    with near as (
      (select word from private.known_words order by word operator(extensions.<->) term limit 100)
      union
      select word
      from public.categories as category, private.correctable_words(category.name) as word
    ),
    measured as (
      select word, least(
        extensions.levenshtein(word, term),
        extensions.levenshtein(left(word, char_length(term)), term)
      ) as distance
      from near
    )
    select word
    from measured
    where distance <= greatest(1, char_length(term) / 3)
    order by distance, extensions.similarity(word, term) desc, word
    limit 5
  loop
    -- The last product with a known word may have been deleted.
    if private.has_products(private.term_condition(candidate, 'anywhere')) then
      return candidate;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.nearest_word(text) is
  'A palavra do catálogo mais parecida com uma que não existe nele; nula se nenhuma se parece.';
revoke all on function private.nearest_word(text) from public;

create function private.similar_products(search text, filters jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  filtered text = private.filter_condition(filters);
  term text;
  condition text;
  conditions text[] = '{}';
  is_corrected boolean = false;
  found uuid[] = '{}';
begin
  foreach term in array private.search_terms(search) loop
    continue when char_length(term) < 3;
    condition = private.term_condition(term, 'anywhere');
    if not exists (select from private.known_words where word like '%' || term || '%')
      and not exists (select from public.categories where strpos(search_text, term) > 0)
      and not private.has_products(condition)
    then
      condition = private.term_condition(private.nearest_word(term), 'anywhere');
      is_corrected = true;
    end if;
    if condition is not null then
      conditions = conditions || condition;
    end if;
  end loop;
  -- Among the first thousand matches, products with all of the words come first, then those with most of them.
  if is_corrected and conditions <> '{}' then
    execute format(
      'select array(
        select id
        from (select id, name from private.findable_products where %s and %s limit 1000) as near
        order by name, id
        limit 10
      )',
      filtered, array_to_string(conditions, ' and ')
    ) into found;
  end if;
  if found = '{}' and cardinality(conditions) > 1 then
    execute format(
      'select array(
        select id
        from (select * from private.findable_products where %s and (%s) limit 1000) as near
        order by %s desc, name, id
        limit 10
      )',
      filtered, array_to_string(conditions, ' or '),
      '(' || array_to_string(conditions, ')::integer + (') || ')::integer'
    ) into found;
  end if;
  return found;
end
$$;
comment on function private.similar_products(text, jsonb) is
  'Os produtos mais parecidos com uma busca que nada encontrou: no máximo dez.';
revoke all on function private.similar_products(text, jsonb) from public;

-- == Find products ==

-- The product list of the panel: one request, one response. The function checks the caller once and then reads as
-- owner: under row-level security, no text search may use an index (like is not leakproof).
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
-- Sequential scans, parallel plans and JIT are never faster for one page. The searched columns are in memory.
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

-- == Possible duplicates ==

-- While a value is typed, a form asks whether another record has the same one. Each check reads one index.
create function private.bare_words(value text) returns text
language sql immutable parallel safe
return btrim(private.words(value));
comment on function private.bare_words(text) is
  'As palavras de um texto sem acentos nem pontuação, em minúsculas, com um espaço entre elas.';
revoke all on function private.bare_words(text) from public;

create function private.bare_sku(sku text) returns text
language sql immutable parallel safe
return replace(private.words(sku), ' ', '');
comment on function private.bare_sku(text) is 'Um SKU só com letras e algarismos, em minúsculas.';
revoke all on function private.bare_sku(text) from public;

create index findable_products_bare_name_idx
  on private.findable_products ((btrim(left(words, name_length)) collate "C"));
create index findable_products_bare_sku_idx on private.findable_products ((private.bare_sku(sku) collate "C"));
create index distribuidores_email_idx on public.distribuidores (lower(email));
create index parceiros_email_idx on public.parceiros (lower(email));

-- Like find_products, it checks the caller once and then reads as owner: private.findable_products has no grants.
create function public.possible_duplicate(area text, field text, value text, own_id uuid default null)
returns table (id uuid, name text, detail text)
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
as $$
declare
  -- The maximum length of the fields.
  given text = left(btrim(private.required(value, 'value')), 255);
  bare text;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function possible_duplicate' using errcode = '42501';
  end if;
  case concat(area, '.', field)
    when 'products.name' then
      bare = private.bare_words(given);
      return query
        select product.id, product.name, product.sku
        from (
          select found.id, found.name, found.sku
          from private.findable_products as found
          where btrim(left(found.words, found.name_length)) collate "C" = bare
            and found.id is distinct from own_id and bare <> ''
          limit 20
        ) as product
        order by product.name <> given, product.name, product.id
        limit 1;
    when 'products.sku' then
      bare = private.bare_sku(given);
      return query
        select product.id, product.name, product.sku
        from (
          select found.id, found.name, found.sku
          from private.findable_products as found
          where private.bare_sku(found.sku) collate "C" = bare
            and found.id is distinct from own_id and bare <> ''
          limit 20
        ) as product
        order by lower(product.sku) <> lower(given), product.sku, product.id
        limit 1;
    when 'distribuidores.email' then
      return query
        select company.id, company.name, company.email
        from public.distribuidores as company
        where lower(company.email) = lower(given) and company.id is distinct from own_id
        limit 1;
    when 'parceiros.email' then
      return query
        select company.id, company.name, company.email
        from public.parceiros as company
        where lower(company.email) = lower(given) and company.id is distinct from own_id
        limit 1;
    else
      raise exception 'Esse campo pode se repetir.' using errcode = '22023';
  end case;
end
$$;
comment on function public.possible_duplicate(text, text, text, uuid) is
  'Outro registro com o mesmo nome, um SKU que só difere na pontuação ou o mesmo e-mail; nenhuma linha se não há.';
revoke all on function public.possible_duplicate(text, text, text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.possible_duplicate(text, text, text, uuid) to authenticated;

-- == Search everything ==

-- The search of the dashboard and of the command menu, in one request. Like find_products, it checks the caller once
-- and then reads as owner, so that it can use the trigram indexes. It searches only areas that the caller may write: a
-- Colaborador may read users and notifications, but does not find them here.
create function private.best_products(term text) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  condition text;
  met uuid[];
  best uuid[] = '{}';
begin
  if private.search_terms(term) = '{}' then
    return best;
  end if;
  best = array_remove(array[private.product_of_sku(term)], null);
  -- After the product whose SKU is the term: names in which the term is nearest to the beginning, among the first 2,000
  -- matches. A product that matches only by its category comes last.
  foreach condition in array private.matching_products(term, '{}') loop
    execute format(
      'select array(
        select id
        from (select id, name, words from private.findable_products where %s and id <> all (%L) limit 2000) as met
        order by nullif(strpos(words, $1), 0), name, id
        limit 5
      )',
      condition, best
    ) into met using (private.search_terms(term))[1];
    best = best || met;
    exit when cardinality(best) >= 5;
  end loop;
  return best[:5];
end
$$;
comment on function private.best_products(text) is
  'Os cinco produtos que a busca do painel mostra, os melhores primeiro.';
revoke all on function private.best_products(text) from public;

create function private.column_sql(column_name text) returns text
language sql immutable
return case when column_name is null then 'null' else format('stored.%I', column_name) end;
comment on function private.column_sql(text) is 'SQL de uma coluna da linha stored; null onde não há a coluna.';
revoke all on function private.column_sql(text) from public;
grant execute on function private.column_sql(text) to authenticated;

-- One static query per area lets the connection cache the plans: planning takes longer than the search.
create function private.build_search_areas() returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create or replace function private.search_areas(plain text, pattern text, is_administrador boolean)
    returns table (
      kind text, id text, title text, detail text, image_url text, status text, price numeric
    )
    language plpgsql stable set search_path = '''' as $body$
    begin
      %s
    end
    $body$',
    (
      select string_agg(
        format(
          'if is_administrador or %1$L = ''staff'' then
            return query
              select %2$L, stored.id::text, stored.%3$I::text, %4$s::text, %5$s::text, %6$s::text, null::numeric
              from public.%2$I as stored
              where stored.search_text like pattern
              order by strpos(stored.search_text, plain), stored.%3$I
              limit 5;
          end if;',
          area.writers, area.name, area.title_column, private.column_sql(area.detail_column),
          private.column_sql(area.picture_column),
          case
            when area.status_texts is null then private.column_sql(area.status_column)
            else format(
              'case when stored.%I then %L else %L end', area.status_column, area.status_texts[1], area.status_texts[2]
            )
          end
        ), ' ' order by area.place
      )
      from private.areas as area
      where area.name <> 'products'
    )
  );
end
$$;
comment on function private.build_search_areas() is 'Faz a função search_areas das linhas de private.areas.';
revoke all on function private.build_search_areas() from public;

select private.build_search_areas();
comment on function private.search_areas(text, text, boolean) is
  'Até cinco registros de cada área, menos os produtos: plain é o texto procurado, pattern o mesmo como like o lê.';
revoke all on function private.search_areas(text, text, boolean) from public;

create function public.search_everything(term text)
returns table (
  kind text, id text, title text, detail text, image_url text, status text, price numeric
)
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
set random_page_cost = 1.1
as $$
declare
  caller text = private.caller_role();
  -- The maximum length of the search of a list.
  plain text = private.searchable(left(btrim(private.required(term, 'term')), 200));
  pattern text = '%' || replace(replace(replace(plain, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if caller is null or plain = '' then
    return;
  end if;
  return query
    select 'products', product.id::text, product.name, product.sku,
      (
        select image.url from public.product_images as image
        where image.product_id = product.id and image.is_main
      ),
      product.status, case
        when product.promo_price is not null
          and private.is_on_air(product.promo_starts_at, product.promo_ends_at)
        then product.promo_price else product.real_price
      end
    from unnest(private.best_products(term)) with ordinality as best (id, place)
    join public.products as product on product.id = best.id
    order by best.place;
  return query select * from private.search_areas(plain, pattern, caller = 'Administrador');
end
$$;
comment on function public.search_everything(text) is
  'Busca do painel: até cinco registros de cada tipo, sem distinguir maiúsculas nem acentos.';
revoke all on function public.search_everything(text) from public, anon, authenticated, service_role;
grant execute on function public.search_everything(text) to authenticated;
