import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { lookUpCep } from '#data/cep.ts';
import { lookUpCnpj } from '#data/cnpj.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/**
 * Returns the query that looks up a CEP in the public services. A found address is never stale. Any other result is
 * stale at once, so that the next use of the CEP repeats the lookup.
 */
export function cepLookupQuery(cep: string) {
  return queryOptions({
    queryKey: ['cep', cep],
    queryFn: ({ signal }) => lookUpCep(cep, signal),
    staleTime: ({ state }) => (state.data?.status === 'found' ? Infinity : 0),
    // Do not refetch automatically: a new result could replace the address that the user has entered.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Returns the query for the cities of distribuidores or parceiros, distinct and sorted. */
export function companyCitiesQuery(table: 'distribuidores' | 'parceiros') {
  return queryOptions({
    queryKey: [table, 'cities'],
    queryFn: ({ signal }) =>
      unwrap(rest.rpc('company_cities', { of_table: table }).abortSignal(signal)),
    staleTime: 60_000,
  });
}

/** Looks up a CNPJ of fourteen characters. It is a mutation, because it runs only when the user requests it. */
export const cnpjLookupMutation = mutationOptions({
  mutationFn: (cnpj: string) => lookUpCnpj(cnpj, new AbortController().signal),
});
