import { listExportColumns } from '#crud/fields.ts';
import { makeListCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { NameCell, PictureCell } from '#crud/list/row.tsx';
import type { ListedRowOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import { useSession } from '#data/session.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { EmailLink, PhoneLink } from '#areas/company/columns.tsx';
import { badgeClass } from '#ui/badge.tsx';
import { Cell } from '#ui/table.tsx';
import { roles, usuarios } from './area.ts';
import { fields } from './schema.ts';
import { deleteUsuario, usuariosList } from './queries.ts';

/**
 * Renders the page /usuarios. With only the read permission, the rows have no link to the form and no button to delete.
 */
export function Page() {
  const may = useMay();
  const session = useSession();
  const commands = {
    isReadOnly: !may('update', 'profiles'),
    remove: may('delete', 'profiles') ? deleteUsuario : undefined,
    // Users cannot delete their own profile; the server refuses it too.
    isProtected: (id: string | number) => 'userId' in session && session.userId === id,
  };
  const list = useList(usuarios, usuariosList, commands, filters);
  return (
    <>
      <ListFilters list={list} search="Buscar usuário por nome ou e-mail" clearable />
      <ListPage
        list={list}
        bulk={may('delete', 'profiles') ? Changes : undefined}
        actions={<Actions list={list} adds={may('create', 'profiles')} />}
        texts={{
          empty: list.isFiltered
            ? 'Nenhum usuário encontrado com os filtros aplicados.'
            : 'Nenhum usuário cadastrado.',
        }}
        columns={columns}
      />
    </>
  );
}

const columns: ColumnsOf<typeof usuarios, ListedRowOf<typeof usuariosList>> = {
  picture: {
    width: '3rem',
    cell: (row) => (
      <PictureCell row={row}>
        <StoredAvatar name={row.name} url={row.avatar_url} />
      </PictureCell>
    ),
  },
  name: { width: 'minmax(0,1.5fr)', cell: (row) => <NameCell row={row} /> },
  email: {
    width: 'minmax(0,2fr)',
    cell: ({ email }) => (
      <Cell place="note">
        <EmailLink email={email} />
      </Cell>
    ),
  },
  company: { width: 'minmax(0,1fr)', cell: ({ company }) => <Cell>{company ?? '—'}</Cell> },
  role: {
    width: '7rem',
    cell: ({ role }) => (
      <Cell place="status" className={badgeClass(role === 'Administrador' ? 'blue' : 'neutral')}>
        {role}
      </Cell>
    ),
  },
  phone: {
    width: '8rem',
    cell: ({ phone }) => (
      <Cell>
        <PhoneLink phone={phone} />
      </Cell>
    ),
  },
};

const filters = [
  { name: 'cargo', label: usuarios.labels.role, options: [...roles].toReversed(), inHeader: true },
] as const;

const { Actions, Changes } = makeListCommands(usuarios, {
  query: () => usuariosList,
  columns: async () => listExportColumns(fields),
});
