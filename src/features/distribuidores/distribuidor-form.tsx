import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
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
import { CnpjField } from '#features/company/cnpj-field.tsx';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { RetryHint } from '#ui/fields/retry-hint.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { distribuidorSchema, labels, newDistribuidor, statuses } from './distribuidor.ts';
import {
  deleteDistribuidor,
  distribuidorDetail,
  distribuidoresList,
  planOptions,
  saveDistribuidor,
} from './distribuidores.queries.ts';
import type { Distribuidor } from './distribuidores.queries.ts';

/** /distribuidores/adicionar and /distribuidores/editar/{id} */
export function DistribuidorFormPage() {
  return (
    <RecordPage
      area={areas.distribuidores}
      record={distribuidorDetail}
      list={distribuidoresList}
      missing="Distribuidor não encontrado."
      failure={(message) => `Falha ao carregar dados do distribuidor: ${message}`}
      form={DistribuidorForm}
      about={({ name, status }) => ({ name, status })}
      actions={DistribuidorActions}
    />
  );
}

function DistribuidorActions({ row: { id, name } }: { row: Distribuidor }) {
  return (
    <>
      {useMay()(...titulares.needs) && (
        <TitularItems area={areas.distribuidores} id={id} name={name} />
      )}
      <DeleteItem id={id} name={name} mutation={deleteDistribuidor} />
    </>
  );
}

function DistribuidorForm({ head, row }: RecordFormProps<Distribuidor>) {
  const plans = useQuery(planOptions()).data ?? [];
  const { page, field, pictures, conflict } = useRecordForm({
    row,
    schema: distribuidorSchema,
    valuesOf: (stored) => companyValues(newDistribuidor, stored),
    labels,
    mutation: saveDistribuidor,
    pictures: {
      label: 'Imagem',
      lists: { logo_url: { bucket: 'logos', folder: 'distribuidores' } },
    },
    together: { Endereço: addressNames },
    describe: { plan_id: (chosen) => plans.find(({ id }) => id === chosen)?.name ?? '' },
  });
  return (
    <FormPage head={head} {...page}>
      <FormGroup title="Distribuidor">
        <CnpjField />
        <TextField required maxLength={255} {...field('name')} />
        <TextField required type="email" maxLength={255} {...field('email')} />
        <MaskedField
          required
          type="tel"
          mask={maskPhone}
          placeholder="(11) 91234-5678"
          {...field('phone')}
        />
        <TextField placeholder="@perfil" {...field('instagram')} />
        <PlanField />
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

// Controlled: a choice made before the plans are there would otherwise be lost.
function PlanField() {
  const { data, isError, refetch } = useQuery(planOptions());
  const { field, fieldState } = useController({ name: 'plan_id' });
  return (
    <SelectField
      label={labels.plan_id}
      required
      options={data?.map(({ id, name }) => [id, name] as const)}
      error={isError ? 'Falha ao carregar opções de plano.' : fieldState.error?.message}
      hint={isError && <RetryHint onRetry={() => void refetch()} />}
      {...field}
    >
      <option value="">{data ? 'Selecione' : 'Carregando...'}</option>
    </SelectField>
  );
}
