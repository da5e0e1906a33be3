import { useQuery } from '@tanstack/react-query';
import { AddLink } from '#crud/add-link.tsx';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { EmptyList } from '#ui/empty-list.tsx';
import { DeleteRecord, EditLink, RowActions, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { StoredAvatar } from '#crud/stored-avatar.tsx';
import { useList } from '#crud/use-list.ts';
import { tableCount } from '#features/dashboard/dashboard.queries.ts';
import { formatCount } from '#lib/text.ts';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { categoriesList, categoriesSearch, deleteCategory } from './categories.queries.ts';
import type { ListedCategory } from './categories.queries.ts';
import { shortDescription, stateOf } from './category.ts';

/** /categorias */
export function CategoriesListPage() {
  const { params, page, search, table, sorting } = useList(categoriesSearch, categoriesList);
  const all = useQuery(tableCount('categories')).data;
  return (
    <>
      <ListFilters search="Buscar categoria por nome" {...search} />
      <ListPage
        title="Categorias"
        actions={<AddLink to="/categorias/nova" />}
        failure={(message) =>
          // The platform's messages are sentences; here the specified text ends the sentence itself.
          `Falha ao carregar categorias: ${message.replace(/\.$/, '')}. Por favor, tente novamente.`
        }
        count={({ total }) =>
          `Mostrando ${formatCount(total)} de ${all === undefined ? '...' : formatCount(all)} no total`
        }
        {...page}
      >
        {(rows) =>
          rows.length > 0 ? (
            <Table
              caption="Categorias"
              head={
                <>
                  <SortCell column="name" {...sorting}>
                    Nome
                  </SortCell>
                  <HeadCell>Descrição</HeadCell>
                  <SortCell column="is_active" {...sorting}>
                    Status
                  </SortCell>
                  <HeadCell className="text-right">Ações</HeadCell>
                </>
              }
              {...table}
            >
              {rows.map((row) => (
                <CategoryRow key={row.id} row={row} />
              ))}
            </Table>
          ) : params.busca ? (
            <EmptyList text="Nenhuma categoria encontrada com esse termo." />
          ) : (
            <EmptyList text="Nenhuma categoria cadastrada." first={<FirstCategory />} />
          )
        }
      </ListPage>
    </>
  );
}

function CategoryRow({ row }: { row: ListedCategory }) {
  const edit = { to: `/categorias/editar/${row.id}`, name: row.name };
  return (
    <Row>
      <Cell place="main" className="min-w-52">
        <div className="flex items-center gap-3">
          <StoredAvatar name={row.name} letters={2} square url={row.image_url} />
          <span className="min-w-0 wrap-anywhere">
            <RowLink {...edit} />
          </span>
        </div>
      </Cell>
      <Cell label="Descrição" place="wide">
        {shortDescription(row.description) || '—'}
      </Cell>
      <Cell label="Status">
        <StatusBadge>{stateOf(row)}</StatusBadge>
      </Cell>
      <Cell place="actions">
        <RowActions>
          <EditLink {...edit} />
          <DeleteRecord
            id={row.id}
            name={row.name}
            question="Tem certeza que deseja excluir esta categoria?"
            mutation={deleteCategory}
          />
        </RowActions>
      </Cell>
    </Row>
  );
}

function FirstCategory() {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">
        As categorias agrupam os produtos e serviços. Todo produto pertence a uma delas.
      </p>
      <AddLink to="/categorias/nova">Cadastrar a primeira categoria</AddLink>
    </>
  );
}
