import { queryOptions } from '@tanstack/react-query';
import { makeRecordQueries } from '#crud/record.queries.ts';
import type { RowOf } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { PlatformError, unwrap } from '#data/unwrap.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { categories } from './area.ts';

export const {
  list: categoriesList,
  one: categoryDetail,
  save: saveCategory,
  remove: deleteCategory,
} = makeRecordQueries(
  { ...categories, columns: 'name, description, image_url, is_active' },
  {
    save: {
      failure: (message) => `Falha ao salvar a categoria: ${message}`,
      // Refetch the products too, because they show the name of their category.
      alsoChanges: ['products'],
    },
    remove: {
      failure: (_message, error) =>
        `Falha ao excluir categoria. Por favor, tente novamente.${productsUsingCategory(error)}`,
    },
  },
);

export type Category = RowOf<typeof categoryDetail>;

/** Returns the query for the categories as choices, sorted by name. */
export function categoryOptionsQuery() {
  return queryOptions({
    queryKey: ['categories', 'options'],
    queryFn: ({ signal }) => {
      const options = rest.from('categories').select('id, name, is_active');
      return unwrap(options.order('name').order('id').abortSignal(signal));
    },
    staleTime: 60_000,
  });
}

/**
 * Returns a sentence with the number of products, such as ' 2 produtos usam esta categoria.', if refuse_category_in_use
 * of the schema has refused the deletion. The error contains the number. Returns '' for any other error.
 */
function productsUsingCategory(error: Error): string {
  if (!(error instanceof PlatformError) || error.hint !== 'category_in_use') return '';
  return ` ${formatCountWithNoun(Number(error.details), 'produto usa', 'produtos usam')} esta categoria.`;
}
