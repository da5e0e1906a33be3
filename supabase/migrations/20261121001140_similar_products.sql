-- With no hit: every word that no product has gives way to the known one that is nearest to it, as far as
-- a third of its letters; half a word is compared with the beginnings of the known ones.
create function private.any_product(condition text) returns boolean
language plpgsql stable set search_path = ''
-- Only the index of trigrams tells at once that a word is nowhere; along another the last row may be its first.
set enable_indexscan = off set enable_indexonlyscan = off
as $$
declare
  is_any boolean;
begin
  execute format('select exists (select from private.findable_products where %s)', condition)
  into is_any;
  return is_any;
end
$$;
comment on function private.any_product(text) is
  'Algum produto satisfaz a condição, que é de palavras de três letras ou mais.';
revoke all on function private.any_product(text) from public;

create function private.nearest_word(term text) returns text
language plpgsql stable set search_path = '' as $$
declare
  candidate text;
begin
  if char_length(term) > 60 then -- no known word is that long, and levenshtein refuses the longest
    return null;
  end if;
  for candidate in
    with near as (
      (select word from private.known_words order by word operator(extensions.<->) term limit 100)
      union
      select word
      from public.categories as category, private.words_worth_knowing(category.name) as word
    ),
    measured as (
      select word, least(
        extensions.levenshtein(word, term),
        extensions.levenshtein(left(word, char_length(term)), term)
      ) as distance
      from near
    )
    select word
    from measured
    where distance <= greatest(1, char_length(term) / 3)
    order by distance, extensions.similarity(word, term) desc, word
    limit 5
  loop
    -- A known word may have left with the last product that had it.
    if private.any_product(private.term_condition(candidate, 'anywhere')) then
      return candidate;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.nearest_word(text) is
  'A palavra do catálogo mais parecida com uma que não existe nele; nula se nenhuma se parece.';
revoke all on function private.nearest_word(text) from public;

create function private.similar_products(search text, filters jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  filtered text = private.filter_condition(filters);
  term text;
  condition text;
  conditions text[] = '{}';
  is_corrected boolean = false;
  found uuid[] = '{}';
begin
  foreach term in array private.search_terms(search) loop
    continue when char_length(term) < 3;
    condition = private.term_condition(term, 'anywhere');
    if not exists (select from private.known_words where word like '%' || term || '%')
      and not exists (select from public.categories where strpos(search_text, term) > 0)
      and not private.any_product(condition)
    then
      condition = private.term_condition(private.nearest_word(term), 'anywhere');
      is_corrected = true;
    end if;
    if condition is not null then
      conditions = conditions || condition;
    end if;
  end loop;
  -- Those with all of the words stand first, then those with the most of them, out of the first thousand met.
  if is_corrected and conditions <> '{}' then
    execute format(
      'select array(
        select id
        from (select id, name from private.findable_products where %s and %s limit 1000) as near
        order by name, id
        limit 10
      )',
      filtered, array_to_string(conditions, ' and ')
    ) into found;
  end if;
  if found = '{}' and cardinality(conditions) > 1 then
    execute format(
      'select array(
        select id
        from (select * from private.findable_products where %s and (%s) limit 1000) as near
        order by %s desc, name, id
        limit 10
      )',
      filtered, array_to_string(conditions, ' or '),
      '(' || array_to_string(conditions, ')::integer + (') || ')::integer'
    ) into found;
  end if;
  return found;
end
$$;
comment on function private.similar_products(text, jsonb) is
  'Os produtos mais parecidos com uma busca que nada encontrou: no máximo dez.';
revoke all on function private.similar_products(text, jsonb) from public;
