-- The catalogue on air, and the functions by which other systems read it.

-- == On air ==

-- Readers outside the panel: the partner menu, the distributor catalogue, the page of a shop. Each audience is closed
-- until an Administrador opens it. The functions catalogo_* check this setting.
create table public.catalogue_readers (
  id boolean primary key default true check (id),
  todos text not null default 'ninguem' check (todos in ('ninguem', 'quem_entrou', 'todos')),
  menu_parceiros text not null default 'ninguem'
    check (menu_parceiros in ('ninguem', 'quem_entrou', 'todos')),
  catalogo_distribuidores text not null default 'ninguem'
    check (catalogo_distribuidores in ('ninguem', 'quem_entrou', 'todos'))
);

comment on table public.catalogue_readers is
  'Quem lê o que está no ar, por público: ninguem; quem_entrou, com perfil e sessão aberta; todos, também sem entrar. Uma só linha, do Administrador.';
comment on column public.catalogue_readers.todos is 'Quem lê o que é para todos.';
comment on column public.catalogue_readers.menu_parceiros is
  'Quem lê o menu de parceiros: o que é para todos e o que é para parceiros.';
comment on column public.catalogue_readers.catalogo_distribuidores is
  'Quem lê o catálogo de distribuidores: o que é para todos e o que é para distribuidores.';

revoke all on public.catalogue_readers from anon, authenticated;
grant select on public.catalogue_readers to authenticated;
grant update (todos, menu_parceiros, catalogo_distribuidores) on public.catalogue_readers
  to authenticated;
grant all on public.catalogue_readers to service_role;

alter table public.catalogue_readers enable row level security;

create policy "an Administrador reads the catalogue readers" on public.catalogue_readers
  for select to authenticated using ((select private.is_administrador()));
create policy "an Administrador updates the catalogue readers" on public.catalogue_readers
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));

insert into public.catalogue_readers default values;

create trigger record_updates after update on public.catalogue_readers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();

-- == Products on air ==

-- The products that a reader outside may see: status Ativo, in an active category. The search, category and position of
-- a reader are evaluated on these rows only, so that a hidden product changes neither a response nor its time. Triggers
-- maintain the table; a save that changes none of its columns only compares them.
create table private.products_on_air (
  id uuid primary key,
  visibility text not null,
  category_id uuid not null,
  name text collate "pt-BR-x-icu" not null,
  sku text not null,
  words text not null
);
comment on table private.products_on_air is
  'Os produtos ativos de categorias ativas, mantidos por gatilhos: só neles se avalia o que um leitor de fora envia.';
comment on column private.products_on_air.sku is 'O SKU em minúsculas.';
comment on column private.products_on_air.words is 'Como em findable_products.';

create index products_on_air_name_idx on private.products_on_air (visibility, name, id);
create index products_on_air_category_idx on private.products_on_air
  (visibility, category_id, name, id);
create index products_on_air_sku_idx on private.products_on_air (visibility, sku);
-- One index per visibility: the search of one audience reads no entry of another.
create index products_on_air_todos_words_idx on private.products_on_air
  using gin (words extensions.gin_trgm_ops)
  where visibility = 'todos';
create index products_on_air_menu_parceiros_words_idx on private.products_on_air
  using gin (words extensions.gin_trgm_ops)
  where visibility = 'menu_parceiros';
create index products_on_air_catalogo_distribuidores_words_idx on private.products_on_air
  using gin (words extensions.gin_trgm_ops)
  where visibility = 'catalogo_distribuidores';

revoke all on private.products_on_air from anon, authenticated, service_role;
alter table private.products_on_air enable row level security;

-- Serialises saving a product with switching its category on or off: one of the two must see the result of the other.
-- The row of the category is not locked, because renaming a category must not wait for an import. There are only 64
-- lock keys, because each advisory lock takes shared memory.
create function private.lock_categories_on_air(categories uuid[], exclusively boolean) returns void
language plpgsql set search_path = '' as $$
declare
  subject constant integer = 'private.products_on_air'::regclass::oid::integer;
  key integer;
