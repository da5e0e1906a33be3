/**
 * Limits of a request and its response. `config.MAX_ROWS` limits the rows of a list, `config.MAX_BODY_BYTES` a body.
 */
export const REST_LIMITS = {
  /** Maximum number of embedded resources in a request. Embedded resources cannot embed others. */
  embeds: 5,
  selectItems: 100,
  /** Maximum number of comparisons in all filters of a request. */
  filters: 100,
  /** Maximum number of LIKE and ILIKE filters in a request. */
  patterns: 10,
  /** Maximum number of LIKE and ILIKE filters in a request of an anonymous client. */
  anonymousPatterns: 3,
  /**
   * Maximum number of LIKE and ILIKE filters in a light request. A request to a table is heavy if it has more of these
   * filters (`shares.ts`).
   */
  lightPatterns: 3,
  /** Value of the `Retry-After` header of a response 429, in seconds. */
  retrySeconds: 2,
  /** Maximum number of values in one `in.(…)`. */
  listValues: 1000,
  orderTerms: 10,
  /** Maximum length of the rows of a response, in bytes of JSON. A longer response is refused (413). */
  responseBytes: 8 * 1024 * 1024,
  /** Maximum number of compiled requests in the cache. */
  cachedRequests: 300,
  /** Maximum length of the URL of a cached request, in characters. */
  cachedUrl: 1_000,
};
