import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import type { UploadPlace } from '#data/upload.ts';
import { describeFields } from '#lib/describe-fields.ts';
import type { Labels } from '#lib/describe-fields.ts';
import type { Described } from '#ui/conflict-dialog.tsx';
import { useFieldsOf } from './fields.ts';
import { usePicture } from './picture-field.tsx';
import { useSave } from './use-save.tsx';
import type { SaveSettings, StoredRow } from './use-save.tsx';

export type RecordFormSettings<V extends FieldValues, Out, Row extends StoredRow> = Pick<
  SaveSettings<V, Out, Row>,
  'row' | 'mutation'
> & {
  /** From what is typed to what is stored. */
  schema: GenericSchema<V, Out>;
  /** The fields of a stored record, or of a new one. */
  valuesOf: (row: Row | undefined) => V;
  labels: Labels<V>;
  picture?: UploadPlace & { column: keyof Row };
  /** Fields that are read differently from how they are typed: label → text. */
  describe?: (values: V) => Described;
};

/**
 * The form of a record with at most one picture: `page` goes to the `<FormPage>`, `field(name)` to each
 * box, `picture` to the `<PictureField>`, `conflict` into the page.
 */
export function useRecordForm<
  V extends FieldValues & { version: number | null },
  Out,
  Row extends StoredRow,
>({ row, schema, valuesOf, labels, mutation, ...rest }: RecordFormSettings<V, Out, Row>) {
  // The settings name a column that holds a URL.
  const urlOf = (stored: Row | undefined) =>
    rest.picture && stored ? (stored[rest.picture.column] as string | null) : null;
  const form = useForm<V, unknown, Out>({
    defaultValues: valuesOf(row) as DefaultValues<V>, // whole, hence also partial
    resolver: valibotResolver(schema),
  });
  const picture = usePicture(urlOf(row), rest.picture ?? { bucket: '', folder: '' });
  const { page, conflict } = useSave({
    form,
    row,
    mutation,
    valuesOf,
    describe: (values) => ({ ...describeFields(labels, values), ...rest.describe?.(values) }),
    picture: rest.picture && { ...picture, urlOf },
  });
  return { page: { form, ...page }, field: useFieldsOf(form, labels), picture, conflict };
}
