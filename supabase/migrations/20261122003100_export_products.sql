-- All products that a list means, in its order, step by step: each step goes on after the last row of the one
-- before, so that the thousandth costs what the first does, and nothing is told twice when rows come and go.
create function private.export_step(condition text, "order" text, after text[], size integer)
returns table (id uuid, keys text[])
language plpgsql stable set search_path = '' as $$
declare
  sorted text = private.product_order("order", false);
  columns text = regexp_replace(sorted, ' (asc|desc)', '', 'g');
  direction text = case when "order" like '-%' then '<' else '>' end;
begin
  return query execute format(
    'select id, array[%s] from private.findable_products where %s%s order by %s limit %s',
    regexp_replace(columns, '(\w+)', '\1::text', 'g'),
    condition,
    case when after is not null then format(
      ' and (%s) %s (%s)', columns, direction, (select string_agg(quote_literal(key), ', ') from unnest(after) as key)
    ) end,
    sorted, size
  );
end
$$;
comment on function private.export_step(text, text, text[], integer) is
  'Os próximos produtos de uma condição, depois das chaves dadas, com as suas chaves.';
revoke all on function private.export_step(text, text, text[], integer) from public;

create function private.keys_of_step(keys jsonb, "order" text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if keys is null or keys = 'null' then
    return null;
  end if;
  -- As many as the order has columns.
  if jsonb_array_length(private.checked_texts(keys, 'after.keys'))
    <> cardinality(string_to_array(private.product_order("order", false), ','))
  then
    raise exception 'A exportação não tem esse passo.' using errcode = '22023';
  end if;
  return array(select jsonb_array_elements_text(keys));
end
$$;
comment on function private.keys_of_step(jsonb, text) is
  'As chaves da última linha de um passo da exportação; recusa as que não são da ordem.';
revoke all on function private.keys_of_step(jsonb, text) from public;

create function public.export_products(
  search text default '', filters jsonb default '{}', "order" text default 'name',
  after jsonb default null, size integer default 1000,
  ids uuid[] default null, "except" uuid[] default '{}'
) returns json
language plpgsql security definer
set search_path = ''
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0 set work_mem = '64MB'
as $$
declare
  sorted text = case "order" when 'relevance' then 'name' else "order" end;
  conditions text[];
  part integer;
  last text[];
  -- The category by its name; the others are what clients write.
  fields constant text = (
    select string_agg(format('product.%I', name), ', ')
    from unnest(private.client_columns('products', 'insert')) as name
    where name not in ('id', 'category_id')
  );
  answer json;
  amount integer;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function export_products' using errcode = '42501';
  end if;
  if coalesce(after, 'null') <> 'null' then
    part = (private.checked_object(after, 'after') ->> 'part')::integer;
    last = private.keys_of_step(after -> 'keys', sorted);
  end if;
  part = coalesce(part, 1);
  perform private.required(search, 'search'), private.required("order", 'order'),
    private.checked_object(filters, 'filters'), private.checked_list("except", 100000, 'except'),
    private.checked_list(coalesce(ids, '{}'), 100000, 'ids'), private.checked_size(size, 1000);
  conditions = case
    when ids is null then private.ranked_products(search, filters, "order")
    else array[format('id = any(%L)', ids)]
  end;
  if part not between 1 and cardinality(conditions) then
    raise exception 'A exportação não tem esse passo.' using errcode = '22023';
  end if;
  -- A response stays below the limit of any platform.
  execute format(
    'with step as materialized (
      select found.id, found.keys, found.place
      from private.export_step($1, $2, $3, $4) with ordinality as found (id, keys, place)
    ), told as materialized (
      select step.place, step.keys, to_jsonb(row_of) as row,
        sum(octet_length(product.description)) over (order by step.place) as bytes
      from step
      join public.products as product on product.id = step.id
      join public.categories as category on category.id = product.category_id
      cross join lateral (select %s, category.name as category) as row_of
    ), fitting as (
      select * from told where bytes <= 3000000 or place = 1
    )
    select json_build_object(
      ''rows'', coalesce(json_agg(fitting.row order by fitting.place), ''[]''),
      ''next'', case
        when max(fitting.place) < (select max(step.place) from step) or (select count(*) from step) = $4
          then json_build_object(
            ''part'', $5, ''keys'', jsonb_agg(to_jsonb(fitting.keys) order by fitting.place desc) -> 0
          )
        when $5 < $6 then json_build_object(''part'', $5 + 1)
      end
    ), count(fitting.place) from fitting',
    fields
  ) into answer, amount
  using format('%s and id <> all(%L)', conditions[part], "except"), sorted, last, size, part, cardinality(conditions);
  perform private.note_event(
    auth.uid(), 'export', 'products', amount => amount, goes_on => after is not null
  );
  return answer;
end
$$;
comment on function public.export_products(text, jsonb, text, jsonb, integer, uuid[], uuid[]) is
  'Um passo da exportação do que a lista mostra, ou só de ids, sem except, na sua ordem, com as colunas que um cliente grava; next é o after do passo seguinte, nulo no fim. Consta na atividade.';
revoke all on function public.export_products(text, jsonb, text, jsonb, integer, uuid[], uuid[])
  from public, anon, authenticated, service_role;
grant execute on function public.export_products(text, jsonb, text, jsonb, integer, uuid[], uuid[])
  to authenticated;