begin
  for key in
    select distinct pg_catalog.hashtext(id::text) & 63 as number
    from unnest(categories) as id
    where id is not null
    order by number
  loop
    if exclusively then
      perform pg_advisory_xact_lock(subject, key);
    else
      perform pg_advisory_xact_lock_shared(subject, key);
    end if;
  end loop;
end
$$;
comment on function private.lock_categories_on_air(uuid[], boolean) is
  'Faz quem grava um produto e quem liga ou desliga a sua categoria esperarem um pelo outro, até o fim da transação.';
revoke all on function private.lock_categories_on_air(uuid[], boolean) from public;

create function private.sync_product_on_air() returns trigger
language plpgsql security definer
set search_path = ''
set gin_pending_list_limit = '64kB' -- a short pending list: every search reads all of it
as $$
declare
  is_shown boolean;
begin
  if tg_op = 'TRUNCATE' then
    truncate private.products_on_air;
    return null;
  end if;
  perform private.lock_categories_on_air(array[old.category_id, new.category_id], false);
  is_shown = tg_op <> 'DELETE' and new.status = 'Ativo' and exists (
    select from public.categories as category where category.id = new.category_id and category.is_active
  );
  if is_shown then
    insert into private.products_on_air (id, visibility, category_id, name, sku, words)
    values (new.id, new.visibility, new.category_id, new.name, lower(new.sku), new.words)
    on conflict (id) do update set
      visibility = excluded.visibility,
      category_id = excluded.category_id,
      name = excluded.name,
      sku = excluded.sku,
      words = excluded.words;
  else
    delete from private.products_on_air where id = coalesce(old.id, new.id);
  end if;
  return null;
end
$$;
comment on function private.sync_product_on_air() is
  'Põe um produto entre os que estão no ar, ou o tira.';
revoke all on function private.sync_product_on_air() from public;

create trigger sync_on_air_inserted after insert on private.findable_products
  for each row when (new.status = 'Ativo') execute function private.sync_product_on_air();
create trigger sync_on_air_updated after update on private.findable_products
  for each row when (
    'Ativo' in (old.status, new.status)
    and (old.status, old.visibility, old.category_id, old.name, old.sku, old.words)
      is distinct from (new.status, new.visibility, new.category_id, new.name, new.sku, new.words)
  )
  execute function private.sync_product_on_air();
create trigger sync_on_air_deleted after delete on private.findable_products
  for each row when (old.status = 'Ativo') execute function private.sync_product_on_air();
create trigger sync_on_air_truncated after truncate on private.findable_products
  for each statement execute function private.sync_product_on_air();

-- Many products are indexed at once at the end, which takes a fraction of the time.
create function private.sync_category_on_air() returns trigger
language plpgsql security definer
set search_path = '' set gin_pending_list_limit = '1GB' set maintenance_work_mem = '128MB'
as $$
declare
  hidden uuid[];
  shown uuid[];
begin
  select
    coalesce(array_agg(after.id) filter (where not after.is_active), '{}'),
    coalesce(array_agg(after.id) filter (where after.is_active), '{}')
  into hidden, shown
  from old_rows as before
  join new_rows as after using (id)
  where before.is_active <> after.is_active;
  perform private.lock_categories_on_air(hidden || shown, true);
  if hidden <> '{}' then
    delete from private.products_on_air where category_id = any (hidden);
  end if;
  if shown <> '{}' then
    insert into private.products_on_air (id, visibility, category_id, name, sku, words)
    select id, visibility, category_id, name, lower(sku), words
    from private.findable_products
    where category_id = any (shown) and status = 'Ativo'
    on conflict (id) do nothing;
    perform gin_clean_pending_list(index.indexrelid)
    from pg_catalog.pg_index as index
    join pg_catalog.pg_class as class on class.oid = index.indexrelid
    where index.indrelid = 'private.products_on_air'::regclass
      and class.relname like '%\_words\_idx';
  end if;
  return null;
end
$$;
comment on function private.sync_category_on_air() is
  'Põe no ar os produtos de uma categoria que se torna ativa, e tira os de uma que se torna inativa.';
revoke all on function private.sync_category_on_air() from public;

