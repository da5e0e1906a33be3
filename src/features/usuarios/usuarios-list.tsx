import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { countText } from '#crud/count-text.ts';
import { fromList } from '#crud/leave-form.ts';
import { FilterSelect, ListFilters } from '#crud/list-filters.tsx';
import { EmptyList, ListPage } from '#crud/list-page.tsx';
import { useListParams } from '#crud/list-params.ts';
import { DeleteButton, EditLink, RowActions, RowLink } from '#crud/row-actions.tsx';
import { StoredAvatar } from '#crud/stored-avatar.tsx';
import { useIsAdministrator } from '#features/auth/profile.queries.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { deleteUsuario, usuarioDetail, usuariosList, usuariosSearch } from './usuarios.queries.ts';
import type { ListedUsuario } from './usuarios.queries.ts';

/** /usuarios */
export function UsuariosListPage() {
  const [params, setParams] = useListParams(usuariosSearch);
  const query = useQuery(usuariosList(params));
  const administrator = useIsAdministrator();
  return (
    <>
      <ListFilters
        search="Buscar usuário por nome ou e-mail"
        value={params.busca}
        onSearch={(busca) => setParams({ busca })}
        onClear={() => setParams({ busca: '', cargo: '' })}
      >
        <FilterSelect label="Cargo" value={params.cargo} onChange={(cargo) => setParams({ cargo })}>
          <option>Administrador</option>
          <option>Colaborador</option>
        </FilterSelect>
      </ListFilters>
      <ListPage
        title="Usuários"
        actions={administrator && <AddLink />}
        query={query}
        params={params}
        setParams={setParams}
        failure={() => 'Falha ao carregar usuários. Tente novamente.'}
        count={({ rows, total }) => countText(rows.length, total, params, ['usuário', 'usuários'])}
      >
        {(rows) =>
          rows.length > 0 ? (
            <UsuariosTable
              rows={rows}
              stale={query.isPlaceholderData}
              sort={params.ordem}
              onSort={(ordem) => setParams({ ordem })}
              administrator={administrator}
            />
          ) : (
            <EmptyList text={emptyText(!!(params.busca || params.cargo))} />
          )
        }
      </ListPage>
    </>
  );
}

function AddLink() {
  return (
    <Link to="/usuarios/adicionar" state={fromList} className={buttonClass('primary')}>
      <Plus />
      Adicionar
    </Link>
  );
}

function emptyText(filtered: boolean): string {
  return filtered
    ? 'Nenhum usuário encontrado com os filtros aplicados.'
    : 'Nenhum usuário cadastrado.';
}

type UsuariosTableProps = {
  rows: ListedUsuario[];
  stale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  administrator: boolean;
};

/** Whoever is no Administrador reads the list and finds nothing to press in it. */
function UsuariosTable({ rows, stale, administrator, ...sorting }: UsuariosTableProps) {
  return (
    <Table
      caption="Usuários"
      stale={stale}
      head={
        <>
          <HeadCell>Foto</HeadCell>
          <SortCell column="name" {...sorting}>
            Nome
          </SortCell>
          <SortCell column="email" {...sorting}>
            Email
          </SortCell>
          <SortCell column="company" {...sorting}>
            Empresa
          </SortCell>
          <SortCell column="role" {...sorting}>
            Cargo
          </SortCell>
          <HeadCell>Telefone</HeadCell>
          {administrator && <HeadCell className="text-right">Ações</HeadCell>}
        </>
      }
    >
      {rows.map((row) => (
        <UsuarioRow key={row.id} row={row} administrator={administrator} />
      ))}
    </Table>
  );
}

function UsuarioRow({ row, administrator }: { row: ListedUsuario; administrator: boolean }) {
  const queryClient = useQueryClient();
  const edit = {
    to: `/usuarios/editar/${row.id}`,
    name: row.name,
    onIntent: () => void queryClient.prefetchQuery({ ...usuarioDetail(row.id), staleTime: 10_000 }),
  };
  return (
    <Row>
      <Cell place="picture">
        <StoredAvatar name={row.name} url={row.avatar_url} />
      </Cell>
      <Cell place="main" className="min-w-40">
        {administrator ? <RowLink {...edit} /> : <span className="font-medium">{row.name}</span>}
      </Cell>
      <Cell label="Email" className="break-words">
        {row.email}
      </Cell>
      <Cell label="Empresa">{row.company ?? '—'}</Cell>
      <Cell label="Cargo">
        <Badge tone={row.role === 'Administrador' ? 'blue' : 'neutral'}>{row.role}</Badge>
      </Cell>
      <Cell label="Telefone" className="whitespace-nowrap">
        {row.phone ?? '—'}
      </Cell>
      {administrator && (
        <Cell place="actions">
          <RowActions>
            <EditLink {...edit} />
            <DeleteUsuario row={row} />
          </RowActions>
        </Cell>
      )}
    </Row>
  );
}

function DeleteUsuario({ row }: { row: ListedUsuario }) {
  const remove = useMutation(deleteUsuario);
  return (
    <DeleteButton
      name={row.name}
      question="Tem certeza que deseja excluir este usuário? O login associado NÃO será excluído."
      busy={remove.isPending}
      onDelete={() => remove.mutate(row.id)}
    />
  );
}
