import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/** Up to five records of each kind that the person may see, best first within a kind; see search_everything in the schema. */
export function everything(term: string) {
  return queryOptions({
    queryKey: ['search', term],
    queryFn: ({ signal }) => readEverything(term, signal),
    enabled: term !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

export type Found = Awaited<ReturnType<typeof readEverything>>[number];

function readEverything(term: string, signal: AbortSignal) {
  return unwrap(rest.rpc('search_everything', { term }).abortSignal(signal));
}
