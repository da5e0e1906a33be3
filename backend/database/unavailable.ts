/**
 * Error of a query that got no response: no connection became free in time (`no_free_connection`), or the connection
 * could not be opened, was too slow or broke (`no_response`). After `no_response` the statement may have taken effect.
 */
export class DatabaseUnavailableError extends Error {
  readonly reason: 'no_free_connection' | 'no_response';

  constructor(reason: DatabaseUnavailableError['reason'], cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(reason === 'no_response' ? `The database does not respond: ${detail}` : detail, {
      cause,
    });
    this.reason = reason;
  }
}
