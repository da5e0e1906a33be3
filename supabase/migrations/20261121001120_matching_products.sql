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
create function private.term_condition(term text, place text) returns text
language plpgsql stable set search_path = '' as $$
declare
  spaced text = regexp_replace(term, '(\d)(?=\D)|(\D)(?=\d)', '\1\2 ', 'g');
  condition text = case
    when place = 'beginning' then format('words like %L', '% ' || term || '%')
    when char_length(term) > 2 then format('words like %L', '%' || term || '%')
    when char_length(term) = 2 and place = 'anywhere, alone' then format('words ~ %L', '[a-z0-9 ]' || term)
    else format('strpos(words, %L) > 0', term)
  end;
  categories uuid[];
begin
  if spaced <> term then
    condition = format('%s or words like %L', condition, '% ' || spaced || '%');
  end if;
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

create function private.matching_products(search text, filters jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  terms text[] = private.search_terms(search);
  filtered text = private.filter_condition(filters);
  are_short boolean = not exists (select from unnest(terms) as term where char_length(term) > 2);
  anywhere text;
  beginning text;
begin
  if terms = '{}' then
    return array[filtered];
  end if;
  select
    string_agg(
      private.term_condition(term, case when are_short then 'anywhere, alone' else 'anywhere' end), ' and '
    ),
    string_agg(private.term_condition(term, 'beginning'), ' and ') filter (where are_short)
  into anywhere, beginning
  from unnest(terms) as term;
  if not are_short then
    return array[format('%s and %s', filtered, anywhere)];
  end if;
  return array[
    format('%s and %s', filtered, beginning),
    format('%s and %s and not (%s)', filtered, anywhere, beginning)
  ];
end
$$;
comment on function private.matching_products(text, jsonb) is
  'Os produtos que uma busca e os seus filtros alcançam: condições sobre findable_products, a primeira antes da segunda.';
revoke all on function private.matching_products(text, jsonb) from public;
