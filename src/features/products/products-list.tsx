import { useQuery } from '@tanstack/react-query';
import { areas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { FirstRecord } from '#crud/list/add-link.tsx';
import { DuplicateRecord } from '#crud/list/duplicate-record.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { ActionsCell, RowLink, StatusBadge } from '#crud/list/row-actions.tsx';
import { useList } from '#crud/list/use-list.ts';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { categoryOptions } from '#features/categories/categories.queries.ts';
import { formatMoney } from '#lib/money.ts';
import { FilterSelect } from '#ui/filter-select.tsx';
import { Cell, HeadCell, Row, SortCell } from '#ui/table.tsx';
import { categoryText, statuses, tipos, visibilities } from './product.ts';
import * as data from './products.queries.ts';
import { SimilarProducts } from './similar-products.tsx';

/** /produtos */
export function ProductsListPage() {
  const list = useList(areas.products, data.productsList);
  const { params, setParams } = list;
  const categories = useQuery(categoryOptions()).data;
  const similar = list.page.data?.similar ?? [];
  return (
    <>
      <ListFilters list={list} search="Buscar produto por nome ou SKU" clearable>
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
          {categories?.map(({ id, name, is_active }) => (
            <option key={id} value={id}>
              {categoryText(name, is_active)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label="Ordem"
          options={{ '-created_at': 'Mais recentes' }}
          value={params.ordem === '-created_at' ? params.ordem : ''}
          onChange={(ordem) => setParams({ ordem })}
        />
      </ListFilters>
      <ListPage
        list={list}
        failure={() => 'Falha ao carregar produtos. Por favor, tente novamente.'}
        empty="Nenhum produto encontrado com os filtros aplicados."
        first={categories && (categories.length === 0 ? <FirstCategory /> : <FirstProduct />)}
        head={<Head />}
      >
        {(row) => <ProductRow key={row.id} row={row} />}
      </ListPage>
      {similar.length > 0 && <SimilarProducts search={params.busca} rows={similar} />}
    </>
  );
}

function Head() {
  return (
    <>
      <HeadCell>Imagem</HeadCell>
      <SortCell column="name">Produto</SortCell>
      <SortCell column="sku">SKU</SortCell>
      <HeadCell>Categoria</HeadCell>
      <SortCell column="tipo">Tipo</SortCell>
      <HeadCell>Visibilidade</HeadCell>
      <SortCell column="real_price" align="end">
        Preço
      </SortCell>
      <SortCell column="status">Status</SortCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function ProductRow({ row }: { row: data.ListedProduct }) {
  const edit = editAddress(areas.products, row.id);
  return (
    <Row>
      <Cell place="picture">
        <Thumbnail url={row.image_url} />
      </Cell>
      <Cell place="main" className="min-w-52 wrap-anywhere">
        <RowLink to={edit} name={row.name} />
        <p className="text-xs text-muted">{row.subtitle}</p>
      </Cell>
      <Cell label="SKU" className="max-w-36 min-w-28 wrap-anywhere">
        {row.sku}
      </Cell>
      <Cell label="Categoria" className="min-w-24 wrap-anywhere">
        {categoryText(row.category, row.category_is_active)}
      </Cell>
      <Cell label="Tipo">{row.tipo}</Cell>
      <Cell label="Visibilidade">{visibilities[row.visibility]}</Cell>
      <Cell label="Preço" className="text-right whitespace-nowrap">
        <Price real={row.real_price} promo={row.promo_price} />
      </Cell>
      <Cell label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <ActionsCell
        id={row.id}
        name={row.name}
        edit={edit}
        question="Tem certeza que deseja excluir este produto?"
        mutation={data.deleteProduct}
      >
        <DuplicateRecord
          area={areas.products}
          id={row.id}
          name={row.name}
          mutation={data.duplicateProduct}
        />
      </ActionsCell>
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

// An empty catalogue says what to do first: a category, then a product.

function FirstCategory() {
  return (
    <FirstRecord to={areas.categories.add} action="Cadastrar a primeira categoria">
      O catálogo está vazio. Todo produto pertence a uma categoria: comece por ela.
    </FirstRecord>
  );
}

function FirstProduct() {
  return (
    <FirstRecord to={areas.products.add} action="Cadastrar o primeiro produto">
      O catálogo ainda está vazio. Os produtos e serviços cadastrados aparecem aqui.
    </FirstRecord>
  );
}
