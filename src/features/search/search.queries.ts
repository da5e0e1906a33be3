import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/**
 * Returns the query for up to five records of each kind that the user may edit. Within a kind, the best matches are
 * first. See search_everything in the schema.
 */
export function searchQuery(term: string) {
  return queryOptions({
    queryKey: ['search', term],
    queryFn: ({ signal }) => readEverything(term, signal),
    enabled: term !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** A record of any kind. A column is null if the kind lacks it. The price is the price that customers pay, in reais. */
export type Found = {
  /** The name of the record's table. */
  kind: string;
  id: string;
  title: string;
  detail: string | null;
  image_url: string | null;
  status: string | null;
  price: number | null;
};

function readEverything(term: string, signal: AbortSignal): Promise<Found[]> {
  return unwrap(rest.rpc('search_everything', { term }).abortSignal(signal));
}
