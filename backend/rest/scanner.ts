import { refuseInvalidSyntax } from './errors.ts';

const NAME = /[\p{L}\p{Nd}_$ ]+(?:-(?!>)[\p{L}\p{Nd}_$ ]+)*/uy;

/** Reads one parameter of the URL from left to right; errors contain the position. */
export class Scanner {
  readonly subject: string;
  readonly text: string;
  position = 0;

  /** @param subject the name of the parsed part, for the error: for example `select parameter` or `filter` */
  constructor(subject: string, text: string) {
    this.subject = subject;
    this.text = text;
  }

  fail(details: string): never {
    return refuseInvalidSyntax(this.subject, this.text, this.position + 1, details);
  }

  isAt(token: string) {
    return this.text.startsWith(token, this.position);
  }

  isAtEnd() {
    return this.position >= this.text.length;
  }

  take(token: string) {
    if (!this.isAt(token)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string) {
    if (!this.take(token)) this.fail(`expecting "${token}"`);
  }

  expectEnd() {
    if (!this.isAtEnd())
      this.fail(`unexpected "${this.text[this.position]}" expecting end of input`);
  }

  skipSpaces() {
    while (this.isAt(' ') || this.isAt('\t')) this.position += 1;
  }

  /** Reads a list: calls `read` for each item. Commas separate the items, and spaces can be around them. */
  list<T>(read: () => T): T[] {
    const found: T[] = [];
    do {
      this.skipSpaces();
      found.push(read());
      this.skipSpaces();
    } while (this.take(','));
    return found;
  }

  /** Reads the characters before the next character that is one of `stops`. */
  until(stops: string) {
    const start = this.position;
    while (!this.isAtEnd() && !stops.includes(this.text.charAt(this.position))) this.position += 1;
    return this.text.slice(start, this.position);
  }

  rest() {
    const value = this.text.slice(this.position);
    this.position = this.text.length;
    return value;
  }

  /** Reads the match of a sticky pattern at the current position; undefined without a match. */
  match(pattern: RegExp) {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  /** Reads one value of a list: up to a comma or a closing parenthesis, unless it is quoted. */
  element() {
    const isQuoted = /^"(?:[^"\\]|\\[^])*"(?=[,)]|$)/.test(this.text.slice(this.position));
    return (isQuoted ? this.quoted() : undefined) ?? this.until(',)');
  }

  /** Reads the letters and underscores of an operator or keyword; the result can be empty. */
  word() {
    const [found = ''] = /^[a-z_]*/i.exec(this.text.slice(this.position)) ?? [];
    this.position += found.length;
    return found;
  }

  /** Reads the name of a table, column or alias: bare (`real_price`, `a-b`) or in double quotes. */
  name() {
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    const start = this.position;
    const found = this.match(NAME)?.trim() ?? '';
    if (found === '') {
      this.position = start;
      this.fail('expecting field name (* or [a..z0..9_$])');
    }
    return found;
  }

  /**
   * Reads a text in double quotes, in which a backslash makes the next character literal. Returns undefined if there is
   * no double quote at the current position.
   */
  quoted() {
    if (!this.isAt('"')) return undefined;
    const [found] = /^"(?:[^"\\]|\\[^])*"/.exec(this.text.slice(this.position)) ?? [];
    if (found === undefined) return this.fail('expecting closing double quote');
    this.position += found.length;
    return found.slice(1, -1).replaceAll(/\\([^])/g, '$1');
  }
}
