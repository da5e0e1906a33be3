-- How a page is taken from what matches. Each step costs what the page costs, not what the catalogue holds:
-- totals stop at 10,000, the last pages are the first ones of the order turned round. Walking along an order's
-- index, which holds the filters too, takes about a tenth of the time of fetching as many rows.
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

create function private.count_products(condition text, enough integer) returns integer
language plpgsql stable set search_path = '' as $$
declare
  counted integer;
begin
  execute format(
    'select count(*) from (select from private.findable_products where %s limit %s) as bounded',
    condition, enough
  ) into counted;
  return counted;
end
$$;
comment on function private.count_products(text, integer) is
  'Quantos produtos satisfazem a condição, contados até um limite.';
revoke all on function private.count_products(text, integer) from public;

create function private.cut_products(
  condition text, "order" text, backwards boolean, skip integer, take integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  taken uuid[];
begin
  execute format(
    'select array(select id from private.findable_products where %s order by %s offset %s limit %s)',
    condition, private.product_order("order", backwards), skip, take
  ) into taken;
  return taken;
end
$$;
comment on function private.cut_products(text, text, boolean, integer, integer) is
  'Os ids de um trecho dos produtos que satisfazem filtros, na ordem dada ou na inversa: o índice da ordem também os tem.';
revoke all on function private.cut_products(text, text, boolean, integer, integer) from public;

-- What matches is met once: if it is not more than 10,000 that is its number, and the page is sorted out of it.
-- Where few rows pass the filters, these are gathered before their words are looked at: the indexes that hold the
-- filters do not hold the words, and reading these of rows that the filters refuse would take most of the time.
create function private.sort_products(
  few text, conditions text[], ranks text[], "order" text, page integer, size integer,
  out ids uuid[], out total integer
)
language plpgsql stable set search_path = '' as $$
declare
  skip text = case when page > 0 then format('%s', (page - 1)::bigint * size)
    else format('greatest(0, (total + %1$s - 1) / %1$s + %2$s) * %1$s', size, page) end;
  key text = ltrim("order", '-');
  -- No more than the order needs: that of names and what begins with it is read in its index alone.
  columns text = case when key in ('name', 'status', 'tipo') then 'id, name, status, tipo' else 'id, ' || quote_ident(key) end;
  gathered text = case when few is null then '' else format(
    'few as materialized (
      select product.*
      from (select id from private.findable_products where %s) as passing
      join private.findable_products as product using (id)
    ),', few
  ) end;
  parts text;
  rank text = '';
begin
  select coalesce(string_agg(format('when %s then %s', condition, place), ' ' order by place), '')
  into rank
  from unnest(ranks) with ordinality as given (condition, place);
  select string_agg(format(
    'select case %s when true then %s end as part, %s from %s where %s',
    rank, cardinality(ranks) + place, columns,
    case when few is null then 'private.findable_products' else 'few' end, condition
  ), ' union all ' order by place)
  into parts
  from unnest(conditions) with ordinality as given (condition, place);
  execute format(
    'with %s taken as materialized (%s limit 10001),
    counted as (select count(*)::integer as total from taken)
    select
      total,
      case when total <= 10000 then array(
        select id from taken order by part, %s offset (select %s from counted) limit %s
      ) end
    from counted',
    gathered, parts, private.product_order("order", false), skip, size
  ) into total, ids;
end
$$;
comment on function private.sort_products(text, text[], text[], text, integer, integer) is
  'Os ids de uma página e o total do que satisfaz uma das condições: primeiro o de cada rank, depois a primeira condição antes da segunda; só o total acima de 10.000; few é a condição de filtros que poucos satisfazem, nula quando são muitos.';
revoke all on function private.sort_products(text, text[], text[], text, integer, integer) from public;

