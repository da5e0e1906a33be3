import { useQuery } from '@tanstack/react-query';
import { areas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { FirstRecord } from '#crud/list/add-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { ActionsCell, RowLink, StatusBadge } from '#crud/list/row-actions.tsx';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import { useList } from '#crud/list/use-list.ts';
import { tableCount } from '#features/dashboard/dashboard.queries.ts';
import { formatCount, shortened } from '#lib/text.ts';
import { Cell, HeadCell, Row, SortCell } from '#ui/table.tsx';
import * as data from './categories.queries.ts';

/** /categorias */
export function CategoriesListPage() {
  const list = useList(areas.categories, data.categoriesList);
  const all = useQuery(tableCount('categories')).data;
  return (
    <>
      <ListFilters list={list} search="Buscar categoria por nome" />
      <ListPage
        list={list}
        count={({ total }) => `Mostrando ${formatCount(total)} de ${countOf(all)} no total`}
        failure={(message) =>
          `Falha ao carregar categorias: ${withoutDot(message)}. Por favor, tente novamente.`
        }
        empty={
          list.isFiltered
            ? 'Nenhuma categoria encontrada com esse termo.'
            : 'Nenhuma categoria cadastrada.'
        }
        first={<FirstCategory />}
        head={<Head />}
      >
        {(row) => <CategoryRow key={row.id} {...row} />}
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
  const edit = editAddress(areas.categories, id);
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

function FirstCategory() {
  return (
    <FirstRecord to={areas.categories.add} action="Cadastrar a primeira categoria">
      As categorias agrupam os produtos e serviços. Todo produto pertence a uma delas.
    </FirstRecord>
  );
}
