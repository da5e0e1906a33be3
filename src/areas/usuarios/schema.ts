import * as v from 'valibot';
import { passwordProblem, personalPassword } from '#lib/password.ts';
import {
  acceptablePassword,
  optionalText,
  requiredEmail,
  requiredText,
} from '#lib/text-schemas.ts';

export const roles = ['Colaborador', 'Administrador'] as const;

const fields = {
  name: requiredText('Informe o nome.'),
  company: optionalText(),
  phone: optionalText(),
  role: v.picklist(roles, 'Selecione o cargo.'),
};

/** Parses the typed fields into the stored ones: e-mail and password belong to the login. */
export const usuarioSchema = v.object(fields);

/** A new user, with the fields of the login. */
export const newUsuarioSchema = v.pipe(
  v.object({
    ...fields,
    email: requiredEmail(),
    password: v.pipe(v.string(), v.nonEmpty('Informe a senha.'), acceptablePassword()),
    confirmPassword: v.pipe(v.string(), v.nonEmpty('Repita a senha.')),
  }),
  v.forward(
    v.partialCheck(
      [['name'], ['email'], ['password']],
      ({ password, ...owner }) => !passwordProblem(password, owner),
      personalPassword,
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
export type UsuarioRow = v.InferOutput<typeof usuarioSchema>;
export type NewUsuarioValues = v.InferInput<typeof newUsuarioSchema>;
export type NewUsuario = v.InferOutput<typeof newUsuarioSchema>;

/** The blank fields of a user, and those of a new one. */
export const noUsuario: UsuarioValues = {
  name: '',
  company: '',
  phone: '',
  role: 'Colaborador',
};
export const newUsuario: NewUsuarioValues = {
  ...noUsuario,
  email: '',
  password: '',
  confirmPassword: '',
};

export const labels = {
  name: 'Nome',
  company: 'Empresa',
  phone: 'Telefone',
  role: 'Cargo',
} as const;
export const newLabels = {
  ...labels,
  email: 'E-mail',
  password: 'Senha',
  confirmPassword: 'Confirmar senha',
} as const;

/** The columns of an export. */
export const exportColumns = (['name', 'email', 'company', 'role', 'phone'] as const).map(
  (name) => ({ name, label: newLabels[name] }),
);
