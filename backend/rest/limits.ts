/**
 * Limits of a request and its response. `config.MAX_ROWS` limits the rows of a list, `config.MAX_BODY_BYTES` a body.
 */
export const limits = {
  /** Resources embedded in the rows; embedded resources cannot embed others. */
  embeds: 5,
  selectItems: 100,
  /** Comparisons of one request, in any filter. */
  filters: 100,
  /**
   * LIKE and ILIKE of one request: the limit of any caller, of an anonymous client, and of a request that is not heavy
   * (`shares.ts`).
   */
  patterns: 10,
  anonymousPatterns: 3,
  lightPatterns: 3,
  /** Retry-After of a refused client, in seconds. */
  retrySeconds: 2,
  /** Values of one `in.(…)`. */
  listValues: 1000,
  orderTerms: 10,
  /** The number of characters of JSON after which PostgreSQL stops building rows. */
  responseBytes: 8 * 1024 * 1024,
  /** The number of cached compiled requests, and the maximum length of a cached URL. */
  cachedRequests: 300,
  cachedUrl: 1_000,
};
