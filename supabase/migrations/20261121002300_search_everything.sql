-- One round trip for the search of the dashboard. Row-level security applies: it runs with the
-- caller's rights; the last three kinds are for an Administrador even where a Colaborador may read.
create function public.search_everything(term text)
returns table (kind text, id text, title text, detail text, image_url text)
language sql stable set search_path = '' as $$
  with wanted as (
    select '%' || replace(replace(replace(plain, '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern, plain
    from (select private.searchable(btrim(term)) as plain) as searched
    where plain <> ''
  ),
  matches as (
    (
      select 1 as rank, 'products' as kind, product.id::text, product.name as title, product.sku as detail,
        (
          select image.url from public.product_images as image
          where image.product_id = product.id and image.is_main
        ) as image_url,
        strpos(product.search_text, wanted.plain) as place
      from public.products as product, wanted
      where product.search_text like wanted.pattern
      order by place, title
      limit 5
    )
    union all
    (
      select 2, 'categories', category.id::text, category.name, category.description,
        category.image_url, strpos(category.search_text, wanted.plain) as place
      from public.categories as category, wanted
      where category.search_text like wanted.pattern
      order by place, category.name
      limit 5
    )
    union all
    (
      select 3, 'distribuidores', distribuidor.id::text, distribuidor.name, distribuidor.email,
        distribuidor.logo_url, strpos(distribuidor.search_text, wanted.plain) as place
      from public.distribuidores as distribuidor, wanted
      where distribuidor.search_text like wanted.pattern
      order by place, distribuidor.name
      limit 5
    )
    union all
    (
      select 4, 'parceiros', parceiro.id::text, parceiro.name, parceiro.email,
        parceiro.logo_url, strpos(parceiro.search_text, wanted.plain) as place
      from public.parceiros as parceiro, wanted
      where parceiro.search_text like wanted.pattern
      order by place, parceiro.name
      limit 5
    )
    union all
    (
      select 5, 'profiles', profile.id::text, profile.name, profile.email,
        profile.avatar_url, strpos(profile.search_text, wanted.plain) as place
      from public.profiles as profile, wanted
      where profile.search_text like wanted.pattern and (select private.is_administrador())
      order by place, profile.name
      limit 5
    )
    union all
    (
      select 6, 'notificacoes', notificacao.id::text, notificacao.titulo, notificacao.conteudo,
        null, strpos(notificacao.search_text, wanted.plain) as place
      from public.notificacoes as notificacao, wanted
      where notificacao.search_text like wanted.pattern and (select private.is_administrador())
      order by place, notificacao.titulo
      limit 5
    )
    union all
    (
      select 7, 'banners', banner.id::text, banner.titulo, banner.descricao,
        banner.imagem_url, strpos(banner.search_text, wanted.plain) as place
      from public.banners as banner, wanted
      where banner.search_text like wanted.pattern and (select private.is_administrador())
      order by place, banner.titulo
      limit 5
    )
  )
  select matches.kind, matches.id, matches.title, matches.detail, matches.image_url
  from matches
  order by matches.rank, matches.place, matches.title collate "pt-BR-x-icu"
$$;
comment on function public.search_everything(text) is
  'Busca do painel: até cinco registros de cada tipo, sem distinguir maiúsculas nem acentos.';
revoke all on function public.search_everything(text) from public, anon, authenticated, service_role;
grant execute on function public.search_everything(text) to authenticated;
