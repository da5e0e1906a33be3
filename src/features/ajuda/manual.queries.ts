import { queryOptions } from '@tanstack/react-query';

/** The pages of the manual. Loaded with the code of /ajuda, or by the first search of a visit. */
export const manualPages = queryOptions({
  queryKey: ['ajuda'],
  queryFn: async () => (await import('virtual:manual')).pages,
  staleTime: Infinity,
});
