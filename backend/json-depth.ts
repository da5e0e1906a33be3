/**
 * Maximum nesting of arrays and objects in JSON. Deeper JSON is refused, because PostgreSQL runs out of stack at a
 * few thousand levels. The panel sends at most five levels.
 */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 34;
const BACKSLASH = 92;
const [OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = [91, 123, 93, 125];

/**
 * Whether a JSON text has more than `MAX_JSON_DEPTH` levels. The function counts the brackets outside of strings, but
 * does not parse the text, so 1 MB takes only about 2 ms.
 */
export function isJsonTooDeep(text: string) {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/**
 * Returns the position of the quotation mark that closes the string at `start`, or the length of the text if the string
 * is not closed. Uses `indexOf`, which is the fastest way to search a long string.
 */
function endOfString(text: string, start: number) {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

/** Whether the character at this position is escaped: the number of backslashes before it is odd. */
function isEscaped(text: string, at: number) {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
