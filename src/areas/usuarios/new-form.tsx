import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { toFormValues } from '#crud/fields.ts';
import { useFields } from '#crud/form/use-record-form.tsx';
import { FormPage } from '#crud/form/form-page.tsx';
import type { SaveOutcome } from '#crud/form/form-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { usePictures } from '#crud/form/pictures.tsx';
import type { PictureUploads } from '#data/picture-uploads.ts';
import { mayHaveExecuted, PlatformError } from '#data/unwrap.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { toast } from '#ui/toast.ts';
import { usuarios } from './area.ts';
import { createLoginMaker } from './login-maker.queries.ts';
import { PhotoGroup, RoleField, UsuarioFields } from './fields.tsx';
import { newUsuarioFields, newUsuarioSchema } from './schema.ts';
import type { NewUsuario, NewUsuarioValues } from './schema.ts';
import { createUsuario } from './queries.ts';

type NewUsuarioForm = UseFormReturn<NewUsuarioValues, unknown, NewUsuario>;

export function NewUsuarioForm({ head }: RecordFormProps<never>) {
  const form: NewUsuarioForm = useForm({
    defaultValues: toFormValues(newUsuarioFields),
    resolver: valibotResolver(newUsuarioSchema),
  });
  // `place` has no folder yet: the folder is named after the id of the user, who does not exist yet.
  const pictures = usePictures(usuarios.add, { photo: place }, () => []);
  const create = useCreation(form, pictures.uploads);
  return (
    <FormPage head={head} form={form} pictures={pictures} onSave={create}>
      <UsuarioFields email={<EmailField />} role={<RoleField />} />
      <PasswordFields />
      <PhotoGroup photo={pictures.fields.photo} />
    </FormPage>
  );
}

const place = { bucket: 'avatars', folder: '' };

/**
 * Returns the function that creates a user. If the upload of the photo fails, it creates the user without the photo.
 */
function useCreation(form: NewUsuarioForm, uploads: PictureUploads) {
  const [loginFor] = useState(createLoginMaker);
  const { mutateAsync } = useMutation(createUsuario);
  return async (values: NewUsuario): Promise<SaveOutcome> => {
    const warnings: string[] = [];
    let loose: string[] = [];
    async function sendPhoto(id: string) {
      const { photo } = await uploads.send({ photo: { ...place, folder: id } });
      loose = uploads.release();
      for (const { error } of photo?.failures ?? []) warnings.push(photoWarning(error));
      return photo?.pictures[0]?.url ?? null;
    }
    try {
      const login = await mutateAsync({ values, loginFor, sendPhoto });
      if (login.reused) warnings.push(reusedLogin);
      for (const warning of warnings) toast.warning(warning);
      return 'saved';
    } catch (error) {
      // Do not delete the photo after a lost response: the stored profile may already refer to it.
      if (!mayHaveExecuted(error)) uploads.reclaim(loose);
      showBesideField(form, error);
      return 'failed';
    }
  };
}

const reusedLogin =
  'Este e-mail já tinha um login, que foi aproveitado: a senha digitada não foi aplicada. Para entrar, a pessoa pede uma nova senha em "Esqueceu a senha?".';

function photoWarning(error: unknown): string {
  const message = getErrorMessage(error);
  return `Erro ao fazer upload da imagem: ${message} O usuário foi criado sem foto.`;
}

function showBesideField(form: NewUsuarioForm, error: unknown) {
  if (!(error instanceof PlatformError)) return;
  const field = fieldsOfCodes[error.code];
  if (field) form.setError(field, { message: error.message }, { shouldFocus: true });
}

const fieldsOfCodes: Record<string, 'email' | 'password'> = {
  user_already_exists: 'email',
  email_exists: 'email',
  email_address_invalid: 'email',
  weak_password: 'password',
};

// Renders the e-mail field. Registers the field here, so that it is registered after the name: if several fields are
// invalid, the form focuses the field that was registered first.
function EmailField() {
  const field = useFields<NewUsuarioValues>(newUsuarioFields);
  return (
    <TextField
      type="email"
      required
      maxLength={255}
      autoComplete="off"
      hint="O usuário entra com este e-mail, que depois não pode ser alterado."
      {...field('email')}
    />
  );
}

function PasswordFields() {
  const field = useFields<NewUsuarioValues>(newUsuarioFields);
  return (
    <FormGroup
      title="Acesso"
      description="A senha do primeiro acesso. O usuário pode trocá-la depois, no próprio perfil."
    >
      <PasswordField
        required
        hint="Pelo menos 8 caracteres."
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField required autoComplete="new-password" {...field('confirmPassword')} />
    </FormGroup>
  );
}
