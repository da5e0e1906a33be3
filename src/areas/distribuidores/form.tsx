import { useQuery } from '@tanstack/react-query';
import { storedAreas } from '#data/stored-areas.ts';
import { useController } from 'react-hook-form';
import { FormPage } from '#crud/form/form-page.tsx';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { TitularMenuItems } from '#features/titular/titular-items.tsx';
import { CnpjField } from '#areas/company/cnpj-field.tsx';
import { CompanyFields } from '#areas/company/fields.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { distribuidores } from './area.ts';
import { distribuidorSchema, fields } from './schema.ts';
import {
  deleteDistribuidor,
  distribuidorDetail,
  distribuidoresList,
  planOptionsQuery,
  saveDistribuidor,
} from './queries.ts';
import type { Distribuidor } from './queries.ts';

/** Renders the pages /distribuidores/adicionar and /distribuidores/editar/{id}. */
export function Page() {
  return (
    <RecordPage
      area={distribuidores}
      record={distribuidorDetail}
      list={distribuidoresList}
      failure={(message) => `Falha ao carregar dados do distribuidor: ${message}`}
      form={DistribuidorForm}
      about={({ name, status }) => ({ name, status })}
      commands={{ remove: deleteDistribuidor }}
      actions={TitularMenuItems}
    />
  );
}

function DistribuidorForm({ head, row }: RecordFormProps<Distribuidor>) {
  const plans = useQuery(planOptionsQuery()).data ?? [];
  const { page, pictures } = useRecordForm({
    row,
    schema: distribuidorSchema,
    fields,
    mutation: saveDistribuidor,
    pictures: {
      label: 'Imagem',
      lists: { logo_url: { bucket: 'logos', folder: 'distribuidores' } },
    },
    together: { Endereço: storedAreas.distribuidores.units[0] },
    describe: { plan_id: (chosen) => plans.find(({ id }) => id === chosen)?.name ?? '' },
  });
  return (
    <FormPage head={head} {...page}>
      <CompanyFields
        area={distribuidores}
        stored={row}
        logo={pictures.logo_url}
        first={<CnpjField />}
      >
        <PlanField />
      </CompanyFields>
    </FormPage>
  );
}

// Renders the choice of the plan. It is controlled: an uncontrolled select would lose the plan of a record or a draft
// if the options load later.
function PlanField() {
  const { data, isError, refetch } = useQuery(planOptionsQuery());
  const { field, fieldState } = useController({ name: 'plan_id' });
  return (
    <SelectField
      label={fields.plan_id.label}
      required
      options={data?.map(({ id, name }) => [id, name] as const)}
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
    </SelectField>
  );
}