create trigger sync_on_air after update on public.categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.sync_category_on_air();

create function private.refill_products_on_air() returns void
language plpgsql set search_path = '' as $$
begin
  lock table public.products, public.categories in share mode; -- otherwise the refill would miss concurrent changes
  truncate private.products_on_air;
  insert into private.products_on_air (id, visibility, category_id, name, sku, words)
  select product.id, product.visibility, product.category_id, product.name, lower(product.sku), product.words
  from private.findable_products as product
  join public.categories as category on category.id = product.category_id and category.is_active
  where product.status = 'Ativo';
  analyze private.products_on_air;
end
$$;
comment on function private.refill_products_on_air() is
  'Refaz a lista dos produtos no ar: depois de uma carga com os gatilhos desligados.';
revoke all on function private.refill_products_on_air() from public;

-- Creating the indexes after inserting the rows takes a fraction of the time.
create function private.refill_findable_products() returns bigint
language plpgsql set search_path = '' as $$
declare
  copies constant regclass[] = '{private.findable_products,private.findable_prices}';
  definitions text[];
  filled bigint;
begin
  lock table public.products in share mode; -- otherwise the refill would miss concurrent changes
  truncate private.findable_products, private.findable_prices, private.known_words;
  -- The products on air are refilled once, at the end.
  alter table private.findable_products disable trigger sync_on_air_inserted;
  select array_agg(pg_get_indexdef(indexrelid)) into definitions
  from pg_catalog.pg_index
  where indrelid = any (copies) and not indisprimary;
  execute (
    select string_agg(format('drop index %s', indexrelid::regclass), '; ')
    from pg_catalog.pg_index
    where indrelid = any (copies) and not indisprimary
  );
  insert into private.findable_products select * from private.findable_rows;
  get diagnostics filled = row_count;
  insert into private.findable_prices
  select
    id, name, sku, real_price, created_at, status, tipo, visibility, category_id, has_image, link_is_broken,
    promo_price, promo_starts_at, promo_ends_at
  from private.findable_products;
  execute array_to_string(definitions, '; ');
  alter table private.findable_products enable trigger sync_on_air_inserted;
  perform private.refill_products_on_air();
  insert into private.known_words
  select distinct word
  from public.products as product,
    private.correctable_words(product.name || ' ' || product.subtitle) as word;
  analyze private.findable_products, private.findable_prices, private.known_words;
  return filled;
end
$$;
comment on function private.refill_findable_products() is
  'Refaz as cópias estreitas, os produtos no ar e as palavras conhecidas: depois de uma carga com os gatilhos desligados.';
revoke all on function private.refill_findable_products() from public;

-- == Catalogue ==

-- The content on air, by audience and moment. The calling functions have checked that the client may read the audience.
-- Each function returns its body and the next moment at which a shown item begins or ends.
create function private.catalogue_audience(
  audience text, out visibilities text[], out positions text[], out recipients text[]
)
language plpgsql immutable set search_path = '' as $$
begin
  case audience
    when 'todos' then
      visibilities = '{todos}';
      positions = '{todos,home}';
      recipients = '{todos}';
    when 'menu_parceiros' then
      visibilities = '{todos,menu_parceiros}';
      positions = '{todos,parceiros}';
      recipients = '{todos,parceiros}';
    when 'catalogo_distribuidores' then
      visibilities = '{todos,catalogo_distribuidores}';
      positions = '{todos,distribuidores}';
      recipients = '{todos,distribuidores}';
    else
      raise exception 'Informe o público: todos, menu_parceiros ou catalogo_distribuidores.'
        using errcode = '22023';
  end case;
end
$$;
comment on function private.catalogue_audience(text) is
  'O que um público vê: as visibilidades de produtos e notificações, as posições de banners, os destinatários de notificações.';
revoke all on function private.catalogue_audience(text) from public;

-- A term of one or two letters matches only the beginning of a word, because a trigram index has no shorter entries. A
-- term consists of letters and digits, so it needs no escaping.
create function private.on_air_condition(term text) returns text
language plpgsql stable set search_path = '' as $$
declare
  pattern text = case when char_length(term) > 2 then '%' || term || '%' else '% ' || term || '%' end;
  spaced text = regexp_replace(term, '(\d)(?=\D)|(\D)(?=\d)', '\1\2 ', 'g');
  condition text = format('words like %L', pattern);
  categories uuid[];
