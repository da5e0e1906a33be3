import type { ReactNode } from 'react';
import { useFields } from '#crud/form/use-record-form.tsx';
import { PictureField } from '#crud/form/pictures.tsx';
import type { PictureListState } from '#crud/form/pictures.tsx';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { PictureSourcesHint } from '#ui/fields/picture-sources.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { roles } from './area.ts';
import { fields } from './schema.ts';
import type { UsuarioValues } from './schema.ts';

/** Renders the fields of a new or stored user. The two forms pass different fields for e-mail and role. */
export function UsuarioFields({ email, role }: { email: ReactNode; role: ReactNode }) {
  const field = useFields<UsuarioValues>(fields);
  return (
    <FormGroup title="Dados do usuário">
      <TextField required maxLength={255} autoComplete="off" {...field('name')} />
      {email}
      <TextField maxLength={255} autoComplete="off" {...field('company')} />
      <MaskedField type="tel" mask={maskPhone} placeholder="(11) 91234-5678" {...field('phone')} />
      {role}
    </FormGroup>
  );
}

export function RoleField() {
  const field = useFields<UsuarioValues>(fields);
  return (
    <SelectField
      required
      options={roles}
      hint="Um Administrador também cuida de usuários, notificações e banners."
      {...field('role')}
    />
  );
}

export function PhotoGroup({ photo }: { photo: PictureListState }) {
  return (
    <FormGroup title="Foto de perfil" description={<PictureSourcesHint />}>
      <PictureField label="Foto" picture={photo} frame="aspect-square w-36" />
    </FormGroup>
  );
}
