import type { FetchQueryOptions, QueryFunctionContext } from '@tanstack/react-query';
import { queryClient } from '#data/query-client.ts';
import type { SentQuery } from './first-page.ts';

/** The type of any query. Its result type is irrelevant, because the result is only cached. */
type AnyQuery = FetchQueryOptions<never, Error, never>;

/**
 * Starts the queries of a page, and does not wait for them. The page runs the same queries, finds their data cached or
 * pending, and shows failures itself.
 */
export function prefetchQueries(...queries: unknown[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query as AnyQuery);
}

/**
 * Seeds the query client with the requests that were sent before the client loaded. Each request counts as the first
 * attempt of its query: after a failure, the client retries as it does for other queries.
 */
export function seedQueries(sent: readonly SentQuery[]): void {
  for (const { query, response } of sent) {
    let first: Promise<unknown> | undefined = response;
    function queryFn(context: QueryFunctionContext) {
      const given = first ?? query.queryFn(context);
      first = undefined;
      return given;
    }
    prefetchQueries({ ...query, queryFn });
  }
}
