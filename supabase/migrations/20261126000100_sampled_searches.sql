-- Ids are random: the products with the lowest ids are a sample. It tells, without reading all matches, that a search
-- has more than the 10,000 that are counted, and how far along the order its first matches are.
create function private.sample_of_products() returns text
language sql immutable parallel safe
return '(select * from private.findable_products order by id limit 2000) as sample';
comment on function private.sample_of_products() is 'Uma amostra de 2.000 produtos.';
revoke all on function private.sample_of_products() from public;

-- With so many matches in the sample, fewer than 10,000 in all are as unlikely as four standard deviations.
create function private.are_surely_many(condition text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  hits integer;
begin
  if private.row_count('products') < 50000 then
    return false;
  end if;
  execute format('select count(*) from %s where %s', private.sample_of_products(), condition) into hits;
  return (hits - 4 * sqrt(hits)) / 2000 * private.row_count('products') > 10000;
end
$$;
comment on function private.are_surely_many(text) is 'Mais de 10.000 produtos satisfazem a condição, por amostra.';
revoke all on function private.are_surely_many(text) from public;

create function private.rows_ahead(condition text, "order" text, backwards boolean, wanted integer) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  is_descending boolean = ("order" like '-%') <> backwards;
  columns text = private.order_columns("order");
  rows_in_all bigint = private.row_count('products');
  hits integer;
  place integer;
begin
  if rows_in_all < 50000 then
    return null;
  end if;
  execute format(
    'with sample as materialized (select *, %1$s as is_met from %2$s),
    first as (select %3$s from sample where is_met order by %4$s limit 1)
    select
      (select count(*) from sample where is_met),
      (select count(*) from sample join first on (%5$s) %6$s (%7$s))
    ',
    condition, private.sample_of_products(), columns, private.product_order("order", backwards),
    'sample.' || replace(columns, ', ', ', sample.'),
    case when is_descending then '>' else '<' end,
    'first.' || replace(columns, ', ', ', first.')
  ) into hits, place;
  return case when hits > 0 then place * rows_in_all / 2000 + wanted * 2000 / hits end;
end
$$;
comment on function private.rows_ahead(text, text, boolean, integer) is
  'Quantas linhas da ordem se leem até achar tantos produtos que satisfazem a condição, por amostra; nulo se não se sabe.';
revoke all on function private.rows_ahead(text, text, boolean, integer) from public;

create or replace function private.walk_products(
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
  ahead bigint;
  taken uuid[];
begin
  ahead = private.rows_ahead(condition, "order", backwards, wanted);
  reach = greatest(reach, ahead * 5 / 4);
  while coalesce(ahead, 0) <= longest loop
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
    -- offset 0: read the matches, not the index of the order.
    'select array(
      select id from (select %s from private.findable_products where %s offset 0) as matching
      order by %s offset %s limit %s
    )',
    private.order_columns("order"), condition, sorted, skip, take
  ) into taken;
  return taken;
end
$$;

create or replace function private.page_of_products(
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
  condition = private.filter_condition(filters) || ' and '
    || private.anywhere_condition(private.search_terms(search));
  if private.are_surely_many(condition) then
    total = 10001;
  else
    select found_all.ids, found_all.total into ids, total
    from private.sort_products(
      source, null, private.matching_products(search, filters), ranks, sorted, page, size
    ) as found_all;
    if total <= 10000 then
      return;
    end if;
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
