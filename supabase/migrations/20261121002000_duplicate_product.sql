create function public.duplicate_product(product_id uuid, copy_id uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  source public.products;
  new_id constant uuid = coalesce(copy_id, gen_random_uuid());
  copy_sku text;
  taken text;
  is_copied boolean = false;
begin
  -- The same request again: its response was lost.
  if exists (select from public.products as copy where copy.id = new_id) then
    return jsonb_build_object(
      'status', 'saved',
      'product', private.product_json(new_id),
      'listed', private.listed_products(array[new_id]) -> 0
    );
  end if;
  -- The lock keeps a save or a deletion from dropping the files of the images while they are copied.
  select * into source from public.products where id = duplicate_product.product_id for share;
  if not found then
    return jsonb_build_object('status', 'missing');
  end if;

  perform private.confirm_prices('before');
  for attempt in 1 .. 10000 loop
    copy_sku = left(source.sku, 240) || '-COPY' || case when attempt > 1 then '-' || attempt else '' end;
    -- Taken or free is for the unique index to say: under row-level security a question by lower(sku),
    -- which is not leakproof, would read the whole table.
    begin
      perform private.insert_record('products', to_jsonb(source) || jsonb_build_object(
        'id', new_id, 'name', left(source.name, 247) || ' (Cópia)', 'sku', copy_sku
      ));
      is_copied = true;
      exit;
    exception when unique_violation then
      get stacked diagnostics taken = constraint_name;
      if taken = 'products_pkey' then
        raise;
      end if;
    end;
  end loop;
  if not is_copied then
    raise exception 'Não há mais SKU livre para uma cópia de %.', source.sku using hint = 'no_free_sku';
  end if;

  insert into public.product_images (product_id, url, is_main, position, alt)
  select new_id, image.url, image.is_main, image.position, image.alt
  from public.product_images as image
  where image.product_id = source.id;

  return jsonb_build_object(
    'status', 'saved',
    'product', private.product_json(new_id),
    'listed', private.listed_products(array[new_id]) -> 0
  );
end
$$;
comment on function public.duplicate_product(uuid, uuid) is
  'Copia um produto e os registros das suas imagens: nome com (Cópia), SKU com -COPY, -COPY-2, -COPY-3… Devolve a cópia inteira e como a linha da lista; pedida de novo com o mesmo copy_id, a que já fez.';
revoke all on function public.duplicate_product(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.duplicate_product(uuid, uuid) to authenticated;
