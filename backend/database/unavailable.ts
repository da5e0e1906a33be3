/**
 * The database did not respond: no connection was free in time, or the connection in use did not respond or broke. In
 * the second case the statement may have taken effect.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: 'no_free_connection' | 'no_response';

  constructor(reason: DatabaseUnavailable['reason'], cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(reason === 'no_response' ? `The database does not respond: ${detail}` : detail, {
      cause,
    });
    this.reason = reason;
  }
}
