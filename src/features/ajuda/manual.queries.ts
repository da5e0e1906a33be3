import { queryOptions } from '@tanstack/react-query';

/** The query for the pages of the manual. It loads the code with the pages, unless /ajuda has loaded it already. */
export const manualPagesQuery = queryOptions({
  queryKey: ['ajuda'],
  queryFn: async () => (await import('virtual:manual')).pages,
  staleTime: Infinity,
});
