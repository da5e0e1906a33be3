-- A search of symbols only ('%', '***') matches no product. The words of a product are letters and digits, and no index
-- finds a single symbol in a million names. The empty word stands for such a search.
create or replace function private.search_terms(search text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(term order by place), case when search ~ '\S' then '{""}' else '{}' end::text[])
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
  'As palavras de uma busca, sem repetição; no máximo doze. Só sinais: uma palavra vazia, que nenhum produto tem.';

create or replace function private.words_condition(words text, term text, place text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  spaced text = regexp_replace(term, '(\d)(?=\D)|(\D)(?=\d)', '\1\2 ', 'g');
  condition text = case
    when term = '' then 'false'
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

create or replace function private.term_condition(term text, place text) returns text
language plpgsql stable set search_path = '' as $$
declare
  condition text = private.words_condition('words', term, place);
  categories uuid[];
begin
  if term = '' then
    return 'false';
  end if;
  select array_agg(category.id) into categories
  from public.categories as category
  where strpos(category.search_text, term) > 0 -- also matches the description, and is fast: filter by it first
    and strpos(private.searchable(category.name), term) > 0
    and (place <> 'beginning' or private.words(category.name) like '% ' || term || '%');
  if categories is not null then
    condition = format('%s or category_id = any (%L)', condition, categories);
  end if;
  return '(' || condition || ')';
end
$$;

create or replace function private.on_air_condition(term text) returns text
language plpgsql stable set search_path = '' as $$
declare
  pattern text = case when char_length(term) > 2 then '%' || term || '%' else '% ' || term || '%' end;
  spaced text = regexp_replace(term, '(\d)(?=\D)|(\D)(?=\d)', '\1\2 ', 'g');
  condition text = format('words like %L', pattern);
  categories uuid[];
begin
  if term = '' then
    return 'false';
  end if;
  if spaced <> term then
    condition = format('%s or words like %L', condition, '% ' || spaced || '%');
  end if;
  select array_agg(category.id) into categories
  from public.categories as category
  where category.is_active and private.words(category.name) like pattern;
  if categories is not null then
    condition = format('%s or category_id = any (%L)', condition, categories);
  end if;
  return '(' || condition || ')';
end
$$;
