import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { EditPage } from '#crud/edit-page.tsx';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { formValues } from '#lib/form-values.ts';
import { PictureField, usePicture } from '#crud/picture-field.tsx';
import { useSession } from '#data/session.ts';
import { usuarioDetail } from '#features/usuarios/usuarios.queries.ts';
import type { Usuario } from '#features/usuarios/usuarios.queries.ts';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { noPerfil, perfilLabels, perfilSchema } from './perfil.ts';
import type { Perfil, PerfilValues } from './perfil.ts';
import { usePerfilSave } from './use-perfil-save.ts';

/** /perfil */
export function PerfilPage() {
  const session = useSession();
  const id = 'userId' in session ? session.userId : '';
  return (
    <EditPage
      key={id}
      title="Editar Perfil"
      record={usuarioDetail(id)}
      missing="Erro: Perfil do usuário não encontrado."
      failure={() => 'Falha ao carregar dados do perfil.'}
    >
      {(row) => <PerfilForm row={row} />}
    </EditPage>
  );
}

function PerfilForm({ row }: { row: Usuario }) {
  const form = useForm<PerfilValues, unknown, Perfil>({
    defaultValues: formValues(noPerfil, row),
    resolver: valibotResolver(perfilSchema),
  });
  const photo = usePicture(row.avatar_url, { bucket: 'avatars', folder: row.id });
  const { page, conflict } = usePerfilSave(form, row, photo);
  return (
    <FormPage title="Editar Perfil" form={form} list="/dashboard" draft="perfil" {...page}>
      <FormGroup title="Foto de perfil" description="Arraste para cá, cole com Ctrl+V ou escolha.">
        <PictureField
          label="Foto"
          hint="PNG, JPG, GIF até 2MB"
          picture={photo}
          frame="aspect-square w-36"
        />
      </FormGroup>
      <PersonFields row={row} />
      <PasswordFields />
      {conflict}
    </FormPage>
  );
}

function PersonFields({ row }: { row: Usuario }) {
  const field = useFields<PerfilValues>();
  return (
    <FormGroup title="Informações pessoais">
      <TextField
        label={perfilLabels.name}
        required
        maxLength={255}
        autoComplete="name"
        {...field('name')}
      />
      <TextField
        label="E-mail"
        type="email"
        readOnly
        value={row.email}
        autoComplete="username"
        hint="É o e-mail do seu login, que não muda."
      />
      <TextField
        label={perfilLabels.company}
        maxLength={255}
        autoComplete="organization"
        {...field('company')}
      />
      <MaskedField
        label={perfilLabels.phone}
        type="tel"
        mask={maskPhone}
        autoComplete="tel-national"
        placeholder="(11) 91234-5678"
        {...field('phone')}
      />
      <TextField label="Cargo" readOnly value={row.role} hint="Ninguém altera o próprio cargo." />
    </FormGroup>
  );
}

function PasswordFields() {
  const field = useFields<PerfilValues>();
  return (
    <FormGroup
      title="Alterar senha"
      description="Deixe em branco para continuar com a senha de hoje."
    >
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        className="sm:col-span-2"
        hint="A senha atual não é verificada por este formulário."
        {...field('currentPassword')}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        hint="Pelo menos 8 caracteres."
        {...field('newPassword')}
      />
      <PasswordField
        label="Confirmar nova senha"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </FormGroup>
  );
}
