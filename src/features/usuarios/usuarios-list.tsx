import { AddLink } from '#crud/add-link.tsx';
import { countText } from '#lib/count-text.ts';
import { ListFilters } from '#crud/list-filters.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { EmptyList } from '#ui/empty-list.tsx';
import { DeleteRecord, EditLink, RowActions, RowLink } from '#crud/row-actions.tsx';
import { StoredAvatar } from '#crud/stored-avatar.tsx';
import { useList } from '#crud/use-list.ts';
import { useSession } from '#data/session.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { Badge } from '#ui/badge.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { deleteUsuario, usuariosList, usuariosSearch } from './usuarios.queries.ts';
import type { ListedUsuario } from './usuarios.queries.ts';

/** /usuarios. Whoever may only read it finds nothing to press in its rows. */
export function UsuariosListPage() {
  const { params, setParams, page, search, table } = useList(usuariosSearch, usuariosList);
  const may = useMay();
  const mayEdit = may('update', 'profiles');
  const mayDelete = may('delete', 'profiles');
  return (
    <>
      <ListFilters
        search="Buscar usuário por nome ou e-mail"
        onClear={() => setParams({ busca: '', cargo: '' })}
        {...search}
      >
        <FilterSelect label="Cargo" value={params.cargo} onChange={(cargo) => setParams({ cargo })}>
          <option>Administrador</option>
          <option>Colaborador</option>
        </FilterSelect>
      </ListFilters>
      <ListPage
        title="Usuários"
        actions={may('create', 'profiles') && <AddLink to="/usuarios/adicionar" />}
        failure={() => 'Falha ao carregar usuários. Tente novamente.'}
        count={({ rows, total }) => countText(rows.length, total, params, ['usuário', 'usuários'])}
        {...page}
      >
        {(rows) =>
          rows.length > 0 ? (
            <Table
              caption="Usuários"
              head={
                <>
                  <HeadCell>Foto</HeadCell>
                  <SortCell column="name">Nome</SortCell>
                  <SortCell column="email">Email</SortCell>
                  <SortCell column="company">Empresa</SortCell>
                  <SortCell column="role">Cargo</SortCell>
                  <HeadCell>Telefone</HeadCell>
                  {(mayEdit || mayDelete) && <HeadCell className="text-right">Ações</HeadCell>}
                </>
              }
              {...table}
            >
              {rows.map((row) => (
                <UsuarioRow key={row.id} row={row} mayEdit={mayEdit} mayDelete={mayDelete} />
              ))}
            </Table>
          ) : params.busca || params.cargo ? (
            <EmptyList text="Nenhum usuário encontrado com os filtros aplicados." />
          ) : (
            <EmptyList text="Nenhum usuário cadastrado." />
          )
        }
      </ListPage>
    </>
  );
}

type UsuarioRowProps = { row: ListedUsuario; mayEdit: boolean; mayDelete: boolean };

function UsuarioRow({ row, mayEdit, mayDelete }: UsuarioRowProps) {
  const session = useSession();
  const isOwn = 'userId' in session && session.userId === row.id;
  const edit = { to: `/usuarios/editar/${row.id}`, name: row.name };
  return (
    <Row>
      <Cell place="picture">
        <StoredAvatar name={row.name} url={row.avatar_url} />
      </Cell>
      <Cell place="main" className="min-w-40">
        {mayEdit ? <RowLink {...edit} /> : <span className="font-medium">{row.name}</span>}
      </Cell>
      <Cell place="wide" label="Email" className="min-w-56 wrap-anywhere">
        {row.email}
      </Cell>
      <Cell place="wide" label="Empresa" className="min-w-24 wrap-anywhere">
        {row.company ?? '—'}
      </Cell>
      <Cell place="half" label="Cargo">
        <Badge tone={row.role === 'Administrador' ? 'blue' : 'neutral'}>{row.role}</Badge>
      </Cell>
      <Cell place="half" label="Telefone" className="whitespace-nowrap">
        {row.phone ?? '—'}
      </Cell>
      {(mayEdit || mayDelete) && (
        <Cell place="actions">
          <RowActions>
            {mayEdit && <EditLink {...edit} />}
            {/* The server refuses it too: nobody deletes the own profile. */}
            {mayDelete && !isOwn && (
              <DeleteRecord
                id={row.id}
                name={row.name}
                question="Tem certeza que deseja excluir este usuário? O login associado NÃO será excluído."
                mutation={deleteUsuario}
              />
            )}
          </RowActions>
        </Cell>
      )}
    </Row>
  );
}
