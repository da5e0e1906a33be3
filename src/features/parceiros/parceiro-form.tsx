import { areas } from '#app/areas.ts';
import { DeleteItem } from '#crud/form/form-menu.tsx';
import { FormPage } from '#crud/form/form-page.tsx';
import { PictureField } from '#crud/form/pictures.tsx';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { TitularItems } from '#crud/titular/titular-items.tsx';
import { titulares } from '#crud/titular/titular.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { AddressFields } from '#features/company/address-fields.tsx';
import { addressNames, companyValues } from '#features/company/address.ts';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { labels, newParceiro, parceiroSchema, statuses } from './parceiro.ts';
import {
  deleteParceiro,
  parceiroDetail,
  parceirosList,
  saveParceiro,
} from './parceiros.queries.ts';
import type { Parceiro } from './parceiros.queries.ts';

/** /parceiros/adicionar and /parceiros/editar/{id} */
export function ParceiroFormPage() {
  return (
    <RecordPage
      area={areas.parceiros}
      record={parceiroDetail}
      list={parceirosList}
      missing="Parceiro não encontrado."
      failure={() => 'Falha ao carregar dados do parceiro.'}
      form={ParceiroForm}
      about={({ name, status }) => ({ name, status })}
      actions={ParceiroActions}
    />
  );
}

function ParceiroActions({ row: { id, name } }: { row: Parceiro }) {
  return (
    <>
      {useMay()(...titulares.needs) && <TitularItems area={areas.parceiros} id={id} name={name} />}
      <DeleteItem id={id} name={name} mutation={deleteParceiro} />
    </>
  );
}

function ParceiroForm({ head, row }: RecordFormProps<Parceiro>) {
  const { page, field, pictures, conflict } = useRecordForm({
    row,
    schema: parceiroSchema,
    valuesOf: (stored) => companyValues(newParceiro, stored),
    labels,
    together: { Endereço: addressNames },
    mutation: saveParceiro,
    pictures: { label: 'Imagem', lists: { logo_url: { bucket: 'logos', folder: 'parceiros' } } },
  });
  return (
    <FormPage head={head} {...page}>
      <FormGroup title="Parceiro">
        <TextField required maxLength={255} className="sm:col-span-2" {...field('name')} />
        <TextField required type="email" maxLength={255} {...field('email')} />
        <MaskedField
          required
          type="tel"
          mask={maskPhone}
          placeholder="(11) 91234-5678"
          {...field('phone')}
        />
        <TextField placeholder="@perfil" {...field('instagram')} />
        <SelectField required options={statuses} {...field('status')} />
      </FormGroup>
      <AddressFields />
      <FormGroup title="Imagem">
        <PictureField label="Logo" picture={pictures.logo_url} frame="aspect-square w-40" />
      </FormGroup>
      {conflict}
    </FormPage>
  );
}
