import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Tables } from '#data/database.types.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

export type Readers = Tables<'catalogue_readers'>['readers'];

/** Who may read what is on air. The setting has no effect yet: the database closes every audience. */
export function catalogueReaders() {
  return queryOptions({
    queryKey: ['catalogue_readers'],
    queryFn: ({ signal }) =>
      unwrap(rest.from('catalogue_readers').select('readers').abortSignal(signal).single()),
  });
}

export const setCatalogueReaders = mutationOptions({
  mutationFn: (readers: Readers) =>
    unwrap(rest.from('catalogue_readers').update({ readers }).eq('id', true).select('id').single()),
  meta: {
    invalidates: [['catalogue_readers'], ['history']],
    success: 'Leitura por outros sistemas atualizada com sucesso!',
    failure: (message) => `Falha ao atualizar quem lê o catálogo: ${message}`,
  },
});