begin
  if spaced <> term then
    condition = format('%s or words like %L', condition, '% ' || spaced || '%');
  end if;
  select array_agg(category.id) into categories
  from public.categories as category
  where category.is_active and private.words(category.name) like pattern;
  if categories is not null then
    condition = format('%s or category_id = any (%L)', condition, categories);
  end if;
  return '(' || condition || ')';
end
$$;
comment on function private.on_air_condition(text) is
  'Condição de que uma palavra da busca ocorra num produto no ar ou no nome da sua categoria.';
revoke all on function private.on_air_condition(text) from public;

-- For a frequent word, a short walk along the order fills the page. Otherwise up to 10,000 matches are sorted. If there
-- are more, a longer walk follows; if the page is still incomplete, all matches are sorted.
create function private.ids_on_air(
  scope text, terms text[], after_name text, after_id uuid, size integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  rest constant text = case
    when after_id is null then 'true' else format('(name, id) > (%L, %L::uuid)', after_name, after_id)
  end;
  wanted text;
  walk text;
  sort text;
  total integer;
  ids uuid[];
begin
  if terms = '{}' then
    execute format(
      'select array(
        select id from private.products_on_air where %s and %s order by name, id limit %s
      )',
      scope, rest, size
    ) into ids;
    return ids;
  end if;
  select string_agg(private.on_air_condition(term), ' and ') into wanted from unnest(terms) as term;
  walk = format(
    'select array(
      select id
      from (
        select * from private.products_on_air where %s and %s order by name, id limit $1
      ) as reached
      where %s
      limit %s
    )',
    scope, rest, wanted, size
  );
  sort = format(
    'with met as materialized (
      select id, name from private.products_on_air where %s and %s limit $1
    ), counted as (select count(*)::integer as total from met)
    select total, case when total < $1 then array(
      select id from met where %s order by name, id limit %s
    ) end
    from counted',
    scope, wanted, rest, size
  );
  execute walk into ids using 3000;
  if cardinality(ids) = size then
    return ids;
  end if;
  execute sort into total, ids using 10001;
  if ids is null then
    execute walk into ids using 50000;
    if cardinality(ids) < size then
      execute sort into total, ids using 2000000000;
    end if;
  end if;
  return ids;
end
$$;
comment on function private.ids_on_air(text, text[], text, uuid, integer) is
  'Os ids dos produtos no ar que satisfazem a condição e as palavras, por nome, depois de um nome e id.';
revoke all on function private.ids_on_air(text, text[], text, uuid, integer) from public;

create function private.catalogue_products(
  audience text, moment timestamptz, search text, category uuid, after_name text, after_id uuid,
  size integer, out body json, out changes_at timestamptz
)
language plpgsql stable
set search_path = ''
-- The planner settings of find_products.
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
set random_page_cost = 1.1 set work_mem = '64MB'
as $$
declare
  visibilities constant text[] = (private.catalogue_audience(audience)).visibilities;
  terms constant text[] = private.search_terms(search);
  visibility text;
  ids uuid[] = '{}';
