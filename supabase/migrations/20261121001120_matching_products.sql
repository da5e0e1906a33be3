-- Which products does a search with its filters mean? Lists, neighbours, and whatever will act on all of a
-- list, ask here and nowhere else. The answer is SQL over private.findable_products, because only a plan
-- made for these very words and values is fast for frequent and rare ones alike.
create function private.search_terms(search text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(term order by place), '{}')
  from (
    select term, min(place) as place
    from unnest(string_to_array(private.words(left(search, 200)), ' '))
      with ordinality as split (term, place)
    where term <> ''
    group by term
    order by place
    limit 12
  ) as terms
$$;
comment on function private.search_terms(text) is
  'As palavras de uma busca, sem repetição; no máximo doze.';
revoke all on function private.search_terms(text) from public;

-- At the beginning of a word, or anywhere in it; '1kg' finds '1 kg' too. A term has letters and digits alone,
-- nothing to escape. One or two letters in the middle of a word are nothing that a trigram index knows: beside
-- longer terms they are a filter, which no plan takes for a reason to read that whole index; where there is
-- nothing else, two letters are asked for with every letter that may stand before them.
create function private.words_condition(words text, term text, place text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  spaced text = regexp_replace(term, '(\d)(?=\D)|(\D)(?=\d)', '\1\2 ', 'g');
  condition text = case
    when place = 'beginning' then format('%s like %L', words, '% ' || term || '%')
    when char_length(term) > 2 then format('%s like %L', words, '%' || term || '%')
    when char_length(term) = 2 and place = 'anywhere, alone' then format('%s ~ %L', words, '[a-z0-9 ]' || term)
    else format('strpos(%s, %L) > 0', words, term)
  end;
begin
  if spaced <> term then
    condition = format('%s or %s like %L', condition, words, '% ' || spaced || '%');
  end if;
  return condition;
end
$$;
comment on function private.words_condition(text, text, text) is
  'Condição de que uma palavra da busca ocorra entre as palavras de uma expressão.';
revoke all on function private.words_condition(text, text, text) from public;

create function private.term_condition(term text, place text) returns text
language plpgsql stable set search_path = '' as $$
declare
  condition text = private.words_condition('words', term, place);
  categories uuid[];
begin
  select array_agg(category.id) into categories
  from public.categories as category
  where strpos(category.search_text, term) > 0 -- the description too, but kept: asked first
    and strpos(private.searchable(category.name), term) > 0
    and (place <> 'beginning' or private.words(category.name) like '% ' || term || '%');
  if categories is not null then
    condition = format('%s or category_id = any (%L)', condition, categories);
  end if;
  return '(' || condition || ')';
end
$$;
comment on function private.term_condition(text, text) is
  'Condição de que uma palavra da busca ocorra no produto ou no nome da sua categoria.';
revoke all on function private.term_condition(text, text) from public;

create function private.filter_condition(filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  parts text[] = '{true}';
  name text;
  value text;
begin
  for name, value in select * from jsonb_each_text(private.checked_object(filters, 'filters')) loop
    parts = parts || case
      when name in ('status', 'tipo', 'visibility') then format('%I = %L', name, value)
      when name = 'category_id' then format('category_id = %L', value::uuid)
      when name = 'category_state' and value = 'inactive' then format('category_id = any (%L)', array(
        select category.id from public.categories as category where not category.is_active
      ))
      when name = 'image' and value = 'missing' then 'not has_image'
      when name = 'link' and value = 'broken' then 'link_is_broken'
      when name = 'price_from' then format('real_price >= %L', value::numeric)
      when name = 'price_to' then format('real_price <= %L', value::numeric)
      when name = 'promo' then private.promo_condition(value)
    end;
    if parts[cardinality(parts)] is null then
      raise exception 'Filtro desconhecido: %.', left(name, 40) using errcode = '22023';
    end if;
  end loop;
  return array_to_string(parts, ' and ');
end
$$;
comment on function private.filter_condition(jsonb) is
  'Condição dos filtros da lista: status, tipo, visibility, category_id, category_state (inactive), image (missing), link (broken), price_from, price_to e promo (running, scheduled, ended, no_discount).';
revoke all on function private.filter_condition(jsonb) from public;

-- A period is looked at when the list is read; without a promotional price there is none.
create function private.promo_condition(state text) returns text
language sql immutable parallel safe
return case state
  when 'running' then 'promo_price is not null and (promo_starts_at is null or promo_starts_at <= now())
    and (promo_ends_at is null or promo_ends_at > now())'
  when 'scheduled' then 'promo_starts_at > now()'
  when 'ended' then 'promo_ends_at <= now()'
  when 'no_discount' then 'promo_price >= real_price'
end;
comment on function private.promo_condition(text) is
  'Condição de que a promoção esteja no ar, agendada ou encerrada, ou não dê desconto.';
revoke all on function private.promo_condition(text) from public;

create function private.anywhere_condition(terms text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  place text = case when private.are_short(terms) then 'anywhere, alone' else 'anywhere' end;
begin
  return (select string_agg(private.term_condition(term, place), ' and ') from unnest(terms) as term);
end
$$;
comment on function private.anywhere_condition(text[]) is
  'Condição de que todas as palavras da busca ocorram no produto ou no nome da sua categoria.';
revoke all on function private.anywhere_condition(text[]) from public;

create function private.are_short(terms text[]) returns boolean
language sql immutable parallel safe
return not exists (select from unnest(terms) as term where char_length(term) > 2);
comment on function private.are_short(text[]) is 'Nenhuma palavra da busca tem mais de duas letras.';
revoke all on function private.are_short(text[]) from public;

create function private.matching_products(search text, filters jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  terms text[] = private.search_terms(search);
  filtered text = private.filter_condition(filters);
  anywhere text;
  beginning text;
begin
  if terms = '{}' then
    return array[filtered];
  end if;
  anywhere = private.anywhere_condition(terms);
  if not private.are_short(terms) then
    return array[format('%s and %s', filtered, anywhere)];
  end if;
  select string_agg(private.term_condition(term, 'beginning'), ' and ') into beginning
  from unnest(terms) as term;
  return array[
    format('%s and %s', filtered, beginning),
    format('%s and %s and not (%s)', filtered, anywhere, beginning)
  ];
end
$$;
comment on function private.matching_products(text, jsonb) is
  'Os produtos que uma busca e os seus filtros alcançam: condições sobre findable_products, a primeira antes da segunda.';
revoke all on function private.matching_products(text, jsonb) from public;

create function private.product_of_sku(search text) returns uuid
language sql stable set search_path = ''
return (select product.id from public.products as product where lower(product.sku) = lower(btrim(search)));
comment on function private.product_of_sku(text) is
  'O produto cujo SKU é exatamente o texto, sem distinguir maiúsculas; nulo se não há.';
revoke all on function private.product_of_sku(text) from public;

-- In the collation of the names, which is that of their index: accents and case do not count, and U+FFFF is greater
-- than every letter. A range begins in the index where these names are, however late in the order.
create function private.name_begins(search text) returns text
language sql immutable parallel safe set search_path = ''
return format(
  '(name >= %1$L and name < %1$L || %2$L)',
  private.searchable(left(btrim(search), 200)), U&'\FFFF'
);
comment on function private.name_begins(text) is
  'Condição de que o nome comece com o texto da busca, sem distinguir maiúsculas nem acentos.';
revoke all on function private.name_begins(text) from public;

-- Before the order of a search counts: the product whose SKU is the text; by relevance also names that begin with
-- the text and names that contain its words.
create function private.search_ranks(search text, "order" text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  terms text[] = private.search_terms(search);
  ranks text[] = array[coalesce('id = ' || quote_literal(private.product_of_sku(search)), 'false')];
begin
  if "order" = 'relevance' then
    ranks = ranks || private.name_begins(search) || (
      select string_agg(
        '(' || private.words_condition('left(words, name_length)', term, case
          when private.are_short(terms) then 'anywhere, alone' else 'anywhere'
        end) || ')',
        ' and '
      )
      from unnest(terms) as term
    );
  end if;
  return ranks;
end
$$;
comment on function private.search_ranks(text, text) is
  'O que vem antes em uma busca, sejam quais forem as demais: condições, a primeira antes da segunda.';
revoke all on function private.search_ranks(text, text) from public;

-- The same number of parts for every search: an export goes on in the part where it was, whatever happened since.
create function private.ranked_products(search text, filters jsonb, "order" text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  terms text[] = private.search_terms(search);
  ranks text[];
  conditions text[] = private.matching_products(search, filters);
  matching text;
  parts text[] = '{}';
  others text = '';
begin
  if terms = '{}' then
    return conditions;
  end if;
  ranks = private.search_ranks(search, "order");
  matching = format('%s and %s', private.filter_condition(filters), private.anywhere_condition(terms));
  for place in 1 .. cardinality(ranks) loop
    parts = parts || format('%s%s and (%s)', matching, others, ranks[place]);
    others = format('%s and not (%s)', others, ranks[place]);
  end loop;
  if "order" = 'relevance' then
    return parts || (matching || others);
  end if;
  return parts || array(select condition || others from unnest(conditions) as condition);
end
$$;
comment on function private.ranked_products(text, jsonb, text) is
  'O que matching_products alcança, dividido pelo que vem antes: condições, cada uma inteira antes da seguinte.';
revoke all on function private.ranked_products(text, jsonb, text) from public;
