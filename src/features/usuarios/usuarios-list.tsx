import { areas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { AddLink } from '#crud/list/add-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { DeleteRecord, EditLink, RowActions, RowLink } from '#crud/list/row-actions.tsx';
import { useList } from '#crud/list/use-list.ts';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import { useSession } from '#data/session.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { Badge } from '#ui/badge.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { Cell, HeadCell, Row, SortCell } from '#ui/table.tsx';
import { roles } from './usuario.ts';
import { deleteUsuario, usuariosList } from './usuarios.queries.ts';
import type { ListedUsuario } from './usuarios.queries.ts';

/** /usuarios. Whoever may only read it finds nothing to press in its rows. */
export function UsuariosListPage() {
  const list = useList(areas.usuarios, usuariosList);
  const may = useMay();
  const mayEdit = may('update', 'profiles');
  const mayDelete = may('delete', 'profiles');
  return (
    <>
      <ListFilters list={list} search="Buscar usuário por nome ou e-mail" clearable>
        <FilterSelect
          label="Cargo"
          options={[...roles].toReversed()}
          value={list.params.cargo}
          onChange={(cargo) => list.setParams({ cargo })}
        />
      </ListFilters>
      <ListPage
        list={list}
        actions={may('create', 'profiles') && <AddLink to={areas.usuarios.add} />}
        failure={() => 'Falha ao carregar usuários. Tente novamente.'}
        empty={
          list.isFiltered
            ? 'Nenhum usuário encontrado com os filtros aplicados.'
            : 'Nenhum usuário cadastrado.'
        }
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
      >
        {(row) => <UsuarioRow key={row.id} row={row} mayEdit={mayEdit} mayDelete={mayDelete} />}
      </ListPage>
    </>
  );
}

type UsuarioRowProps = { row: ListedUsuario; mayEdit: boolean; mayDelete: boolean };

function UsuarioRow({ row, mayEdit, mayDelete }: UsuarioRowProps) {
  const session = useSession();
  const isOwn = 'userId' in session && session.userId === row.id;
  const edit = { to: editAddress(areas.usuarios, row.id), name: row.name };
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