begin
  -- A search without letters and digits matches nothing.
  if terms <> '{}' or btrim(coalesce(search, '')) = '' then
    foreach visibility in array visibilities loop
      ids = ids || private.ids_on_air(
        format('visibility = %L', visibility)
          || case when category is null then '' else format(' and category_id = %L', category) end,
        terms, after_name, after_id, size + 1
      );
    end loop;
  end if;
  -- The query checks status and category on the tables again.
  with page as (
    select
      product.id, product.sku, product.name, product.subtitle, product.mini_description, product.tipo,
      product.category_id, category_of.name as category, product.real_price,
      promo.price as promo_price, promo.ends_at as promo_ends_at,
      product.button_color, product.button_link,
      (
        select image.url from public.product_images as image
        where image.product_id = product.id and image.is_main
      ) as main_image_url,
      private.promo_changes_at(product, moment) as changes_at,
      row_number() over (order by product.name, product.id) as place
    from unnest(ids) as shown (id)
    join public.products as product on product.id = shown.id
    join public.categories as category_of on category_of.id = product.category_id
    left join lateral (
      select product.promo_price as price, product.promo_ends_at as ends_at
      where private.is_on_air(product.promo_starts_at, product.promo_ends_at, moment)
    ) as promo on true
    where product.status = 'Ativo' and category_of.is_active
      and product.visibility = any (visibilities)
    order by place
    limit size + 1
  )
  select
    json_build_object(
      'produtos', coalesce(
        json_agg(
          json_build_object(
            'id', page.id, 'sku', page.sku, 'name', page.name, 'subtitle', page.subtitle,
            'mini_description', page.mini_description, 'tipo', page.tipo,
            'category_id', page.category_id, 'category', page.category,
            'real_price', page.real_price, 'promo_price', page.promo_price,
            'promo_ends_at', page.promo_ends_at, 'button_color', page.button_color,
            'button_link', page.button_link, 'main_image_url', page.main_image_url
          )
          order by page.place
        ) filter (where page.place <= size),
        '[]'
      ),
      'proxima', case when max(page.place) > size then (
        json_agg(json_build_object('depois_nome', page.name, 'depois_id', page.id))
          filter (where page.place = size)
      ) -> 0 end
    ),
    min(page.changes_at) filter (where page.place <= size)
  into body, changes_at
  from page;
end
$$;
comment on function private.catalogue_products(text, timestamptz, text, uuid, text, uuid, integer) is
  'Uma página dos produtos no ar para um público, por nome e id, e o lugar em que a próxima começa.';
revoke all on function private.catalogue_products(text, timestamptz, text, uuid, text, uuid, integer) from public;

create function private.catalogue_product(
  audience text, moment timestamptz, sku text, out body json, out changes_at timestamptz
)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  visibilities constant text[] = (private.catalogue_audience(audience)).visibilities;
begin
  select
    json_build_object(
      'id', product.id, 'sku', product.sku, 'name', product.name, 'subtitle', product.subtitle,
      'mini_description', product.mini_description, 'description', product.description,
      'tipo', product.tipo, 'category_id', product.category_id, 'category', category.name,
      'real_price', product.real_price, 'promo_price', promo.price, 'promo_ends_at', promo.ends_at,
      'button_color', product.button_color, 'button_link', product.button_link,
      'video_embed', product.video_embed, 'images', (
        select coalesce(
          json_agg(
            json_build_object('url', image.url, 'alt', image.alt, 'is_main', image.is_main)
            order by image.is_main desc, image.position, image.id
          ), '[]'
        )
        from public.product_images as image
        where image.product_id = product.id
      )
    ),
    private.promo_changes_at(product, moment)
  into body, changes_at
  from private.products_on_air as shown
  join public.products as product on product.id = shown.id
  join public.categories as category on category.id = product.category_id
  left join lateral (
    select product.promo_price as price, product.promo_ends_at as ends_at
    where private.is_on_air(product.promo_starts_at, product.promo_ends_at, moment)
  ) as promo on true
  where shown.visibility = any (visibilities) and shown.sku = lower(catalogue_product.sku)
    and product.status = 'Ativo' and category.is_active and product.visibility = any (visibilities);
end
$$;
comment on function private.catalogue_product(text, timestamptz, text) is
  'O produto com esse SKU, se está no ar para o público; nulo se não.';
revoke all on function private.catalogue_product(text, timestamptz, text) from public;

create function private.promo_changes_at(product public.products, moment timestamptz)
returns timestamptz
language sql stable
return case
  when product.promo_price is null then null
  when product.promo_starts_at > moment then product.promo_starts_at
  when product.promo_ends_at > moment then product.promo_ends_at
end;
comment on function private.promo_changes_at(public.products, timestamptz) is
  'Quando o preço promocional de um produto começa a valer, ou deixa de valer.';
revoke all on function private.promo_changes_at(public.products, timestamptz) from public;

