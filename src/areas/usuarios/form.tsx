import { useQuery } from '@tanstack/react-query';
import { FormPage } from '#crud/form/form-page.tsx';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { TitularMenuItems } from '#features/titular/titular-items.tsx';
import { useProfile } from '#features/auth/profile.queries.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { OpenSessionsCard } from '#crud/sessions/open-sessions.tsx';
import { usuarios } from './area.ts';
import { NewUsuarioForm } from './new-form.tsx';
import { UserSecondFactorCard } from './user-second-factor-card.tsx';
import { PhotoGroup, RoleField, UsuarioFields } from './fields.tsx';
import { fields, usuarioSchema } from './schema.ts';
import {
  deleteUsuario,
  factorSinceQuery,
  updateUsuario,
  usuarioDetail,
  usuariosList,
} from './queries.ts';
import type { Usuario } from './queries.ts';

/** Renders the pages /usuarios/adicionar and /usuarios/editar/{id}. */
export function Page() {
  const own = useProfile().data?.id;
  // Users cannot delete their own profile; the server refuses it too.
  const commands = { remove: deleteUsuario, isProtected: (id: string | number) => id === own };
  return (
    <RecordPage
      area={usuarios}
      record={usuarioDetail}
      list={usuariosList}
      missing="Usuário não encontrado para edição."
      failure={() => 'Falha ao carregar dados do usuário para edição.'}
      form={UsuarioForm}
      about={({ name }) => ({ name })}
      commands={commands}
      actions={TitularMenuItems}
    />
  );
}

// Renders the form of a stored or a new user. The form of a new user differs: its save first creates a login, because
// the folder of the photo is named after the id of the login.
function UsuarioForm({ head, row }: RecordFormProps<Usuario>) {
  return row ? <EditUsuarioForm head={head} row={row} /> : <NewUsuarioForm head={head} />;
}

function EditUsuarioForm({ head, row }: Required<RecordFormProps<Usuario>>) {
  const { page, pictures } = useRecordForm({
    row,
    schema: usuarioSchema,
    fields,
    mutation: updateUsuario,
    pictures: { label: 'Imagem', lists: { avatar_url: { bucket: 'avatars', folder: row.id } } },
  });
  const own = useProfile().data?.id === row.id;
  const factor = useQuery({ ...factorSinceQuery(row.id), enabled: !own });
  // A deleted user cannot be saved as a new one: a new user needs a login, which this form does not create.
  const gone = page.gone && { ...page.gone, becomeNew: undefined };
  return (
    <FormPage head={head} {...page} gone={gone}>
      <UsuarioFields
        email={
          <TextField
            label="E-mail"
            readOnly
            value={row.email}
            hint="É o e-mail do login e não pode ser alterado."
          />
        }
        role={own ? <OwnRole role={row.role} /> : <RoleField />}
      />
      <PhotoGroup photo={pictures.avatar_url} />
      {factor.data && <UserSecondFactorCard person={row.id} name={row.name} since={factor.data} />}
      <OpenSessionsCard person={row.id} own={own} isDelayed={factor.isLoading} />
    </FormPage>
  );
}

function OwnRole({ role }: { role: string }) {
  return (
    <TextField
      label={fields.role.label}
      readOnly
      value={role}
      hint="Você não pode alterar o seu próprio cargo."
    />
  );
}
