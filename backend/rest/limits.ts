/** How large a question and its answer may be. The rows of a list are `config.MAX_ROWS`, a body `config.MAX_BODY_BYTES`. */
export const limits = {
  /** Resources embedded in the rows; inside them none. */
  embeds: 5,
  selectItems: 100,
  /** Comparisons of one question, wherever they stand. */
  filters: 100,
  /** LIKE and ILIKE of one question: of anybody, of an anonymous client, and of one that is not heavy (`shares.ts`). */
  patterns: 10,
  anonymousPatterns: 3,
  lightPatterns: 3,
  /** When a client that is told to come back should. */
  retrySeconds: 2,
  /** Values of one `in.(…)`. */
  listValues: 1000,
  orderTerms: 10,
  /** Text that PostgreSQL builds of the rows before it gives up. */
  answerBytes: 8 * 1024 * 1024,
  /** Compiled questions kept, and the longest address that is kept. */
  rememberedQuestions: 300,
  rememberedAddress: 1_000,
};
