import { queryOptions } from '@tanstack/react-query';
import type { ParamsOf } from '#crud/list-search.ts';
import { deleteMutation, saveMutation } from '#crud/row-mutations.queries.ts';
import { listQuery, rowQuery } from '#crud/rows.queries.ts';
import type { RowOf } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { PlatformError, unwrap } from '#data/unwrap.ts';
import { countOf } from '#lib/text.ts';
import type { categories } from './area.ts';

const listColumns = 'id, name, description, image_url, is_active, version';

/** One page of categories, by name unless the URL has another order. */
export const categoriesList = listQuery(
  'categories',
  listColumns,
  ['name', 'id'],
  (_params: ParamsOf<typeof categories>) =>
    rest.from('categories').select(listColumns, { count: 'exact' }),
);

export const categoryDetail = rowQuery('categories', (id) =>
  rest.from('categories').select(listColumns).eq('id', id).maybeSingle(),
);

export type Category = RowOf<typeof categoryDetail>;

/** The categories as choices, by name. */
export function categoryOptions() {
  return queryOptions({
    queryKey: ['categories', 'options'],
    queryFn: ({ signal }) => {
      const options = rest.from('categories').select('id, name, is_active');
      return unwrap(options.order('name').order('id').abortSignal(signal));
    },
    staleTime: 60_000,
  });
}

export const saveCategory = saveMutation(categoriesList, categoryDetail, {
  missing: 'Categoria não encontrada.',
  created: 'Categoria criada com sucesso!',
  updated: 'Categoria atualizada com sucesso!',
  failure: (message) => `Falha ao salvar a categoria: ${message}`,
  // Products show the name of their category.
  alsoChanges: ['products'],
});

export const deleteCategory = deleteMutation('categories', {
  picture: 'image_url',
  question: 'Tem certeza que deseja excluir esta categoria?',
  success: 'Categoria excluída com sucesso!',
  many: 'categorias excluídas',
  failure: (_message, error) =>
    `Falha ao excluir categoria. Por favor, tente novamente.${productsInTheWay(error)}`,
});

/** ' 2 produtos usam esta categoria.', with the number from the schema's refuse_category_in_use. */
function productsInTheWay(error: Error): string {
  if (!(error instanceof PlatformError) || error.hint !== 'category_in_use') return '';
  return ` ${countOf(Number(error.details), 'produto usa', 'produtos usam')} esta categoria.`;
}
