-- The price guard compares a new price with the stored one and with a reference: the oldest price above zero that a product
-- had within the last 24 hours, after the last change in them that somebody confirmed and nobody has undone since.
-- A product that was deleted, or that gave its SKU away, belongs to the one that has this SKU now: neither deleting and
-- creating it again nor several small steps hide a large one.
create function private.price_references(ids uuid[], skus text[] default null)
returns table (id uuid, sku text, real_price numeric, promo_price numeric)
language plpgsql stable security definer set search_path = '' set jit = off
-- How many changes a day has decides the plan.
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
      select judged.sku, judged.record_id, false as gave_away from judged where judged.record_id is not null
      union all
      select distinct judged.sku, change.record_id, true
      from judged
      join private.changes as change
        on lower(change.before ->> 'sku') = lower(judged.sku) and change.record_id is distinct from judged.record_id
      where change.table_name = 'products' and change.before ? 'sku' and change.id >= first
    ), past as materialized (
      -- The change that gives a SKU away says nothing of prices: they are still there.
      select
        related.sku, change.id,
        case
          when change.before ? 'real_price' then (change.before ->> 'real_price')::numeric
          when related.gave_away and change.before ? 'sku' and change.kind = 'update' then (
            select stored.real_price from public.products as stored where stored.id = change.record_id::uuid
          )
        end as real_price,
        case
          when change.before ? 'promo_price' then (change.before ->> 'promo_price')::numeric
          when related.gave_away and change.before ? 'sku' and change.kind = 'update' then (
            select stored.promo_price from public.products as stored where stored.id = change.record_id::uuid
          )
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
comment on function private.price_references(uuid[], text[]) is
  'De produtos, pelo id e pelo SKU (sem eles, o que têm), o preço mais antigo das últimas 24 horas desde o último confirmado; sem linha onde nada mudou.';
revoke all on function private.price_references(uuid[], text[]) from public;
grant execute on function private.price_references(uuid[], text[]) to authenticated;

create function public.price_reference(product_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'permission denied for function price_reference' using errcode = '42501';
  end if;
  perform private.required(product_id, 'product_id');
  return (
    select jsonb_build_object('real_price', max(reference.real_price), 'promo_price', max(reference.promo_price))
    from private.price_references(array[product_id]) as reference
  );
end
$$;
comment on function public.price_reference(uuid) is
  'Com que preços a guarda compara os novos de um produto, além dos gravados: os mais antigos das últimas 24 horas; nulos se nada mudou.';
revoke all on function public.price_reference(uuid) from public, anon, authenticated, service_role;
grant execute on function public.price_reference(uuid) to authenticated;
