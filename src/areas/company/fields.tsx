import type { ReactNode } from 'react';
import type { Area } from '#crud/area.ts';
import { PictureField } from '#crud/form/pictures.tsx';
import type { PictureListState } from '#crud/form/pictures.tsx';
import { useDuplicateWarning } from '#crud/form/duplicate-warning.tsx';
import { useFields } from '#crud/form/use-record-form.tsx';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { AddressFields } from './address-fields.tsx';
import { addressFields } from './address.ts';
import { createContactFields, statusAndInstagramFields } from './schema.ts';
import { companyStatuses } from './words.ts';

export type CompanyFieldsProps = {
  area: Pick<Area, 'table' | 'edit' | 'count' | 'one'>;
  stored: { id: string } | undefined;
  logo: PictureListState;
  /** Content before the name. */
  first?: ReactNode;
  /** Content before the status. */
  children?: ReactNode;
};

const fields = { ...createContactFields(''), ...statusAndInstagramFields, ...addressFields };

/** Renders the groups of fields of a company's form. */
export function CompanyFields({ area, stored, logo, first, children }: CompanyFieldsProps) {
  const field = useFields(fields);
  return (
    <>
      <FormGroup title={area.one}>
        {first}
        <TextField
          required
          maxLength={255}
          // Without `children` the number of fields is odd: the name spans both columns.
          className={children ? '' : 'sm:col-span-2'}
          {...field('name')}
        />
        <TextField
          required
          type="email"
          maxLength={255}
          warning={useDuplicateWarning(area, 'email', stored?.id, () => ['este e-mail'])}
          {...field('email')}
        />
        <MaskedField
          required
          type="tel"
          mask={maskPhone}
          placeholder="(11) 91234-5678"
          {...field('phone')}
        />
        <TextField placeholder="@perfil" {...field('instagram')} />
        {children}
        <SelectField required options={companyStatuses} {...field('status')} />
      </FormGroup>
      <AddressFields />
      <FormGroup title="Imagem">
        <PictureField label="Logo" picture={logo} frame="aspect-square w-40" />
      </FormGroup>
    </>
  );
}
