import * as v from 'valibot';
import { rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';
import { findPasswordProblem, personalPasswordMessage } from '#lib/password.ts';
import { requiredNewPassword, optionalText, requiredText } from '#lib/text-schemas.ts';

export const fields = {
  name: { label: 'Nome', rule: requiredText('Informe o nome.') },
  company: { label: 'Empresa', rule: optionalText() },
  phone: { label: 'Telefone', rule: optionalText() },
  currentPassword: { label: 'Senha atual', unstored: true, rule: v.string() },
  newPassword: {
    label: 'Nova senha',
    unstored: true,
    rule: v.union([v.literal(''), requiredNewPassword()]),
  },
  confirmPassword: { label: 'Confirmar nova senha', unstored: true, rule: v.string() },
  /** Whether this attempt to save, or an earlier one, has set the new password. */
  passwordChanged: { unstored: true, rule: v.boolean(), blank: false },
} as const satisfies Fields;

/** Parses the form values. An empty new password means that the password does not change. */
export const perfilSchema = v.pipe(
  v.object(rulesOf(fields)),
  v.forward(
    v.partialCheck(
      [['name'], ['newPassword']],
      ({ name, newPassword }) => !newPassword || !findPasswordProblem(newPassword, { name }),
      personalPasswordMessage,
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
export type ParsedPerfilValues = v.InferOutput<typeof perfilSchema>;
