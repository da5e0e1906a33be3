import * as v from 'valibot';
import { choice, rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';
import { findPasswordProblem, personalPasswordMessage } from '#lib/password.ts';
import {
  requiredNewPassword,
  optionalText,
  requiredEmail,
  requiredText,
} from '#lib/text-schemas.ts';
import { roles, usuarios } from './area.ts';

const { labels } = usuarios;

/**
 * The fields of a stored user. The e-mail has no rule: it belongs to the login, and the form of a stored user cannot
 * change it.
 */
export const fields = {
  name: { label: labels.name, rule: requiredText('Informe o nome.'), sheet: {} },
  email: { label: 'E-mail', plain: true, sheet: {} },
  company: { label: labels.company, article: 'a', rule: optionalText(), sheet: {} },
  role: {
    label: labels.role,
    rule: v.picklist(roles, 'Selecione o cargo.'),
    blank: 'Colaborador',
    ...choice(roles),
    sheet: {},
  },
  phone: { label: labels.phone, plain: true, rule: optionalText(), sheet: {} },
  avatar_url: { label: labels.picture, article: 'a' },
} as const satisfies Fields;

export const newUsuarioFields = {
  ...fields,
  email: { ...fields.email, rule: requiredEmail() },
  password: {
    label: 'Senha',
    rule: v.pipe(v.string(), v.nonEmpty('Informe a senha.'), requiredNewPassword()),
  },
  confirmPassword: {
    label: 'Confirmar senha',
    rule: v.pipe(v.string(), v.nonEmpty('Repita a senha.')),
  },
} as const satisfies Fields;

/** Parses the form values of a stored user into the stored values. */
export const usuarioSchema = v.object(rulesOf(fields));

/** Parses the form values of a new user: the profile, with the password of the login. */
export const newUsuarioSchema = v.pipe(
  v.object(rulesOf(newUsuarioFields)),
  v.forward(
    v.partialCheck(
      [['name'], ['email'], ['password']],
      ({ password, ...owner }) => !findPasswordProblem(password, owner),
      personalPasswordMessage,
    ),
    ['password'],
  ),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      'As senhas não coincidem!',
    ),
    ['confirmPassword'],
  ),
);

export type UsuarioValues = v.InferInput<typeof usuarioSchema>;
export type NewUsuarioValues = v.InferInput<typeof newUsuarioSchema>;
export type NewUsuario = v.InferOutput<typeof newUsuarioSchema>;
