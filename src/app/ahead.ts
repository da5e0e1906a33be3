import type { FetchQueryOptions, QueryFunctionContext } from '@tanstack/react-query';
import { queryClient } from '#data/query-client.ts';
import type { Asked } from './first-page.ts';

/** Any query; what it answers is for the page that asks for it again. */
type AnyQuery = FetchQueryOptions<never, Error, never>;

/**
 * A page's data, begun as soon as a link to it is hovered or focused. Nobody waits for it: the page asks
 * for the same and finds it there or on its way, and shows failures itself.
 */
export function ahead(...queries: unknown[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query as AnyQuery);
}

/** What the hover of a link has read a moment ago is what the form of a record shows. */
export function freshRecord(query: unknown): AnyQuery {
  return { ...(query as AnyQuery), staleTime: 10_000 };
}

/**
 * What was asked before there was a query client becomes its own: the answer is that of the first try, and after
 * a failure it asks again as always.
 */
export function takeIn(asked: readonly Asked[]): void {
  for (const { query, answer } of asked) {
    let first: Promise<unknown> | undefined = answer;
    function queryFn(context: QueryFunctionContext) {
      const given = first ?? query.queryFn(context);
      first = undefined;
      return given;
    }
    ahead({ ...query, queryFn });
  }
}
