-- What is on air, by audience and moment. Whoever calls these functions has checked that the caller may read that
-- audience. Each returns its body and the next moment at which something shown in it begins or ends.
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

-- A term of one or two letters is found at the beginning of a word: a trigram index has nothing shorter. A term has
-- letters and digits alone, nothing to escape.
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

-- A frequent word fills the page soon on the way along the order. The matches of a rarer one are sorted while there are
-- at most 10,000; where more of them are met late on the way, they are all sorted after all.
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
-- As find_products reads.
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
set random_page_cost = 1.1 set work_mem = '64MB'
as $$
declare
  visibilities constant text[] = (private.catalogue_audience(audience)).visibilities;
  terms constant text[] = private.search_terms(search);
  visibility text;
  ids uuid[] = '{}';
begin
  -- Nothing has a word without a letter or digit in it.
  if terms <> '{}' or btrim(coalesce(search, '')) = '' then
    foreach visibility in array visibilities loop
      ids = ids || private.ids_on_air(
        format('visibility = %L', visibility)
          || case when category is null then '' else format(' and category_id = %L', category) end,
        terms, after_name, after_id, size + 1
      );
    end loop;
  end if;
  -- The tables themselves decide once more.
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

create function private.catalogue_notices(
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
comment on function private.catalogue_notices(text, timestamptz) is
  'As notificações no ar para o público, as mais novas primeiro; no máximo cem.';
revoke all on function private.catalogue_notices(text, timestamptz) from public;
