/**
 * The database did not respond: no connection was free in time, or the connection in use did not respond or broke. In
 * the second case the statement may have taken effect.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: 'no_free_connection' | 'no_answer';

  constructor(reason: DatabaseUnavailable['reason'], cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    super(reason === 'no_answer' ? `The database does not answer: ${said}` : said, { cause });
    this.reason = reason;
  }
}
