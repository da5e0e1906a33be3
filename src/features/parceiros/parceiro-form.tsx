import { valibotResolver } from '@hookform/resolvers/valibot';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { describeFields } from '#ui/conflict-dialog.tsx';
import { EditPage } from '#crud/edit-page.tsx';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { formValues } from '#lib/form-values.ts';
import { PictureField, usePicture } from '#crud/picture-field.tsx';
import { useSave } from '#crud/use-save.tsx';
import { AddressFields } from '#features/company/address-fields.tsx';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { newParceiro, parceiroLabels as labels, parceiroSchema, statuses } from './parceiro.ts';
import type { ParceiroValues } from './parceiro.ts';
import { parceiroDetail, saveParceiro } from './parceiros.queries.ts';
import type { Parceiro } from './parceiros.queries.ts';

/** /parceiros/adicionar and /parceiros/editar/{id} */
export function ParceiroFormPage() {
  const { id } = useParams({ strict: false });
  if (!id) return <ParceiroForm title="Novo Parceiro" />;
  return (
    <EditPage
      key={id}
      title="Editar Parceiro"
      record={parceiroDetail(id)}
      missing="Parceiro não encontrado."
      failure={() => 'Falha ao carregar dados do parceiro.'}
    >
      {(row) => <ParceiroForm title="Editar Parceiro" row={row} />}
    </EditPage>
  );
}

function ParceiroForm({ title, row }: { title: string; row?: Parceiro }) {
  const valuesOf = (stored?: Parceiro) => formValues(newParceiro, stored);
  const form = useForm({ defaultValues: valuesOf(row), resolver: valibotResolver(parceiroSchema) });
  const logo = usePicture(row?.logo_url, { bucket: 'logos', folder: 'parceiros' });
  const { page, conflict } = useSave({
    form,
    row,
    mutation: saveParceiro,
    valuesOf,
    describe: (values) => describeFields(labels, values),
    picture: { ...logo, urlOf: ({ logo_url }) => logo_url },
  });
  return (
    <FormPage
      title={title}
      form={form}
      list="/parceiros"
      draft={`parceiros/${row?.id ?? 'new'}`}
      {...page}
    >
      <Particulars />
      <AddressFields />
      <FormGroup title="Imagem">
        <PictureField label="Logo" picture={logo} frame="aspect-square w-40" />
      </FormGroup>
      {conflict}
    </FormPage>
  );
}

function Particulars() {
  const field = useFields<ParceiroValues>();
  return (
    <FormGroup title="Parceiro">
      <TextField
        label={labels.name}
        required
        maxLength={255}
        autoComplete="off"
        className="sm:col-span-2"
        {...field('name')}
      />
      <TextField
        label={labels.email}
        required
        type="email"
        maxLength={255}
        autoComplete="off"
        {...field('email')}
      />
      <MaskedField
        label={labels.phone}
        required
        mask={maskPhone}
        type="tel"
        placeholder="(11) 91234-5678"
        {...field('phone')}
      />
      <TextField
        label={labels.instagram}
        placeholder="@perfil"
        autoComplete="off"
        {...field('instagram')}
      />
      <SelectField label={labels.status} required {...field('status')}>
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
    </FormGroup>
  );
}
