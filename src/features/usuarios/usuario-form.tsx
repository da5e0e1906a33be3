import { valibotResolver } from '@hookform/resolvers/valibot';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { EditPage } from '#crud/edit-page.tsx';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { formValues } from '#lib/form-values.ts';
import { PictureField, usePicture } from '#crud/picture-field.tsx';
import { useSave } from '#crud/use-save.tsx';
import { useProfile } from '#features/auth/profile.queries.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { NewUsuarioForm } from './new-usuario-form.tsx';
import { RoleField, UsuarioFields } from './usuario-fields.tsx';
import { describeUsuario, noUsuario, usuarioLabels, usuarioSchema } from './usuario.ts';
import type { UsuarioRow, UsuarioValues } from './usuario.ts';
import { updateUsuario, usuarioDetail } from './usuarios.queries.ts';
import type { Usuario } from './usuarios.queries.ts';

/** /usuarios/adicionar and /usuarios/editar/{id} */
export function UsuarioFormPage() {
  const { id } = useParams({ strict: false });
  if (!id) return <NewUsuarioForm />;
  return (
    <EditPage
      key={id}
      title="Editar Usuário"
      record={usuarioDetail(id)}
      missing="Usuário não encontrado para edição."
      failure={() => 'Falha ao carregar dados do usuário para edição.'}
    >
      {(row) => <EditUsuarioForm row={row} />}
    </EditPage>
  );
}

function EditUsuarioForm({ row }: { row: Usuario }) {
  const form = useForm<UsuarioValues, unknown, UsuarioRow>({
    defaultValues: formValues(noUsuario, row),
    resolver: valibotResolver(usuarioSchema),
  });
  const photo = usePicture(row.avatar_url, { bucket: 'avatars', folder: row.id });
  const { page, conflict } = useSave({
    form,
    row,
    mutation: updateUsuario,
    valuesOf: (saved) => formValues(noUsuario, saved),
    describe: describeUsuario,
    picture: { ...photo, urlOf: ({ avatar_url }) => avatar_url },
  });
  const own = useProfile().data?.id === row.id;
  return (
    <FormPage
      title="Editar Usuário"
      form={form}
      list="/usuarios"
      draft={`profiles/${row.id}`}
      {...page}
    >
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
      <FormGroup title="Foto de perfil" description="Arraste para cá, cole com Ctrl+V ou escolha.">
        <PictureField label="Foto" picture={photo} frame="aspect-square w-36" />
      </FormGroup>
      {conflict}
    </FormPage>
  );
}

function OwnRole({ role }: { role: string }) {
  return (
    <TextField
      label={usuarioLabels.role}
      readOnly
      value={role}
      hint="Ninguém altera o próprio cargo."
    />
  );
}
