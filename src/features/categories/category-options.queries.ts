import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/** The categories as choices, by name. */
export function categoryOptions() {
  return queryOptions({
    queryKey: ['categories', 'options'],
    queryFn: ({ signal }) =>
      unwrap(
        rest
          .from('categories')
          .select('id, name, is_active')
          .order('name')
          .order('id')
          .abortSignal(signal),
      ),
    staleTime: 60_000,
  });
}
