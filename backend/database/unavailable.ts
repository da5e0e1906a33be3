/**
 * The database gave no answer: no connection was free in time, or the one that was used did not answer
 * or broke. In the second case nobody knows whether what was asked has been done.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: 'no_free_connection' | 'no_answer';

  constructor(reason: DatabaseUnavailable['reason'], cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    super(reason === 'no_answer' ? `The database does not answer: ${said}` : said, { cause });
    this.reason = reason;
  }
}
