/** Names, words, texts and comments of a statement. */
const TOKEN = /(\bas )?"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([a-z_][a-z_0-9]*)|(--|\/\*|;|\\)/giu;

/** The words that our statements are made of; `_1`, `_row` and their like are aliases of ours. */
const WORDS = new Set(
  `select from where and or not as with order by limit offset asc desc nulls first last is null true false unknown
  distinct any all in exists insert into update set delete returning on conflict do nothing excluded lateral values
  cast coalesce count min json_agg row_to_json json_strip_nulls to_json to_jsonb string_agg json_object_keys substring
  length chr json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset json_array_elements jsonb_array_elements
  jsonb_build_object jsonb_agg to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery like ilike
  body rows total inserted value xmax int text uuid json jsonb integer tsvector regconfig double precision`.split(
    /\s+/,
  ),
);

/** Aliases that our statements give. */
const ALIAS = /^_(\d+|t|b|e|f|a|w|row|key|counted|inserted)$/;

/**
 * What of a statement is neither a known name nor a word of ours. A name after `as` is one that the
 * question chose for the answer: it names nothing in the database.
 */
export function strayNames(sql: string, names: string[]): string[] {
  const known = new Set(names);
  return [...sql.matchAll(TOKEN)].flatMap(([found, as, name, literal, word]) => {
    if (name !== undefined)
      return as !== undefined || known.has(name.replaceAll('""', '"')) ? [] : [found];
    if (literal !== undefined) return isOurs(literal, known) ? [] : [found];
    if (word !== undefined) return WORDS.has(word) || ALIAS.test(word) ? [] : [found];
    return [found];
  });
}

function isOurs(literal: string, known: Set<string>) {
  return ['', '[]', 'null', ',', 'x'].includes(literal) || known.has(literal.replaceAll("''", "'"));
}
