import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Tables } from '#data/database.types.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/** The readers of each audience: a key of `readerChoices` for each column. */
export type CatalogueReaders = Omit<Tables<'catalogue_readers'>, 'id'>;

const COLUMNS = 'todos, menu_parceiros, catalogo_distribuidores';

/**
 * Returns the query for the readers of each audience. The on-air records of an audience are closed, open to signed-in
 * users, or public in the API.
 */
export function catalogueReadersQuery() {
  return queryOptions({
    queryKey: ['catalogue_readers'],
    queryFn: ({ signal }) =>
      unwrap(rest.from('catalogue_readers').select(COLUMNS).abortSignal(signal).single()),
  });
}

export const setCatalogueReaders = mutationOptions({
  mutationFn: (readers: Partial<CatalogueReaders>) =>
    unwrap(rest.from('catalogue_readers').update(readers).eq('id', true).select('id').single()),
  meta: {
    invalidates: [['catalogue_readers'], ['history']],
    success: 'Acesso de outros sistemas atualizado com sucesso!',
    failure: (message) => `Falha ao atualizar o acesso de outros sistemas: ${message}`,
  },
});
