/** How large a question may be. The rows of an answer are `config.limits.rows`, its body `config.limits.bodyBytes`. */
export const limits = {
  /** Embedded resources inside embedded resources. */
  embedDepth: 4,
  embeds: 12,
  selectItems: 200,
  filters: 100,
  /** `and(…)` and `or(…)` inside one another. */
  filterDepth: 8,
  /** Values of one `in.(…)`. */
  listValues: 1000,
  orderTerms: 10,
  /** Arrows of one JSON path. */
  jsonSteps: 10,
  /** Compiled questions kept by their address. */
  cachedReads: 500,
};
