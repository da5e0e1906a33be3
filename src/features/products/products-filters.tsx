import { useQuery } from '@tanstack/react-query';
import { ListFilters } from '#crud/list-filters.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import type { SetListParams } from '#crud/list-params.ts';
import { categoryOptions } from '#features/categories/category-options.queries.ts';
import { statuses, tipos } from './product.ts';
import type { ProductsSearch } from './products-search.ts';

export type ProductsFiltersProps = {
  params: ProductsSearch;
  setParams: SetListParams<ProductsSearch>;
};

/** The header's search and filters on /produtos. */
export function ProductsFilters({ params, setParams }: ProductsFiltersProps) {
  const categories = useQuery(categoryOptions());
  return (
    <ListFilters
      search="Buscar produto por nome ou SKU"
      value={params.busca}
      onSearch={(busca) => setParams({ busca })}
      onClear={() => setParams({ busca: '', status: '', tipo: '', categoria: '' })}
    >
      <FilterSelect
        label="Status"
        options={statuses}
        value={params.status}
        onChange={(status) => setParams({ status })}
      />
      <FilterSelect
        label="Tipo"
        options={tipos}
        value={params.tipo}
        onChange={(tipo) => setParams({ tipo })}
      />
      <FilterSelect
        label="Categoria"
        value={params.categoria}
        onChange={(categoria) => setParams({ categoria })}
      >
        {categories.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
    </ListFilters>
  );
}
