-- The products that a reader outside may see: Ativo, of an active category. A reader's search, category and position
-- are evaluated on these rows alone, so that no hidden product changes a response or its time. Triggers maintain the
-- table; saves that change no price or status of it only compare.
create table private.products_on_air (
  id uuid primary key,
  visibility text not null,
  category_id uuid not null,
  name text collate "pt-BR-x-icu" not null,
  sku text not null,
  words text not null
);
comment on table private.products_on_air is
  'Os produtos ativos de categorias ativas, mantidos por gatilhos: só neles se avalia o que um leitor de fora envia.';
comment on column private.products_on_air.sku is 'O SKU em minúsculas.';
comment on column private.products_on_air.words is 'Como em findable_products.';

create index products_on_air_name_idx on private.products_on_air (visibility, name, id);
create index products_on_air_category_idx on private.products_on_air
  (visibility, category_id, name, id);
create index products_on_air_sku_idx on private.products_on_air (visibility, sku);
-- One for each visibility: the search of one audience reads no entry of another.
create index products_on_air_todos_words_idx on private.products_on_air
  using gin (words extensions.gin_trgm_ops)
  where visibility = 'todos';
create index products_on_air_menu_parceiros_words_idx on private.products_on_air
  using gin (words extensions.gin_trgm_ops)
  where visibility = 'menu_parceiros';
create index products_on_air_catalogo_distribuidores_words_idx on private.products_on_air
  using gin (words extensions.gin_trgm_ops)
  where visibility = 'catalogo_distribuidores';

revoke all on private.products_on_air from anon, authenticated, service_role;
alter table private.products_on_air enable row level security;

-- A product that is saved while its category is switched on or off must see the result, or be seen by it. Not a lock
-- of the category's row: renaming a category must not wait for an import. 64 keys, because each lock takes shared memory.
create function private.lock_categories_on_air(categories uuid[], exclusively boolean) returns void
language plpgsql set search_path = '' as $$
declare
  subject constant integer = 'private.products_on_air'::regclass::oid::integer;
  key integer;
begin
  for key in
    select distinct pg_catalog.hashtext(id::text) & 63 as number
    from unnest(categories) as id
    where id is not null
    order by number
  loop
    if exclusively then
      perform pg_advisory_xact_lock(subject, key);
    else
      perform pg_advisory_xact_lock_shared(subject, key);
    end if;
  end loop;
end
$$;
comment on function private.lock_categories_on_air(uuid[], boolean) is
  'Faz quem grava um produto e quem liga ou desliga a sua categoria esperarem um pelo outro, até o fim da transação.';
revoke all on function private.lock_categories_on_air(uuid[], boolean) from public;

create function private.keep_product_on_air() returns trigger
language plpgsql security definer
set search_path = ''
set gin_pending_list_limit = '64kB' -- searches read the list of what is still to be indexed: it stays short
as $$
declare
  is_shown boolean;
begin
  if tg_op = 'TRUNCATE' then
    truncate private.products_on_air;
    return null;
  end if;
  perform private.lock_categories_on_air(array[old.category_id, new.category_id], false);
  is_shown = tg_op <> 'DELETE' and new.status = 'Ativo' and exists (
    select from public.categories as category where category.id = new.category_id and category.is_active
  );
  if is_shown then
    insert into private.products_on_air (id, visibility, category_id, name, sku, words)
    values (new.id, new.visibility, new.category_id, new.name, lower(new.sku), new.words)
    on conflict (id) do update set
      visibility = excluded.visibility,
      category_id = excluded.category_id,
      name = excluded.name,
      sku = excluded.sku,
      words = excluded.words;
  else
    delete from private.products_on_air where id = coalesce(old.id, new.id);
  end if;
  return null;
end
$$;
comment on function private.keep_product_on_air() is
  'Põe um produto entre os que estão no ar, ou o tira.';
revoke all on function private.keep_product_on_air() from public;

create trigger keep_on_air_of_new after insert on private.findable_products
  for each row when (new.status = 'Ativo') execute function private.keep_product_on_air();
create trigger keep_on_air_of_changed after update on private.findable_products
  for each row when (
    'Ativo' in (old.status, new.status)
    and (old.status, old.visibility, old.category_id, old.name, old.sku, old.words)
      is distinct from (new.status, new.visibility, new.category_id, new.name, new.sku, new.words)
  )
  execute function private.keep_product_on_air();
create trigger keep_on_air_of_gone after delete on private.findable_products
  for each row when (old.status = 'Ativo') execute function private.keep_product_on_air();
create trigger keep_on_air_when_emptied after truncate on private.findable_products
  for each statement execute function private.keep_product_on_air();

-- Many products are indexed at once at the end, which takes a fraction of the time.
create function private.keep_category_on_air() returns trigger
language plpgsql security definer
set search_path = '' set gin_pending_list_limit = '1GB' set maintenance_work_mem = '128MB'
as $$
declare
  hidden uuid[];
  shown uuid[];
begin
  select
    coalesce(array_agg(after.id) filter (where not after.is_active), '{}'),
    coalesce(array_agg(after.id) filter (where after.is_active), '{}')
  into hidden, shown
  from old_rows as before
  join new_rows as after using (id)
  where before.is_active <> after.is_active;
  perform private.lock_categories_on_air(hidden || shown, true);
  if hidden <> '{}' then
    delete from private.products_on_air where category_id = any (hidden);
  end if;
  if shown <> '{}' then
    insert into private.products_on_air (id, visibility, category_id, name, sku, words)
    select id, visibility, category_id, name, lower(sku), words
    from private.findable_products
    where category_id = any (shown) and status = 'Ativo'
    on conflict (id) do nothing;
    perform gin_clean_pending_list(index.indexrelid)
    from pg_catalog.pg_index as index
    join pg_catalog.pg_class as class on class.oid = index.indexrelid
    where index.indrelid = 'private.products_on_air'::regclass
      and class.relname like '%\_words\_idx';
  end if;
  return null;
end
$$;
comment on function private.keep_category_on_air() is
  'Põe no ar os produtos de uma categoria que se torna ativa, e tira os de uma que se torna inativa.';
revoke all on function private.keep_category_on_air() from public;

create trigger keep_on_air after update on public.categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_category_on_air();

create function private.refill_products_on_air() returns void
language plpgsql set search_path = '' as $$
begin
  lock table public.products, public.categories in share mode; -- what changes meanwhile would be missed
  truncate private.products_on_air;
  insert into private.products_on_air (id, visibility, category_id, name, sku, words)
  select product.id, product.visibility, product.category_id, product.name, lower(product.sku), product.words
  from private.findable_products as product
  join public.categories as category on category.id = product.category_id and category.is_active
  where product.status = 'Ativo';
  analyze private.products_on_air;
end
$$;
comment on function private.refill_products_on_air() is
  'Refaz a lista dos produtos no ar: depois de uma carga com os gatilhos desligados.';
revoke all on function private.refill_products_on_air() from public;
