import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/**
 * Returns the query for a record, other than `ownId`, with nearly the same value in a field (`possible_duplicate` in
 * the schema). The data is null if there is no such record.
 */
export function possibleDuplicateQuery(
  area: string,
  field: string,
  value: string,
  ownId: string | undefined,
) {
  return queryOptions({
    queryKey: ['possible-duplicate', area, field, value, ownId],
    async queryFn({ signal }) {
      const request = { area, field, value, ...(ownId && { own_id: ownId }) };
      const [found] = await unwrap(rest.rpc('possible_duplicate', request).abortSignal(signal));
      return found ?? null;
    },
    staleTime: 0,
    // No retry: the hint is optional.
    retry: false,
  });
}