create function private.catalogue_categories(audience text) returns json
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  visibilities constant text[] = (private.catalogue_audience(audience)).visibilities;
begin
  return (
    select coalesce(json_agg(shown order by shown.name, shown.id), '[]')
    from (
      select category.id, category.name, category.description, category.image_url
      from public.categories as category
      where category.is_active and exists (
        select from private.products_on_air as product
        where product.visibility = any (visibilities) and product.category_id = category.id
      )
      order by category.name, category.id
      limit 1000
    ) as shown
  );
end
$$;
comment on function private.catalogue_categories(text) is
  'As categorias ativas em que há um produto no ar para o público, por nome; no máximo mil.';
revoke all on function private.catalogue_categories(text) from public;

create function private.catalogue_banners(
  audience text, moment timestamptz, out body json, out changes_at timestamptz
)
language plpgsql stable set search_path = '' as $$
declare
  positions constant text[] = (private.catalogue_audience(audience)).positions;
begin
  select
    coalesce(json_agg(shown order by shown.ordem, shown.id), '[]'),
    min(shown.ends_at)
  into body, changes_at
  from (
    select
      banner.id, banner.titulo, banner.descricao, banner.cta_texto, banner.cta_link,
      banner.imagem_url, banner.tipo, banner.ordem, banner.ends_at
    from public.banners as banner
    where banner.status = 'Ativo' and banner.posicao = any (positions)
      and private.is_on_air(banner.starts_at, banner.ends_at, moment)
    order by banner.ordem, banner.id
    limit 100
  ) as shown;
end
$$;
comment on function private.catalogue_banners(text, timestamptz) is
  'Os banners no ar para o público, na sua ordem; no máximo cem.';
revoke all on function private.catalogue_banners(text, timestamptz) from public;

create function private.catalogue_notificacoes(
  audience text, moment timestamptz, out body json, out changes_at timestamptz
)
language plpgsql stable set search_path = '' as $$
declare
  seen constant record = private.catalogue_audience(audience);
begin
  select
    coalesce(json_agg(shown order by shown.created_at desc, shown.id desc), '[]'),
    min(shown.ends_at)
  into body, changes_at
  from (
    select notice.id, notice.titulo, notice.conteudo, notice.tipo, notice.created_at, notice.ends_at
    from public.notificacoes as notice
    where notice.status = 'Ativa' and notice.visibilidade = any (seen.visibilities)
      and notice.destinatarios = any (seen.recipients)
      and private.is_on_air(notice.starts_at, notice.ends_at, moment)
    order by notice.created_at desc, notice.id desc
    limit 100
  ) as shown;
end
$$;
comment on function private.catalogue_notificacoes(text, timestamptz) is
  'As notificações no ar para o público, as mais novas primeiro; no máximo cem.';
revoke all on function private.catalogue_notificacoes(text, timestamptz) from public;

-- == Catalogue readers ==

-- The functions that other systems call. Each checks the setting of its audience, reads the content of this moment, and
-- returns fixed columns. No argument is evaluated on a row that the audience cannot see.
create function private.check_catalogue_reader(audience text) returns void
language plpgsql stable set search_path = '' as $$
declare
  readers text;
begin
  perform private.catalogue_audience(audience); -- raises for an unknown audience
  select case audience
    when 'todos' then setting.todos
    when 'menu_parceiros' then setting.menu_parceiros
    when 'catalogo_distribuidores' then setting.catalogo_distribuidores
  end
  into readers
  from public.catalogue_readers as setting;
  -- Any other role is service_role or the owner.
  if current_setting('role') not in ('anon', 'authenticated') or readers = 'todos'
    or (readers = 'quem_entrou' and private.caller_role() is not null) then
    return;
  end if;
  raise exception 'Este público não está aberto para quem pede.' using errcode = '42501';
end
$$;
comment on function private.check_catalogue_reader(text) is
  'Recusa quem não lê esse público; com a chave de serviço lê-se sempre.';
revoke all on function private.check_catalogue_reader(text) from public;

