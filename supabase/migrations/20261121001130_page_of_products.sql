-- How a page is taken from what matches. Each step costs what the page costs, not what the catalogue holds:
-- totals stop at 10,000, the last pages are the first ones of the order turned round.
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
  raise exception 'Ordem desconhecida: %', "order" using errcode = '22023';
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

-- Few matches are all taken and sorted. Many are met soon on the way along the order's index; if they are
-- not (they may all stand at its end), what was met so far says whether a longer way is cheaper than sorting all.
create function private.take_products(
  condition text, "order" text, backwards boolean, skip integer, take integer, is_few boolean
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  sorted text = private.product_order("order", backwards);
  wanted integer = skip + take;
  reach bigint = 50000;
  rows_in_all bigint;
  met integer;
  taken uuid[];
begin
  for attempt in 1 .. 2 loop
    exit when is_few;
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
    if met = wanted then
      return taken;
    end if;
    select greatest(reltuples, 1) into rows_in_all
    from pg_catalog.pg_class where oid = 'private.findable_products'::regclass;
    exit when met::numeric * met * 3 * rows_in_all < wanted * 1.5 * reach * reach;
    reach = wanted * 1.5 * reach / met;
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
comment on function private.take_products(text, text, boolean, integer, integer, boolean) is
  'Os ids de um trecho dos produtos que satisfazem a condição, na ordem dada ou na inversa.';
revoke all on function private.take_products(text, text, boolean, integer, integer, boolean) from public;

-- Without a search, and with at most one filter in the order of names, the index that holds the order
-- holds nothing else: the page is cut out of it.
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
  'O mesmo trecho, quando um índice tem a condição e a ordem.';
revoke all on function private.cut_products(text, text, boolean, integer, integer) from public;

create function private.page_of_products(
  search text, filters jsonb, "order" text, page integer, size integer,
  out ids uuid[], out total integer
)
language plpgsql stable set search_path = '' as $$
declare
  conditions text[] = private.matching_products(search, filters);
  is_indexed boolean = private.search_terms(search) = '{}'
    and (filters = '{}' or (ltrim("order", '-') = 'name'
      and (select count(*) from jsonb_object_keys(filters)) = 1));
  counts integer[] = '{}';
  backwards boolean = page < 0;
  skip integer;
  part integer;
  found uuid[];
begin
  ids = '{}';
  total = 0;
  for part in 1 .. cardinality(conditions) loop
    counts[part] = private.count_products(conditions[part], 10001 - total);
    total = total + counts[part];
    exit when total > 10000;
  end loop;
  if backwards and total <= 10000 then
    page = greatest(1, ceil(total::numeric / size) + page + 1);
    backwards = false;
  end if;
  skip = (abs(page) - 1) * size;
  for step in 1 .. cardinality(conditions) loop
    part = case when backwards then cardinality(conditions) + 1 - step else step end;
    if is_indexed then
      found = private.cut_products(conditions[part], "order", backwards, skip, size);
    elsif total <= 10000 and skip >= counts[part] then
      found = '{}';
    else
      found = private.take_products(
        conditions[part], "order", backwards, skip, size - cardinality(ids), total <= 10000
      );
    end if;
    ids = ids || found;
    exit when cardinality(ids) = size;
    skip = case
      when found <> '{}' or skip = 0 then 0
      else skip - coalesce(counts[part], private.count_products(conditions[part], skip))
    end;
  end loop;
end
$$;
comment on function private.page_of_products(text, jsonb, text, integer, integer) is
  'Os ids de uma página e o total, que passa de 10.000 quando há mais; páginas negativas contam do fim.';
revoke all on function private.page_of_products(text, jsonb, text, integer, integer) from public;
