import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AddLink } from '#crud/add-link.tsx';
import { ListFilters } from '#crud/list-filters.tsx';
import { EmptyList, ListPage } from '#crud/list-page.tsx';
import { useListParams } from '#crud/list-params.ts';
import { DeleteRecord, EditLink, RowActions, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { StoredAvatar } from '#crud/stored-avatar.tsx';
import { formatCount } from '#lib/text.ts';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import {
  categoriesList,
  categoriesSearch,
  categoryDetail,
  deleteCategory,
} from './categories.queries.ts';
import type { ListedCategory } from './categories.queries.ts';
import { shortDescription, stateOf } from './category.ts';

/** /categorias */
export function CategoriesListPage() {
  const [params, setParams] = useListParams(categoriesSearch);
  const query = useQuery(categoriesList(params));
  return (
    <>
      <ListFilters
        search="Buscar categoria por nome"
        value={params.busca}
        onSearch={(busca) => setParams({ busca })}
      />
      <ListPage
        title="Categorias"
        actions={<AddLink to="/categorias/nova" />}
        query={query}
        params={params}
        setParams={setParams}
        failure={(message) =>
          `Falha ao carregar categorias: ${withoutDot(message)}. Por favor, tente novamente.`
        }
        count={({ total }) =>
          `Mostrando ${formatCount(total)} de ${formatCount(query.data?.all ?? total)} no total`
        }
      >
        {(rows) =>
          rows.length > 0 ? (
            <CategoriesTable
              rows={rows}
              stale={query.isPlaceholderData}
              sort={params.ordem}
              onSort={(ordem) => setParams({ ordem })}
            />
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

type CategoriesTableProps = {
  rows: ListedCategory[];
  stale: boolean;
  sort: string;
  onSort: (sort: string) => void;
};

function CategoriesTable({ rows, stale, ...sorting }: CategoriesTableProps) {
  return (
    <Table
      caption="Categorias"
      stale={stale}
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
    >
      {rows.map((row) => (
        <CategoryRow key={row.id} row={row} />
      ))}
    </Table>
  );
}

function CategoryRow({ row }: { row: ListedCategory }) {
  const queryClient = useQueryClient();
  const edit = {
    to: `/categorias/editar/${row.id}`,
    name: row.name,
    onIntent: () =>
      void queryClient.prefetchQuery({ ...categoryDetail(row.id), staleTime: 10_000 }),
  };
  return (
    <Row>
      <Cell place="main" className="min-w-52">
        <div className="flex items-center gap-3">
          <StoredAvatar name={row.name} letters={2} square url={row.image_url} />
          <RowLink {...edit} />
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

// The messages of the platform are sentences, the specified text ends the sentence itself.
function withoutDot(message: string): string {
  return message.replace(/\.$/, '');
}
