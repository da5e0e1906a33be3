/**
 * Limits of a request and its response. `config.MAX_ROWS` limits the rows of a list, `config.MAX_BODY_BYTES` a body.
 */
export const limits = {
  /** Resources embedded in the rows; embedded ones have none. */
  embeds: 5,
  selectItems: 100,
  /** Comparisons of one request, at any place. */
  filters: 100,
  /**
   * LIKE and ILIKE of one request: of any caller, of an anonymous client, and of one that is not heavy (`shares.ts`).
   */
  patterns: 10,
  anonymousPatterns: 3,
  lightPatterns: 3,
  /** Retry-After of a refused client, in seconds. */
  retrySeconds: 2,
  /** Values of one `in.(…)`. */
  listValues: 1000,
  orderTerms: 10,
  /** Characters of JSON that PostgreSQL builds of the rows before it stops. */
  responseBytes: 8 * 1024 * 1024,
  /** Cached compiled requests, and the longest cached URL. */
  cachedRequests: 300,
  cachedUrl: 1_000,
};
