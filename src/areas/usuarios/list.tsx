import { exportColumns } from '#crud/fields.ts';
import { listCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { Row } from '#crud/list/row.tsx';
import type { ListedOf } from '#crud/rows.queries.ts';
import { useList } from '#crud/list/use-list.ts';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import { useSession } from '#data/session.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { EmailLink, PhoneLink } from '#areas/company/row.tsx';
import { badgeClass } from '#ui/badge.tsx';
import { Cell } from '#ui/table.tsx';
import { roles, usuarios } from './area.ts';
import { fields } from './schema.ts';
import { deleteUsuario, usuariosList } from './queries.ts';

/** /usuarios. With read permission only, its rows have no link to the form and no button to delete. */
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
      >
        {usuarioRow}
      </ListPage>
    </>
  );
}

function usuarioRow({ id, name, role, ...row }: ListedOf<typeof usuariosList>) {
  return (
    <Row key={id} id={id} name={name} picture={<StoredAvatar name={name} url={row.avatar_url} />}>
      <Cell place="note">
        <EmailLink email={row.email} />
      </Cell>
      <Cell>{row.company ?? '—'}</Cell>
      <Cell place="status" className={badgeClass(role === 'Administrador' ? 'blue' : 'neutral')}>
        {role}
      </Cell>
      <Cell>
        <PhoneLink phone={row.phone} />
      </Cell>
    </Row>
  );
}

const columns = {
  picture: { width: '3rem' },
  name: { width: 'minmax(0,1.5fr)' },
  email: { width: 'minmax(0,2fr)' },
  company: { width: 'minmax(0,1fr)' },
  role: { width: '7rem' },
  phone: { width: '8rem' },
};

const filters = [
  { name: 'cargo', label: usuarios.labels.role, options: [...roles].toReversed(), inHeader: true },
] as const;

const { Actions, Changes } = listCommands(usuarios, {
  query: () => usuariosList,
  columns: async () => exportColumns(fields),
});
