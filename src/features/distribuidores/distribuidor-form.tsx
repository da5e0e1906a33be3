import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useController, useForm } from 'react-hook-form';
import { describeFields } from '#crud/conflict-dialog.tsx';
import { EditPage } from '#crud/edit-page.tsx';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { formValues } from '#crud/form-values.ts';
import { PictureField, usePicture } from '#crud/picture-field.tsx';
import { useSave } from '#crud/use-save.tsx';
import { AddressFields } from '#features/company/address-fields.tsx';
import { CnpjField } from '#features/company/cnpj-field.tsx';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import {
  distribuidorLabels as labels,
  distribuidorSchema,
  newDistribuidor,
  statuses,
} from './distribuidor.ts';
import type { DistribuidorValues } from './distribuidor.ts';
import { distribuidorDetail, planOptions, saveDistribuidor } from './distribuidores.queries.ts';
import type { Distribuidor } from './distribuidores.queries.ts';

/** /distribuidores/adicionar and /distribuidores/editar/{id} */
export function DistribuidorFormPage() {
  const { id } = useParams({ strict: false });
  if (!id) return <DistribuidorForm title="Novo Distribuidor" />;
  return (
    <EditPage
      key={id}
      title="Editar Distribuidor"
      record={distribuidorDetail(id)}
      missing="Distribuidor não encontrado."
      failure={(message) => `Falha ao carregar dados do distribuidor: ${message}`}
    >
      {(row) => <DistribuidorForm title="Editar Distribuidor" row={row} />}
    </EditPage>
  );
}

function DistribuidorForm({ title, row }: { title: string; row?: Distribuidor }) {
  const plans = useQuery(planOptions());
  const valuesOf = (stored?: Distribuidor) => formValues(newDistribuidor, stored);
  const form = useForm({
    defaultValues: valuesOf(row),
    resolver: valibotResolver(distribuidorSchema),
  });
  const logo = usePicture(row?.logo_url, { bucket: 'logos', folder: 'distribuidores' });
  const { page, conflict } = useSave({
    form,
    row,
    mutation: saveDistribuidor,
    valuesOf,
    describe: (values) => ({
      ...describeFields(labels, values),
      Plano: plans.data?.find(({ id }) => id === values.plan_id)?.name ?? '',
    }),
    picture: { ...logo, urlOf: ({ logo_url }) => logo_url },
  });
  return (
    <FormPage
      title={title}
      form={form}
      list="/distribuidores"
      draft={`distribuidores/${row?.id ?? 'new'}`}
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
  const field = useFields<DistribuidorValues>();
  return (
    <FormGroup title="Distribuidor">
      <CnpjField />
      <TextField
        label={labels.name}
        required
        maxLength={255}
        autoComplete="off"
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
      <PlanField />
      <SelectField label={labels.status} required {...field('status')}>
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
    </FormGroup>
  );
}

function PlanField() {
  const { data, isError, refetch } = useQuery(planOptions());
  const { field, fieldState } = useController<DistribuidorValues, 'plan_id'>({ name: 'plan_id' });
  return (
    <SelectField
      label={labels.plan_id}
      required
      error={isError ? 'Falha ao carregar opções de plano.' : fieldState.error?.message}
      hint={
        isError && (
          <button type="button" className="text-accent underline" onClick={() => void refetch()}>
            Tentar novamente
          </button>
        )
      }
      {...field}
    >
      <option value="">{data ? 'Selecione' : 'Carregando...'}</option>
      {data?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
