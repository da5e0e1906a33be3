import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { lookUpCep } from '#data/cep.ts';
import { lookUpCnpj } from '#data/cnpj.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/** The result of the public services for a CEP; a failed lookup is repeated. */
export function cepLookup(cep: string) {
  return queryOptions({
    queryKey: ['cep', cep],
    queryFn: ({ signal }) => lookUpCep(cep, signal),
    staleTime: ({ state }) => (state.data?.status === 'found' ? Infinity : 0),
    // A late answer replaces the address that the user typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The cities of distribuidores or parceiros, distinct and ordered. */
export function companyCities(table: 'distribuidores' | 'parceiros') {
  return queryOptions({
    queryKey: [table, 'cities'],
    queryFn: ({ signal }) =>
      unwrap(rest.rpc('company_cities', { of_table: table }).abortSignal(signal)),
    staleTime: 60_000,
  });
}

/** A mutation, because it runs on request only: looks up the fourteen characters of a CNPJ. */
export const cnpjLookup = mutationOptions({
  mutationFn: (cnpj: string) => lookUpCnpj(cnpj, new AbortController().signal),
});
