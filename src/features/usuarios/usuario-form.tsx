import { areas } from '#app/areas.ts';
import { FormPage } from '#crud/form/form-page.tsx';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { useProfile } from '#features/auth/profile.queries.ts';
import { formValues } from '#lib/form-values.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { NewUsuarioForm } from './new-usuario-form.tsx';
import { PhotoGroup, RoleField, UsuarioFields } from './usuario-fields.tsx';
import { labels, noUsuario, usuarioSchema } from './usuario.ts';
import { updateUsuario, usuarioDetail } from './usuarios.queries.ts';
import type { Usuario } from './usuarios.queries.ts';

/** /usuarios/adicionar and /usuarios/editar/{id} */
export function UsuarioFormPage() {
  return (
    <RecordPage
      area={areas.usuarios}
      record={usuarioDetail}
      missing="Usuário não encontrado para edição."
      failure={() => 'Falha ao carregar dados do usuário para edição.'}
      form={UsuarioForm}
    />
  );
}

// A new user needs a login first, and has no folder for the photo before it.
function UsuarioForm({ title, row }: RecordFormProps<Usuario>) {
  return row ? <EditUsuarioForm title={title} row={row} /> : <NewUsuarioForm title={title} />;
}

function EditUsuarioForm({ title, row }: Required<RecordFormProps<Usuario>>) {
  const { page, pictures, conflict } = useRecordForm({
    row,
    schema: usuarioSchema,
    valuesOf: (stored) => formValues(noUsuario, stored),
    labels,
    mutation: updateUsuario,
    pictures: { label: 'Imagem', lists: { avatar_url: { bucket: 'avatars', folder: row.id } } },
  });
  const own = useProfile().data?.id === row.id;
  return (
    <FormPage title={title} list={areas.usuarios.path} {...page}>
      <UsuarioFields
        email={
          <TextField
            label="E-mail"
            readOnly
            value={row.email}
            hint="É o e-mail do login, que não muda."
          />
        }
        role={own ? <OwnRole role={row.role} /> : <RoleField />}
      />
      <PhotoGroup photo={pictures.avatar_url} />
      {conflict}
    </FormPage>
  );
}

function OwnRole({ role }: { role: string }) {
  return (
    <TextField label={labels.role} readOnly value={role} hint="Ninguém altera o próprio cargo." />
  );
}