-- Sets the status and headers for GET only: responses to POST are never cached. PostgREST provides the setting
-- request.method. Responses to signed-in readers are not for shared caches: they may contain more.
create function private.cached_catalogue(body json, changes_at timestamptz) returns json
language plpgsql set search_path = '' as $$
declare
  tag constant text = format('"%s"', md5(body::text));
  seconds constant integer = least(60, floor(extract(epoch from changes_at - now()))); -- 60 if changes_at is null
  given constant text = nullif(current_setting('request.headers', true), '')::json ->> 'if-none-match';
begin
  if current_setting('role') <> 'anon'
    or (current_setting('request.method', true) in ('GET', 'HEAD')) is not true then
    perform set_config('response.headers', '[{"Cache-Control": "private, no-store"}]', true);
    return body;
  end if;
  perform set_config('response.headers', json_build_array(
    json_build_object('ETag', 'W/' || tag),
    json_build_object('Vary', 'Authorization'),
    json_build_object('Cache-Control', 'public, max-age=' || seconds)
  )::text, true);
  if btrim(given) = '*' or strpos(given, tag) > 0 then
    perform set_config('response.status', '304', true);
    return null;
  end if;
  return body;
end
$$;
comment on function private.cached_catalogue(json, timestamptz) is
  'A resposta com ETag e validade, para quem lê sem entrar; 304 para quem já a tem.';
revoke all on function private.cached_catalogue(json, timestamptz) from public;

create function public.catalogo_produtos(
  publico text, busca text default '', categoria uuid default null, depois_nome text default null,
  depois_id uuid default null, tamanho integer default 50
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  if (tamanho between 1 and 100) is not true then
    raise exception 'O tamanho da página vai de 1 a 100.' using errcode = '22023';
  elsif (char_length(busca) <= 200) is not true then
    raise exception 'A busca é um texto de no máximo 200 letras.' using errcode = '22023';
  elsif (depois_nome is null) <> (depois_id is null) or (char_length(depois_nome) <= 255) is false then
    raise exception 'A próxima página começa depois de um nome e um id: depois_nome e depois_id, como a resposta os dá.'
      using errcode = '22023';
  end if;
  result = private.catalogue_products(
    publico, now(), busca, categoria, depois_nome, depois_id, tamanho
  );
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_produtos(text, text, uuid, text, uuid, integer) is
  'Para outros sistemas: uma página dos produtos no ar para um público, por nome; o preço promocional só enquanto vale.';
revoke all on function public.catalogo_produtos(text, text, uuid, text, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_produtos(text, text, uuid, text, uuid, integer)
  to anon, authenticated, service_role;

create function public.catalogo_produto(publico text, sku text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  if (char_length(sku) between 1 and 255) is not true then
    raise exception 'Informe o SKU, de no máximo 255 letras.' using errcode = '22023';
  end if;
  result = private.catalogue_product(publico, now(), sku);
  if result.body is null then
    raise exception 'Não há produto no ar com esse SKU.' using errcode = 'PT404';
  end if;
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_produto(text, text) is
  'Para outros sistemas: um produto no ar para um público, pelo SKU, com as suas imagens.';
revoke all on function public.catalogo_produto(text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_produto(text, text) to anon, authenticated, service_role;

create function public.catalogo_categorias(publico text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_catalogue_reader(publico);
  return private.cached_catalogue(private.catalogue_categories(publico), null);
end
$$;
comment on function public.catalogo_categorias(text) is
  'Para outros sistemas: as categorias em que há um produto no ar para um público, por nome.';
revoke all on function public.catalogo_categorias(text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_categorias(text) to anon, authenticated, service_role;

create function public.catalogo_banners(publico text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  result = private.catalogue_banners(publico, now());
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_banners(text) is
  'Para outros sistemas: os banners no ar para um público, na sua ordem.';
revoke all on function public.catalogo_banners(text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_banners(text) to anon, authenticated, service_role;

create function public.catalogo_notificacoes(publico text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  result = private.catalogue_notificacoes(publico, now());
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_notificacoes(text) is
  'Para outros sistemas: as notificações no ar para um público, as mais novas primeiro.';
revoke all on function public.catalogo_notificacoes(text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_notificacoes(text) to anon, authenticated, service_role;
