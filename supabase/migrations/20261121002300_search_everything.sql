-- One round trip for the search of the dashboard and the command menu. Like find_products it asks once who
-- calls and then reads as owner, so that the trigram indexes may be used; the last three kinds are for an
-- Administrador even where a Colaborador may read.
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
  -- After the product whose SKU it is: the first term nearest to the beginning of a name, out of the first 2,000 met.
  -- A product that is only of a category of that name comes last.
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
  -- As much of it as the search of a list reads.
  plain text = private.searchable(left(btrim(private.required(term, 'term')), 200));
  pattern text = '%' || replace(replace(replace(plain, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if caller is null or plain = '' then
    return;
  end if;
  return query
  select matches.kind, matches.id, matches.title, matches.detail, matches.image_url,
    matches.status, matches.price
  from (
    (
      select 1 as rank, 'products' as kind, product.id::text, product.name as title,
        product.sku as detail,
        (
          select image.url from public.product_images as image
          where image.product_id = product.id and image.is_main
        ) as image_url,
        product.status, case
          when product.promo_price is not null
            and private.is_on_air(product.promo_starts_at, product.promo_ends_at)
          then product.promo_price else product.real_price
        end as price,
        best.place::integer
      from unnest(private.best_products(term)) with ordinality as best (id, place)
      join public.products as product on product.id = best.id
    )
    union all
    (
      select 2, 'categories', category.id::text, category.name, category.description,
        category.image_url, case when category.is_active then 'Ativa' else 'Inativa' end, null,
        strpos(category.search_text, plain) as place
      from public.categories as category
      where category.search_text like pattern
      order by place, category.name
      limit 5
    )
    union all
    (
      select 3, 'distribuidores', distribuidor.id::text, distribuidor.name, distribuidor.email,
        distribuidor.logo_url, distribuidor.status, null,
        strpos(distribuidor.search_text, plain) as place
      from public.distribuidores as distribuidor
      where distribuidor.search_text like pattern
      order by place, distribuidor.name
      limit 5
    )
    union all
    (
      select 4, 'parceiros', parceiro.id::text, parceiro.name, parceiro.email,
        parceiro.logo_url, parceiro.status, null, strpos(parceiro.search_text, plain) as place
      from public.parceiros as parceiro
      where parceiro.search_text like pattern
      order by place, parceiro.name
      limit 5
    )
    union all
    (
      select 5, 'profiles', profile.id::text, profile.name, profile.email,
        profile.avatar_url, null, null, strpos(profile.search_text, plain) as place
      from public.profiles as profile
      where caller = 'Administrador' and profile.search_text like pattern
      order by place, profile.name
      limit 5
    )
    union all
    (
      select 6, 'notificacoes', notificacao.id::text, notificacao.titulo, notificacao.conteudo,
        null, notificacao.status, null, strpos(notificacao.search_text, plain) as place
      from public.notificacoes as notificacao
      where caller = 'Administrador' and notificacao.search_text like pattern
      order by place, notificacao.titulo
      limit 5
    )
    union all
    (
      select 7, 'banners', banner.id::text, banner.titulo, banner.descricao,
        banner.imagem_url, banner.status, null, strpos(banner.search_text, plain) as place
      from public.banners as banner
      where caller = 'Administrador' and banner.search_text like pattern
      order by place, banner.titulo
      limit 5
    )
  ) as matches
  order by matches.rank, matches.place, matches.title collate "pt-BR-x-icu";
end
$$;
comment on function public.search_everything(text) is
  'Busca do painel: até cinco registros de cada tipo, sem distinguir maiúsculas nem acentos.';
revoke all on function public.search_everything(text) from public, anon, authenticated, service_role;
grant execute on function public.search_everything(text) to authenticated;
