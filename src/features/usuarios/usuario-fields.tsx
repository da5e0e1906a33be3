import type { ReactNode } from 'react';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { roles, usuarioLabels } from './usuario.ts';
import type { UsuarioValues } from './usuario.ts';

/** What a new and a stored user have in common, around the two fields in which they differ. */
export function UsuarioFields({ email, role }: { email: ReactNode; role: ReactNode }) {
  const field = useFields<UsuarioValues>();
  return (
    <FormGroup title="Dados do usuário">
      <TextField
        label={usuarioLabels.name}
        required
        maxLength={255}
        autoComplete="off"
        {...field('name')}
      />
      {email}
      <TextField
        label={usuarioLabels.company}
        maxLength={255}
        autoComplete="off"
        {...field('company')}
      />
      <MaskedField
        label={usuarioLabels.phone}
        type="tel"
        mask={maskPhone}
        placeholder="(11) 91234-5678"
        {...field('phone')}
      />
      {role}
    </FormGroup>
  );
}

export function RoleField() {
  const field = useFields<UsuarioValues>();
  return (
    <SelectField
      label={usuarioLabels.role}
      required
      hint="Um Administrador também cuida de usuários, notificações e banners."
      {...field('role')}
    >
      {roles.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </SelectField>
  );
}
