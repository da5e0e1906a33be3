import * as v from 'valibot';
import { passwordProblem, personalPassword } from '#lib/password.ts';
import { acceptablePassword, optionalText, requiredText } from '#lib/text-schemas.ts';

/** Parses the typed fields into the stored ones. An empty new password changes nothing. */
export const perfilSchema = v.pipe(
  v.object({
    name: requiredText('Informe o nome.'),
    company: optionalText(),
    phone: optionalText(),
    currentPassword: v.string(),
    newPassword: v.union([v.literal(''), acceptablePassword()]),
    confirmPassword: v.string(),
    /** Whether an earlier attempt of this save has set the new password. */
    passwordChanged: v.boolean(),
  }),
  v.forward(
    v.partialCheck(
      [['name'], ['newPassword']],
      ({ name, newPassword }) => !newPassword || !passwordProblem(newPassword, { name }),
      personalPassword,
    ),
    ['newPassword'],
  ),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
      'A nova senha e a confirmação não coincidem.',
    ),
    ['confirmPassword'],
  ),
);

export type PerfilValues = v.InferInput<typeof perfilSchema>;
export type Perfil = v.InferOutput<typeof perfilSchema>;

export const noPerfil: PerfilValues = {
  name: '',
  company: '',
  phone: '',
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
  passwordChanged: false,
};

export const labels = { name: 'Nome', company: 'Empresa', phone: 'Telefone' } as const;

/** Separate from the fields that are compared in a conflict. */
export const passwordLabels = {
  currentPassword: 'Senha atual',
  newPassword: 'Nova senha',
  confirmPassword: 'Confirmar nova senha',
} as const;
