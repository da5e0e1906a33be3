-- An undo in steps continues the batch of an earlier undo of the same user. The pictures that only the earlier one wrote
-- do not count: they have another version of the product.
create or replace function private.bump_product_versions(versions jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.products as product set sku = product.sku
  from jsonb_each_text(versions) as earlier
  where product.id = earlier.key::uuid and product.version = earlier.value::integer
    and exists (
      select from private.changes as change
      where change.batch = nullif(current_setting('vitrine.batch', true), '')::bigint
        and change.record_id = earlier.key and change.table_name = 'product_images'
        and change.version = product.version
    )
$$;
