-- With no hit: every word that no product has gives way to the known one that is nearest to it, as far as
-- a third of its letters; half a word is compared with the beginnings of the known ones.
create function private.nearest_word(term text) returns text
language plpgsql stable set search_path = '' as $$
declare
  candidate text;
begin
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
    if private.count_products(private.term_condition(candidate, 'anywhere'), 1) > 0 then
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
  found uuid[];
begin
  foreach term in array private.search_terms(search) loop
    continue when char_length(term) < 3;
    condition = private.term_condition(term, 'anywhere');
    if private.count_products(condition, 1) = 0 then
      condition = private.term_condition(private.nearest_word(term), 'anywhere');
    end if;
    if condition is not null then
      conditions = conditions || condition;
    end if;
  end loop;
  if conditions <> '{}' then
    -- Those with all of the words stand first, out of the first thousand met.
    execute format(
      'select array(
        select id
        from (
          (select id, name, 2 as hits from private.findable_products where %1$s and %2$s limit 1000)
          union all
          (select id, name, 1 from private.findable_products where %1$s and (%3$s) limit 1000)
        ) as near
        group by id, name
        order by sum(hits) desc, name, id
        limit 10
      )',
      filtered, array_to_string(conditions, ' and '), array_to_string(conditions, ' or ')
    ) into found;
  end if;
  return coalesce(found, '{}');
end
$$;
comment on function private.similar_products(text, jsonb) is
  'Os produtos mais parecidos com uma busca que nada encontrou: no máximo dez.';
revoke all on function private.similar_products(text, jsonb) from public;
