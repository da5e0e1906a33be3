import { FormPage } from '#crud/form/form-page.tsx';
import { storedAreas } from '#data/stored-areas.ts';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { makeRecordQueries } from '#crud/record.queries.ts';
import type { RowOf } from '#crud/rows.queries.ts';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { TitularMenuItems } from '#features/titular/titular-items.tsx';
import { CompanyFields } from '#areas/company/fields.tsx';
import { parceiros } from './area.ts';
import { fields, parceiroSchema } from './schema.ts';

const { list, one, save, remove } = makeRecordQueries(parceiros);

type Parceiro = RowOf<typeof one>;

/** Renders the pages /parceiros/adicionar and /parceiros/editar/{id}. */
export function Page() {
  return (
    <RecordPage
      area={parceiros}
      record={one}
      list={list}
      form={ParceiroForm}
      about={({ name, status }) => ({ name, status })}
      commands={{ remove }}
      actions={TitularMenuItems}
    />
  );
}

function ParceiroForm({ head, row }: RecordFormProps<Parceiro>) {
  const { page, pictures } = useRecordForm({
    row,
    schema: parceiroSchema,
    fields,
    together: { Endereço: storedAreas.parceiros.units[0] },
    mutation: save,
    pictures: { label: 'Imagem', lists: { logo_url: { bucket: 'logos', folder: 'parceiros' } } },
  });
  return (
    <FormPage head={head} {...page}>
      <CompanyFields area={parceiros} stored={row} logo={pictures.logo_url} />
    </FormPage>
  );
}
