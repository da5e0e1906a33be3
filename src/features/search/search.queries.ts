import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/**
 * Returns the query for the records that match a term: up to five of each area in which the user may edit records, the
 * best matches first. See search_everything in the schema.
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

/**
 * A found record of any area. A property is null if the record has no such value. `price` is the price that customers
 * pay, in reais.
 */
export type SearchResult = {
  /** The name of the record's table. */
  kind: string;
  id: string;
  title: string;
  detail: string | null;
  image_url: string | null;
  status: string | null;
  price: number | null;
};

function readEverything(term: string, signal: AbortSignal): Promise<SearchResult[]> {
  return unwrap(rest.rpc('search_everything', { term }).abortSignal(signal));
}