-- Many matches of a search are met soon on the way along the order's index; if they are not (they may all stand at
-- its end), what was met so far says how long the way is, and whether sorting all of them costs less.
create function private.walk_products(
  condition text, "order" text, backwards boolean, skip integer, take integer
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  sorted text = private.product_order("order", backwards);
  -- The index of names holds the words too; the rows of any other order must be fetched.
  is_narrow boolean = ltrim("order", '-') = 'name';
  rows_in_all bigint = private.row_count('products');
  longest bigint = rows_in_all / case when is_narrow then 3 else 15 end;
  reach bigint = case when is_narrow then 50000 else 10000 end;
  wanted integer = skip + take;
  met integer;
  taken uuid[];
begin
  loop
    execute format(
      'select count(*), coalesce((array_agg(id))[%s:], ''{}'')
      from (
        select id
        from (select * from private.findable_products order by %s limit %s) as reached
        where %s
        limit %s
      ) as met',
      skip + 1, sorted, reach, condition, wanted
    ) into met, taken;
    if met = wanted or reach >= rows_in_all then
      return taken;
    end if;
    reach = greatest(reach * 2, reach * wanted / greatest(met, 1) * 1.5);
    exit when reach > longest;
  end loop;
  execute format(
    'with taken as materialized (
      select id, name, sku, real_price, created_at, status, tipo
      from private.findable_products
      where %s
    )
    select array(select id from taken order by %s offset %s limit %s)',
    condition, sorted, skip, take
  ) into taken;
  return taken;
end
$$;
comment on function private.walk_products(text, text, boolean, integer, integer) is
  'Os ids de um trecho dos muitos produtos que satisfazem uma busca, na ordem dada ou na inversa.';
revoke all on function private.walk_products(text, text, boolean, integer, integer) from public;

create function private.page_of_filtered(
  filters jsonb, "order" text, page integer, size integer, out ids uuid[], out total integer
)
language plpgsql stable set search_path = '' as $$
declare
  condition text = private.filter_condition(filters);
  rows_in_all bigint = private.row_count('products');
  pages integer;
begin
  total = case
    when filters = '{}' then least(rows_in_all, 10001)
    else private.count_products(condition, 10001)
  end;
  if total = 0 then
    ids = '{}';
    return;
  end if;
  -- Few out of many may stand anywhere along the order: they are fetched and sorted instead.
  if total <= 10000 and total < rows_in_all / 10 then
    ids = (private.sort_products(null, array[condition], '{}', "order", page, size)).ids;
    return;
  end if;
  if page < 0 and total <= 10000 then
    pages = ceil(total::numeric / size);
    page = greatest(1, pages + page + 1);
  end if;
  ids = private.cut_products(condition, "order", page < 0, (abs(page) - 1) * size, size);
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
    total = private.count_products(condition, 10001);
    if total = 0 then
      ids = '{}';
      return;
    elsif total <= 10000 then
      select found_few.ids, found_few.total into ids, total
      from private.sort_products(
        condition, private.matching_products(search, '{}'), ranks, sorted, page, size
      ) as found_few;
      return;
    end if;
  end if;
  select found_all.ids, found_all.total into ids, total
  from private.sort_products(
    null, private.matching_products(search, filters), ranks, sorted, page, size
  ) as found_all;
  if total <= 10000 then
    return;
  end if;
  ids = '{}';
  conditions = private.ranked_products(search, filters, "order");
  parts = cardinality(conditions);
  for step in 1 .. parts loop
    condition = conditions[case when backwards then parts + 1 - step else step end];
    -- The SKU and the beginning of names have an index; only what comes after them is looked for along the order.
    found = case
      when condition = any (conditions[:least(cardinality(ranks), 2)])
        then private.cut_products(condition, sorted, backwards, skip, size - cardinality(ids))
      else private.walk_products(condition, sorted, backwards, skip, size - cardinality(ids))
    end;
    ids = ids || found;
    exit when cardinality(ids) = size or step = parts;
    skip = case
      when found <> '{}' or skip = 0 then 0
      else skip - private.count_products(condition, skip)
    end;
  end loop;
end
$$;
comment on function private.page_of_products(text, jsonb, text, integer, integer) is
  'Os ids de uma página e o total, que passa de 10.000 quando há mais; páginas negativas contam do fim. Além das colunas, a ordem relevance.';
revoke all on function private.page_of_products(text, jsonb, text, integer, integer) from public;
