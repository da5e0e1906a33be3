import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * One record for a form: fresh from the platform, or read moments ago when the pointer came near its
 * link. What an older reading left in the cache is not shown, since a form would save it again; what
 * is shown stays, since a later reading would take the place of what is typed.
 */
export function useFreshRecord<Row, Key extends readonly unknown[]>(
  options: UseQueryOptions<Row, Error, Row, Key>,
): { row: Row | undefined; error: Error | null; retry: () => void } {
  const query = useQuery({ ...options, staleTime: 10_000, refetchOnWindowFocus: false });
  const [row, setRow] = useState(query.isStale ? undefined : query.data);
  if (row === undefined && query.data !== undefined && query.isFetchedAfterMount)
    setRow(query.data);
  return {
    row,
    error: row === undefined && query.isFetchedAfterMount && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  };
}
