import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { countText } from '#lib/count-text.ts';
import { fromList } from '#crud/leave-form.ts';
import { useListParams } from '#crud/list-params.ts';
import { ListPage } from '#crud/list-page.tsx';
import { buttonClass } from '#ui/button.tsx';
import { NoProducts } from './no-products.tsx';
import { ProductsFilters } from './products-filters.tsx';
import { ProductsTable } from './products-table.tsx';
import { productsList } from './products.queries.ts';
import { productsSearch } from './products-search.ts';

/** /produtos */
export function ProductsListPage() {
  const [params, setParams] = useListParams(productsSearch);
  const query = useQuery(productsList(params));
  return (
    <>
      <ProductsFilters params={params} setParams={setParams} />
      <ListPage
        title="Produtos"
        actions={
          <Link to="/produtos/adicionar" state={fromList} className={buttonClass('primary')}>
            <Plus />
            Adicionar
          </Link>
        }
        query={query}
        params={params}
        setParams={setParams}
        failure={() => 'Falha ao carregar produtos. Por favor, tente novamente.'}
        count={({ rows, total }) => countText(rows.length, total, params, ['produto', 'produtos'])}
      >
        {(rows) =>
          rows.length > 0 ? (
            <ProductsTable
              rows={rows}
              stale={query.isPlaceholderData}
              sort={params.ordem}
              onSort={(ordem) => setParams({ ordem })}
            />
          ) : (
            <NoProducts
              filtered={!!(params.busca || params.status || params.tipo || params.categoria)}
            />
          )
        }
      </ListPage>
    </>
  );
}
