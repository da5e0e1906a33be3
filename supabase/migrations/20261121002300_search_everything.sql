-- One round trip for the search of the dashboard and the command menu. Like find_products it checks the caller once
-- and then reads as owner, so that the trigram indexes may be used. Writers of an area find its records: a Colaborador
-- may read users and notifications, and finds none.
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

create function private.column_sql(column_name text) returns text
language sql immutable
return case when column_name is null then 'null' else format('stored.%I', column_name) end;
comment on function private.column_sql(text) is 'SQL de uma coluna da linha stored; null onde não há a coluna.';
revoke all on function private.column_sql(text) from public;
grant execute on function private.column_sql(text) to authenticated;

-- Written out for each area, so that the plans are kept for the connection: planning takes longer than the search.
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
  -- As much of it as the search of a list reads.
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
