-- If another product released a SKU, a price is compared with the price of that product at that moment.
create function private.value_after(column_name text, product_id text, change_id bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select (coalesce(
    (
      select later.before -> column_name
      from private.changes as later
      where later.area = 'products' and later.record_id = product_id and later.id > change_id
        and later.table_name = 'products' and later.before ? column_name
      order by later.id
      limit 1
    ),
    (select to_jsonb(stored) -> column_name from public.products as stored where stored.id = product_id::uuid)
  ) #>> '{}')::numeric
$$;
comment on function private.value_after(text, text, bigint) is
  'O preço que um produto tinha logo depois de uma mudança.';
revoke all on function private.value_after(text, text, bigint) from public;

create or replace function private.price_references(ids uuid[], skus text[] default null)
returns table (id uuid, sku text, real_price numeric, promo_price numeric)
language plpgsql stable security definer set search_path = '' set jit = off
-- The best plan depends on the number of changes of the day.
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  first constant bigint = private.first_change_since(now() - interval '24 hours');
begin
  if first is null then
    return;
  end if;
  if skus is null then
    select array_agg(product.id), array_agg(product.sku) into ids, skus
    from public.products as product where product.id = any (price_references.ids);
  end if;
  return query
    with judged as materialized (
      select judged.id, judged.id::text as record_id, judged.sku from unnest(ids, skus) as judged (id, sku)
    ), related as (
      select judged.sku, judged.record_id, false as released_sku from judged where judged.record_id is not null
      union all
      select distinct judged.sku, change.record_id, true
      from judged
      join private.changes as change
        on lower(change.before ->> 'sku') = lower(judged.sku) and change.record_id is distinct from judged.record_id
      where change.table_name = 'products' and change.before ? 'sku' and change.id >= first
    ), past as materialized (
      -- A change of SKU does not record the prices.
      select
        related.sku, change.id,
        case
          when change.before ? 'real_price' then (change.before ->> 'real_price')::numeric
          when related.released_sku and change.before ? 'sku' and change.kind = 'update' then
            private.value_after('real_price', change.record_id, change.id)
        end as real_price,
        case
          when change.before ? 'promo_price' then (change.before ->> 'promo_price')::numeric
          when related.released_sku and change.before ? 'sku' and change.kind = 'update' then
            private.value_after('promo_price', change.record_id, change.id)
        end as promo_price,
        case when change.confirmed then not private.is_undone(change.batch, change.area, change.record_id) end
          as is_confirmed
      from related
      join private.changes as change
        on change.area = 'products' and change.record_id = related.record_id and change.id >= first
      where change.table_name = 'products' and change.kind in ('insert', 'update', 'delete')
    ), latest as (
      select past.sku, max(past.id) as id from past where past.is_confirmed group by past.sku
    ), oldest as (
      select
        past.sku,
        (array_agg(past.real_price order by past.id) filter (where past.real_price > 0))[1] as real_price,
        (array_agg(past.promo_price order by past.id) filter (where past.promo_price > 0))[1] as promo_price
      from past
      left join latest on latest.sku = past.sku
      where past.id > coalesce(latest.id, 0)
      group by past.sku
    )
    select judged.id, judged.sku, oldest.real_price, oldest.promo_price
    from judged
    join oldest on oldest.sku = judged.sku;
end
$$;
