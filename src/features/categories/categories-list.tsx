import { useQuery } from '@tanstack/react-query';
import { AddLink, FirstRecord } from '#crud/add-link.tsx';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { ActionsCell, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { StoredAvatar } from '#crud/stored-avatar.tsx';
import { useList } from '#crud/use-list.ts';
import { tableCount } from '#features/dashboard/dashboard.queries.ts';
import { formatCount, shortened } from '#lib/text.ts';
import { EmptyList } from '#ui/empty-list.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import * as data from './categories.queries.ts';

/** /categorias */
export function CategoriesListPage() {
  const list = useList(data.categoriesSearch, data.categoriesList);
  const all = useQuery(tableCount('categories')).data;
  return (
    <>
      <ListFilters search="Buscar categoria por nome" {...list.search} />
      <ListPage
        title="Categorias"
        count={({ total }) => `Mostrando ${formatCount(total)} de ${countOf(all)} no total`}
        actions={<AddLink to="/categorias/nova" />}
        failure={(message) =>
          `Falha ao carregar categorias: ${withoutDot(message)}. Por favor, tente novamente.`
        }
        empty={list.isFiltered ? <NothingFound /> : <NoCategories />}
        {...list.page}
      >
        {(rows) => (
          <Table caption="Categorias" head={<Head />} {...list.table}>
            {rows.map((row) => (
              <CategoryRow key={row.id} {...row} />
            ))}
          </Table>
        )}
      </ListPage>
    </>
  );
}

function countOf(all: number | undefined): string {
  return all === undefined ? '...' : formatCount(all);
}

// The messages of the platform are sentences; here the specified text goes on.
function withoutDot(message: string): string {
  return message.replace(/\.$/, '');
}

function Head() {
  return (
    <>
      <SortCell column="name">Nome</SortCell>
      <HeadCell>Descrição</HeadCell>
      <SortCell column="is_active">Status</SortCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function CategoryRow({ id, name, ...row }: data.ListedCategory) {
  const edit = `/categorias/editar/${id}`;
  return (
    <Row>
      <Cell place="main" className="min-w-52">
        <div className="flex items-center gap-3">
          <StoredAvatar name={name} letters={2} square url={row.image_url} />
          <span className="min-w-0 wrap-anywhere">
            <RowLink to={edit} name={name} />
          </span>
        </div>
      </Cell>
      <Cell place="wide" label="Descrição" className="wrap-anywhere">
        {row.description ? shortened(row.description, 100) : '—'}
      </Cell>
      <Cell label="Status">
        <StatusBadge>{row.is_active ? 'Ativa' : 'Inativa'}</StatusBadge>
      </Cell>
      <ActionsCell
        id={id}
        name={name}
        edit={edit}
        question="Tem certeza que deseja excluir esta categoria?"
        mutation={data.deleteCategory}
      />
    </Row>
  );
}

function NothingFound() {
  return <EmptyList text="Nenhuma categoria encontrada com esse termo." />;
}

function NoCategories() {
  const first = (
    <FirstRecord to="/categorias/nova" action="Cadastrar a primeira categoria">
      As categorias agrupam os produtos e serviços. Todo produto pertence a uma delas.
    </FirstRecord>
  );
  return <EmptyList text="Nenhuma categoria cadastrada." first={first} />;
}
