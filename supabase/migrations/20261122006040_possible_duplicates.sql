-- The forms ask, while a value is typed, whether another record has the same one. Each question reads one index.
create function private.bare_words(value text) returns text
language sql immutable parallel safe
return btrim(private.words(value));
comment on function private.bare_words(text) is
  'As palavras de um texto sem acentos nem pontuação, em minúsculas, com um espaço entre elas.';
revoke all on function private.bare_words(text) from public;

create function private.bare_sku(sku text) returns text
language sql immutable parallel safe
return replace(private.words(sku), ' ', '');
comment on function private.bare_sku(text) is 'Um SKU só com letras e algarismos, em minúsculas.';
revoke all on function private.bare_sku(text) from public;

create index findable_products_bare_name_idx
  on private.findable_products ((btrim(left(words, name_length)) collate "C"));
create index findable_products_bare_sku_idx on private.findable_products ((private.bare_sku(sku) collate "C"));
create index distribuidores_email_idx on public.distribuidores (lower(email));
create index parceiros_email_idx on public.parceiros (lower(email));

-- Like find_products it asks once who calls and then reads as owner: the narrow copy of the products is private.
create function public.possible_duplicate(area text, field text, value text, own_id uuid default null)
returns table (id uuid, name text, detail text)
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
as $$
declare
  -- As much of it as the fields take.
  given text = left(btrim(private.required(value, 'value')), 255);
  bare text;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function possible_duplicate' using errcode = '42501';
  end if;
  case concat(area, '.', field)
    when 'products.name' then
      bare = private.bare_words(given);
      return query
        select product.id, product.name, product.sku
        from (
          select found.id, found.name, found.sku
          from private.findable_products as found
          where btrim(left(found.words, found.name_length)) collate "C" = bare
            and found.id is distinct from own_id and bare <> ''
          limit 20
        ) as product
        order by product.name <> given, product.name, product.id
        limit 1;
    when 'products.sku' then
      bare = private.bare_sku(given);
      return query
        select product.id, product.name, product.sku
        from (
          select found.id, found.name, found.sku
          from private.findable_products as found
          where private.bare_sku(found.sku) collate "C" = bare
            and found.id is distinct from own_id and bare <> ''
          limit 20
        ) as product
        order by lower(product.sku) <> lower(given), product.sku, product.id
        limit 1;
    when 'distribuidores.email' then
      return query
        select company.id, company.name, company.email
        from public.distribuidores as company
        where lower(company.email) = lower(given) and company.id is distinct from own_id
        limit 1;
    when 'parceiros.email' then
      return query
        select company.id, company.name, company.email
        from public.parceiros as company
        where lower(company.email) = lower(given) and company.id is distinct from own_id
        limit 1;
    else
      raise exception 'Esse campo pode se repetir.' using errcode = '22023';
  end case;
end
$$;
comment on function public.possible_duplicate(text, text, text, uuid) is
  'Outro registro com o mesmo nome, um SKU que só difere na pontuação ou o mesmo e-mail; nenhuma linha se não há.';
revoke all on function public.possible_duplicate(text, text, text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.possible_duplicate(text, text, text, uuid) to authenticated;
