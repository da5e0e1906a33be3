import { HeadCell, SortCell, Table } from '#ui/table.tsx';
import { ProductRow } from './product-row.tsx';
import type { ListedProduct } from './products.queries.ts';

export type ProductsTableProps = {
  rows: ListedProduct[];
  stale: boolean;
  sort: string;
  onSort: (sort: string) => void;
};

export function ProductsTable({ rows, stale, sort, onSort }: ProductsTableProps) {
  return (
    <Table
      caption="Produtos"
      stale={stale}
      head={
        <>
          <HeadCell>Imagem</HeadCell>
          <SortCell column="name" sort={sort} onSort={onSort}>
            Produto
          </SortCell>
          <SortCell column="sku" sort={sort} onSort={onSort}>
            SKU
          </SortCell>
          <HeadCell>Categoria</HeadCell>
          <SortCell column="tipo" sort={sort} onSort={onSort}>
            Tipo
          </SortCell>
          <HeadCell>Visibilidade</HeadCell>
          <SortCell column="real_price" sort={sort} onSort={onSort} align="end">
            Preço
          </SortCell>
          <SortCell column="status" sort={sort} onSort={onSort}>
            Status
          </SortCell>
          <HeadCell className="text-right">Ações</HeadCell>
        </>
      }
    >
      {rows.map((row) => (
        <ProductRow key={row.id} row={row} />
      ))}
    </Table>
  );
}
