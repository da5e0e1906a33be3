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
language plpgsql immutable set search_path = '' as $$
declare
  parts text[] = '{true}';
  name text;
  value text;
begin
  for name, value in select * from jsonb_each_text(filters) loop
    if name in ('status', 'tipo', 'visibility') then
      parts = parts || format('%I = %L', name, value);
    elsif name = 'category_id' then
      parts = parts || format('category_id = %L', value::uuid);
    else
      raise exception 'Filtro desconhecido: %', name using errcode = '22023';
    end if;
  end loop;
  return array_to_string(parts, ' and ');
end
$$;
comment on function private.filter_condition(jsonb) is
  'Condição dos filtros da lista: status, tipo, visibility e category_id.';
revoke all on function private.filter_condition(jsonb) from public;

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
