import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { lookUpCep } from '#data/cep.ts';
import { lookUpCnpj } from '#data/cnpj.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/**
 * Returns the query for the result of the public services for a CEP. A found address is never stale; any other result
 * is stale at once, so that the next use of the CEP looks it up again.
 */
export function cepLookup(cep: string) {
  return queryOptions({
    queryKey: ['cep', cep],
    queryFn: ({ signal }) => lookUpCep(cep, signal),
    staleTime: ({ state }) => (state.data?.status === 'found' ? Infinity : 0),
    // An automatic refetch could replace the address that the user has entered.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Returns the query for the cities of distribuidores or parceiros, distinct and sorted. */
export function companyCities(table: 'distribuidores' | 'parceiros') {
  return queryOptions({
    queryKey: [table, 'cities'],
    queryFn: ({ signal }) =>
      unwrap(rest.rpc('company_cities', { of_table: table }).abortSignal(signal)),
    staleTime: 60_000,
  });
}

/** Looks up the fourteen characters of a CNPJ. It is a mutation, because it runs only when the user requests it. */
export const cnpjLookup = mutationOptions({
  mutationFn: (cnpj: string) => lookUpCnpj(cnpj, new AbortController().signal),
});
