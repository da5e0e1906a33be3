/** Names, words, texts and comments of a statement. */
const TOKEN = /(\bas )?"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([a-z_][a-z_0-9]*)|(--|\/\*|;|\\)/giu;

/** The keywords of our statements; `_1`, `_row` and similar names are our aliases. */
const WORDS = new Set(
  `select from where and or not as with order by limit offset asc desc nulls first last is null true false unknown
  any insert into update set delete returning lateral coalesce filter over rows unbounded preceding count sum max
  json_agg row_to_json to_json string_agg octet_length json_to_record json_to_recordset json_array_elements like ilike
  body total value json until is_long E int text uuid jsonb integer tsvector
  nullif current_setting own_status own_headers`.split(/\s+/),
);

/** The aliases in our statements. */
const ALIAS = /^_(t|b|e|f|a|r|row|list|written|changed|result)$/;

/**
 * The parts of a statement that are neither a known name nor one of our keywords. A name after `as` comes from the
 * request and is for the response: it refers to nothing in the database.
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
  return (
    ['', '[', ']', '[]', 'null', ', \\n ', 'response.status', 'response.headers'].includes(
      literal,
    ) || known.has(literal.replaceAll("''", "'"))
  );
}
