/**
 * Matches the quoted names, string literals and words of a statement. Also matches signs that must not occur outside of
 * names and literals: the start of a comment, a semicolon, a backslash.
 */
const TOKEN = /(\bas )?"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([a-z_][a-z_0-9]*)|(--|\/\*|;|\\)/giu;

/** The keywords, functions, types and columns in the server's own SQL. */
const WORDS = new Set(
  `select from where and or not as with order by limit offset asc desc nulls first last is null true false unknown
  any insert into update set delete returning lateral coalesce filter over rows unbounded preceding count sum max
  json_agg row_to_json to_json string_agg octet_length json_to_record json_to_recordset json_array_elements like ilike
  body total value json until is_long E int text uuid jsonb integer tsvector
  nullif current_setting own_status own_headers`.split(/\s+/),
);

/** Matches the aliases in the server's own SQL. */
const ALIAS = /^_(t|b|e|f|a|r|row|list|written|changed|result)$/;

/**
 * Returns the parts of a statement that are neither a known name nor in the server's own SQL. A name after `as` is not
 * checked: it comes from the request, but it only names a part of the response.
 */
export function findUnknownNames(sql: string, names: string[]): string[] {
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
