-- Pictures of many products at once, named by their SKUs: the browser asks which products the names of its files mean,
-- stores the pictures of one product after the other, and all of it is one act of the history.

-- File names take neither slash nor colon, and lose accents and blanks on their way.
create function private.file_sku(sku text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(private.searchable(sku), '[\s_/\\:*?"<>|]+', '_', 'g'), '_');
comment on function private.file_sku(text) is
  'Um SKU como o nome de um arquivo pode trazê-lo: sem acentos, com _ onde há espaços e o que nomes não aceitam.';
revoke all on function private.file_sku(text) from public;
grant execute on function private.file_sku(text) to authenticated, service_role;

-- Of most products the index by lower(sku) tells the same.
create index products_file_sku_idx on public.products (private.file_sku(sku))
  where private.file_sku(sku) <> lower(sku);

-- As owner, because under row-level security no index on an expression may be used.
create function public.products_named(names text[]) returns json
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off set jit = off
as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function products_named' using errcode = '42501';
  end if;
  perform private.checked_list(names, 500, 'names');
  return (
    select coalesce(json_agg(json_build_object(
      'name', asked.name, 'exact', lower(found.sku) = asked.exact,
      'id', found.id, 'sku', found.sku, 'title', found.name,
      'images', (
        select coalesce(
          json_agg(json_build_object('url', image.url, 'is_main', image.is_main) order by image.position, image.id),
          '[]'
        )
        from public.product_images as image
        where image.product_id = found.id
      )
    ) order by asked.name, found.sku), '[]')
    from (
      select distinct given.name, lower(normalize(given.name, nfc) collate "pt-BR-x-icu") as exact,
        private.file_sku(given.name) as loose
      from unnest(products_named.names) as given (name)
      where char_length(given.name) <= 1000 -- no SKU has so many
    ) as asked
    cross join lateral (
      select product.id, product.sku, product.name
      from public.products as product
      where lower(product.sku) = any (array[asked.exact, asked.loose])
      union
      select product.id, product.sku, product.name
      from public.products as product
      where private.file_sku(product.sku) = asked.loose
        and private.file_sku(product.sku) <> lower(product.sku)
    ) as found
  );
end
$$;
comment on function public.products_named(text[]) is
  'Os produtos que nomes de arquivos querem dizer, com as suas imagens na ordem: exact quando o nome é o SKU, fora as maiúsculas.';
revoke all on function public.products_named(text[]) from public, anon, authenticated, service_role;
grant execute on function public.products_named(text[]) to authenticated;

-- The steps of one import are one batch for a day, unless something of it was undone, or another batch has changed
-- the product since: its history shows each batch as one entry.
create function private.continue_pictures(batch bigint, product_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  latest bigint = (
    select change.batch from private.changes as change
    where change.area = 'products' and change.record_id = continue_pictures.product_id::text
    order by change.id desc
    limit 1
  );
begin
  perform set_config('vitrine.batch', coalesce((
    select act.id::text
    from private.batches as act
    where act.id = continue_pictures.batch and act.actor = auth.uid() and act.kind = 'update'
      and act.note ? 'pictures' and act.at > now() - interval '1 day' and private.lock_batch(act.id)
      and (act.id = latest or not exists (
        select from private.changes as change
        where change.batch = act.id and change.record_id = continue_pictures.product_id::text
      ))
  ), ''), true);
  return nullif(current_setting('vitrine.batch', true), '')::bigint is distinct from latest;
end
$$;
comment on function private.continue_pictures(bigint, uuid) is
  'Os passos de uma importação de imagens são um ato: segue o ato dado, se é de quem chama, de há menos de um dia, não foi desfeito, e nenhum outro mudou depois este produto. Diz se o produto é novo nele.';
revoke all on function private.continue_pictures(bigint, uuid) from public;
grant execute on function private.continue_pictures(bigint, uuid) to authenticated;

create function private.note_pictures(amount integer, is_new boolean) returns bigint
language sql security definer set search_path = '' as $$
  update private.batches as act set note = jsonb_build_object(
    'pictures', coalesce((act.note ->> 'pictures')::integer, 0) + note_pictures.amount,
    'count', coalesce((act.note ->> 'count')::integer, 0) + note_pictures.is_new::integer
  )
  where act.id = nullif(current_setting('vitrine.batch', true), '')::bigint
  returning act.id
$$;
comment on function private.note_pictures(integer, boolean) is
  'Anota no ato em andamento quantas imagens entraram, e em quantos produtos; devolve o ato.';
revoke all on function private.note_pictures(integer, boolean) from public;
grant execute on function private.note_pictures(integer, boolean) to authenticated;

-- A client that lost the response sends the same pictures again: they are stored already, by its own action.
create function private.repeated_pictures(product_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select latest.id
  from (
    select act.id, act.actor, act.note, act.at
    from private.changes as change
    join private.batches as act on act.id = change.batch
    where change.area = 'products' and change.record_id = repeated_pictures.product_id::text
    order by change.id desc
    limit 1
  ) as latest
  where latest.actor = auth.uid() and latest.note ? 'pictures' and latest.at > now() - interval '1 day'
$$;
comment on function private.repeated_pictures(uuid) is
  'O ato, se a última mudança deste produto foram imagens que quem chama incluiu; nulo se não.';
revoke all on function private.repeated_pictures(uuid) from public;
grant execute on function private.repeated_pictures(uuid) to authenticated;

create function public.save_product_pictures(
  product_id uuid, images jsonb, seen text[], batch bigint default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  stored text[];
  removed text[];
  repeated bigint;
  is_new boolean;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function save_product_pictures' using errcode = '42501';
  end if;
  perform private.checked_objects(images, 200, 'images'), private.checked_list(seen, 1000, 'seen');
  perform from public.products as product where product.id = save_product_pictures.product_id for update;
  if not found then
    return jsonb_build_object('status', 'missing');
  end if;
  stored = array(
    select image.url from public.product_images as image
    where image.product_id = save_product_pictures.product_id order by image.position, image.id
  );
  if stored is distinct from seen then
    repeated = case
      when stored = array(
        select wanted.value ->> 'url' from jsonb_array_elements(images) with ordinality as wanted (value, place)
        order by wanted.place
      ) then private.repeated_pictures(product_id)
    end;
    if repeated is not null then
      return jsonb_build_object(
        'status', 'saved', 'batch', repeated,
        'removed_files', (select coalesce(jsonb_agg(file), '[]') from public.unused_files(seen) as file)
      );
    end if;
    return jsonb_build_object('status', 'stale');
  end if;
  is_new = private.continue_pictures(batch, product_id);
  -- A form that is open must not take the product for the one that it read.
  update public.products as product set sku = product.sku where product.id = save_product_pictures.product_id;
  removed = private.save_product_images(product_id, images);
  return jsonb_build_object(
    'status', 'saved',
    'batch', private.note_pictures(
      (
        select count(*)::integer from jsonb_array_elements(images) as wanted
        where wanted ->> 'url' <> all (stored)
      ),
      is_new
    ),
    'removed_files', (select coalesce(jsonb_agg(file), '[]') from private.unused_files(removed) as file)
  );
end
$$;
comment on function public.save_product_pictures(uuid, jsonb, text[], bigint) is
  'Deixa um produto com as imagens dadas, se ainda tem as que se viram (seen), no ato batch ou em um novo. Devolve saved, stale ou missing.';
revoke all on function public.save_product_pictures(uuid, jsonb, text[], bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.save_product_pictures(uuid, jsonb, text[], bigint) to authenticated;
