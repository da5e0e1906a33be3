import { valibotResolver } from '@hookform/resolvers/valibot';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import type { UploadPlace } from '#data/upload.ts';
import { describeFields } from '#lib/describe-fields.ts';
import type { Described } from '#ui/conflict-dialog.tsx';
import { useFieldsOf } from './fields.ts';
import { usePicture } from './picture-field.tsx';
import type { SaveResult, Saving } from './save-record.ts';
import { useSave } from './use-save.tsx';
import type { StoredRow } from './use-save.tsx';

export type RecordFormSettings<V extends FieldValues, Out, Row extends StoredRow> = {
  /** The stored record; absent for a new one. */
  row: Row | undefined;
  /** From what is typed to what is stored. */
  schema: GenericSchema<V, Out>;
  /** The fields of a stored record, or of a new one. */
  valuesOf: (row: Row | undefined) => V;
  labels: { [Name in keyof V]?: string };
  mutation: UseMutationOptions<SaveResult<Row>, Error, Saving<Out, Row['id']>>;
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
  const urlOf = (stored: Row | undefined) => {
    // The settings name a column that holds a URL.
    return rest.picture && stored ? (stored[rest.picture.column] as string | null) : null;
  };
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
  // Each form has an address of its own, which names its draft.
  const draft = useLocation({ select: ({ pathname }) => pathname });
  const tie = useFieldsOf(form);
  const field = (name: Path<V>) => ({ label: labels[name] ?? '', ...tie(name) });
  return { page: { form, draft, ...page }, field, picture, conflict };
}
