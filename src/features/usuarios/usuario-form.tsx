import { FormPage } from '#crud/form-page.tsx';
import { RecordPage } from '#crud/record-page.tsx';
import type { RecordFormProps } from '#crud/record-page.tsx';
import { useRecordForm } from '#crud/use-record-form.ts';
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
      titles={['Novo Usuário', 'Editar Usuário']}
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
  const { page, picture, conflict } = useRecordForm({
    row,
    schema: usuarioSchema,
    valuesOf: (stored) => formValues(noUsuario, stored),
    labels,
    mutation: updateUsuario,
    picture: { column: 'avatar_url', bucket: 'avatars', folder: row.id },
  });
  const own = useProfile().data?.id === row.id;
  return (
    <FormPage title={title} list="/usuarios" {...page}>
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
      <PhotoGroup photo={picture} />
      {conflict}
    </FormPage>
  );
}

function OwnRole({ role }: { role: string }) {
  return (
    <TextField label={labels.role} readOnly value={role} hint="Ninguém altera o próprio cargo." />
  );
}
