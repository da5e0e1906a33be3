import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  DeleteButton,
  DuplicateButton,
  EditLink,
  RowActions,
  RowLink,
} from '#crud/row-actions.tsx';
import { Thumbnail } from '#crud/thumbnail.tsx';
import { formatMoney } from '#lib/money.ts';
import { Badge } from '#ui/badge.tsx';
import { Cell, Row } from '#ui/table.tsx';
import { mainImageUrl } from './product-values.ts';
import { visibilities } from './product.ts';
import { productDetail } from './product.queries.ts';
import { deleteProduct, duplicateProduct } from './products.queries.ts';
import type { ListedProduct } from './products.queries.ts';

/** One product of the list. */
export function ProductRow({ row }: { row: ListedProduct }) {
  const queryClient = useQueryClient();
  const edit = {
    to: `/produtos/editar/${row.id}`,
    name: row.name,
    onIntent: () => void queryClient.prefetchQuery({ ...productDetail(row.id), staleTime: 10_000 }),
  };
  return (
    <Row>
      <Cell place="picture">
        <Thumbnail url={mainImageUrl(row.product_images)} />
      </Cell>
      <Cell place="main" className="min-w-52 wrap-anywhere">
        <RowLink {...edit} />
        <p className="text-xs text-muted">{row.subtitle}</p>
      </Cell>
      <Cell label="SKU" className="max-w-36 min-w-28 wrap-anywhere">
        {row.sku}
      </Cell>
      <Cell label="Categoria" className="min-w-24 wrap-anywhere">
        {row.categories.name}
      </Cell>
      <Cell label="Tipo">{row.tipo}</Cell>
      <Cell label="Visibilidade">{visibilities[row.visibility]}</Cell>
      <Cell label="Preço" className="text-right whitespace-nowrap">
        <Price real={row.real_price} promo={row.promo_price} />
      </Cell>
      <Cell label="Status">
        <Badge tone={row.status === 'Ativo' ? 'green' : 'neutral'}>{row.status}</Badge>
      </Cell>
      <Cell place="actions">
        <ProductActions row={row} edit={<EditLink {...edit} />} />
      </Cell>
    </Row>
  );
}

function Price({ real, promo }: { real: number; promo: number | null }) {
  if (promo === null) return formatMoney(real);
  return (
    <>
      <span className="block text-muted line-through">{formatMoney(real)}</span>
      <span className="block font-medium">
        <span className="sr-only">Preço promocional: </span>
        {formatMoney(promo)}
      </span>
    </>
  );
}

function ProductActions({ row, edit }: { row: ListedProduct; edit: React.ReactNode }) {
  const duplicate = useMutation(duplicateProduct);
  const remove = useMutation(deleteProduct);
  return (
    <RowActions>
      {edit}
      <DuplicateButton
        name={row.name}
        busy={duplicate.isPending}
        onDuplicate={() => duplicate.mutate(row.id)}
      />
      <DeleteButton
        name={row.name}
        question="Tem certeza que deseja excluir este produto?"
        busy={remove.isPending}
        onDelete={() => remove.mutate(row.id)}
      />
    </RowActions>
  );
}
