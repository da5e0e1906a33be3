create function private.product_json(product_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select (to_jsonb(product) - 'search_text') || jsonb_build_object(
    'product_images', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'id', image.id, 'url', image.url, 'is_main', image.is_main, 'position', image.position,
            'alt', image.alt
          )
          order by image.position, image.id
        )
        from public.product_images as image
        where image.product_id = product.id
      ),
      '[]'
    )
  )
  from public.products as product
  where product.id = product_json.product_id
$$;
comment on function private.product_json(uuid) is 'Um produto com as suas imagens, na ordem de exibição.';
revoke all on function private.product_json(uuid) from public;
grant execute on function private.product_json(uuid) to authenticated;

create function private.save_product_images(product_id uuid, images jsonb) returns text[]
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  dropped text[];
begin
  with gone as (
    delete from public.product_images
    where product_id = save_product_images.product_id
      and url not in (
        select wanted ->> 'url' from jsonb_array_elements(save_product_images.images) as wanted
      )
    returning url
  )
  select array_agg(url) into dropped from gone;

  -- Only one image may be the main one at any moment: the old one steps down first.
  update public.product_images set is_main = false
  where product_id = save_product_images.product_id and is_main
    and url not in (
      select wanted ->> 'url' from jsonb_array_elements(save_product_images.images) as wanted
      where (wanted ->> 'is_main')::boolean
    );

  insert into public.product_images as stored (product_id, url, is_main, position, alt)
  select
    save_product_images.product_id,
    wanted.value ->> 'url',
    bool_or(coalesce((wanted.value ->> 'is_main')::boolean, false)),
    min(wanted.position) - 1,
    coalesce(max(wanted.value ->> 'alt'), max(kept.alt), '') -- left out, it stays as it is
  from jsonb_array_elements(save_product_images.images) with ordinality as wanted (value, position)
  left join public.product_images as kept
    on kept.product_id = save_product_images.product_id and kept.url = wanted.value ->> 'url'
  group by wanted.value ->> 'url'
  on conflict on constraint product_images_product_id_url_key
    do update set is_main = excluded.is_main, position = excluded.position, alt = excluded.alt
    where (stored.is_main, stored.position, stored.alt)
      is distinct from (excluded.is_main, excluded.position, excluded.alt);

  return coalesce(dropped, '{}');
end
$$;
comment on function private.save_product_images(uuid, jsonb) is
  'Deixa o produto com as imagens dadas, nessa ordem, e devolve os endereços das que saíram.';
revoke all on function private.save_product_images(uuid, jsonb) from public;
grant execute on function private.save_product_images(uuid, jsonb) to authenticated;

-- A confirmation names both prices: neither is confirmed by naming only the other.
create function private.confirm_these_prices(confirmed jsonb, wanted public.products) returns void
language plpgsql set search_path = '' as $$
begin
  if confirmed = jsonb_build_object('real_price', wanted.real_price, 'promo_price', wanted.promo_price) then
    perform private.confirm_prices('now');
  end if;
end
$$;
comment on function private.confirm_these_prices(jsonb, public.products) is
  'Confirma os preços de um produto, se confirmed os repete: o de venda e o promocional.';
revoke all on function private.confirm_these_prices(jsonb, public.products) from public;
grant execute on function private.confirm_these_prices(jsonb, public.products) to authenticated;

create function private.cleaned_product(product jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select product || coalesce(
    jsonb_object_agg(given.key, case given.key when 'sku' then btrim(given.value) else nullif(btrim(given.value), '') end),
    '{}'
  )
  from jsonb_each_text(product) as given
  where given.key in ('sku', 'button_link', 'video_embed')
$$;
comment on function private.cleaned_product(jsonb) is
  'Um produto enviado, sem espaços em volta do SKU e dos endereços; um endereço vazio é nulo.';
revoke all on function private.cleaned_product(jsonb) from public;
grant execute on function private.cleaned_product(jsonb) to authenticated;

-- The columns are those of the grants: what a client may not write is ignored, whatever the payload says.
create function public.save_product(
  product jsonb, images jsonb default null, expected_version integer default null, confirmed jsonb default null
)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted_id uuid = (private.checked_object(product, 'product') ->> 'id')::uuid;
  stored public.products;
  wanted public.products;
  removed text[] = '{}';
begin
  if images = 'null' then
    images = null;
  elsif images is not null then
    perform private.checked_objects(images, (private.limits()).pictures_of_product, 'images');
  end if;
  if confirmed <> 'null' then
    perform private.checked_object(confirmed, 'confirmed');
  end if;
  if wanted_id is not null then
    select * into stored from public.products where products.id = wanted_id for update;
    if found and private.required(expected_version, 'expected_version') <> stored.version then
      return jsonb_build_object(
        'status', 'conflict',
        'product', private.product_json(wanted_id),
        'listed', private.listed_products(array[wanted_id]) -> 0
      );
    elsif not found and expected_version is distinct from 0 then
      return jsonb_build_object('status', 'missing');
    end if;
  elsif expected_version is not null then
    raise exception 'Um produto novo sem id não tem versão (expected_version).' using errcode = '22023', hint = 'version';
  end if;
  product = private.cleaned_product(product);
  if stored.id is null then
    wanted = jsonb_populate_record(null::public.products, product);
    perform private.confirm_these_prices(confirmed, wanted);
    stored.id = (private.insert_record('products', product) ->> 'id')::uuid;
  else
    wanted = jsonb_populate_record(stored, product); -- what the payload leaves out stays as it is
    perform private.confirm_these_prices(confirmed, wanted);
    perform private.update_record('products', to_jsonb(wanted));
  end if;

  if images is not null then -- without a list the images stay as they are
    removed = private.save_product_images(stored.id, images);
  end if;
  return jsonb_build_object(
    'status', 'saved',
    'product', private.product_json(stored.id),
    'listed', private.listed_products(array[stored.id]) -> 0,
    'removed_files',
    (select coalesce(jsonb_agg(file), '[]') from private.unused_files(removed) as file)
  );
end
$$;
comment on function public.save_product(jsonb, jsonb, integer, jsonb) is
  'Grava um produto e as suas imagens de uma vez. Um que já existe pede a versão que foi lida (expected_version); 0 com um id cria um produto que ainda não existe, e devolve conflict se já existe. Devolve saved, conflict (alguém gravou antes) ou missing, e o produto como ficou: inteiro e como a linha da lista. confirmed repete os preços que a guarda acha duvidosos: {"real_price", "promo_price"}.';
revoke all on function public.save_product(jsonb, jsonb, integer, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.save_product(jsonb, jsonb, integer, jsonb) to authenticated;
