/**
 * Limits of a request and its response. `config.MAX_ROWS` limits the rows of a list, `config.MAX_BODY_BYTES` a body.
 */
export const limits = {
  /** Embedded resources in the select list of a request. Embedded resources cannot embed others. */
  embeds: 5,
  selectItems: 100,
  /** Comparisons in all filters of a request. */
  filters: 100,
  /** LIKE and ILIKE filters of a request. */
  patterns: 10,
  /** LIKE and ILIKE filters of a request of an anonymous client. */
  anonymousPatterns: 3,
  /**
   * LIKE and ILIKE filters of a light request. A request to a table with more of these filters is heavy (`shares.ts`).
   */
  lightPatterns: 3,
  /** Retry-After of a refused client, in seconds. */
  retrySeconds: 2,
  /** Values of one `in.(…)`. */
  listValues: 1000,
  orderTerms: 10,
  /** Bytes of the rows of a response, as JSON. A longer response is refused (413). */
  responseBytes: 8 * 1024 * 1024,
  /** Compiled requests in the cache. */
  cachedRequests: 300,
  /** Characters of the URL of a cached request. */
  cachedUrl: 1_000,
};
