import { valibotResolver } from '@hookform/resolvers/valibot';
import { useLocation } from '@tanstack/react-router';
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { get, useForm, useFormContext, useFormState } from 'react-hook-form';
import type { DefaultValues, FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { safeParse } from 'valibot';
import type { GenericSchema } from 'valibot';
import type { StoredPicture } from '#data/pictures.ts';
import { toFormValues } from '../fields.ts';
import type { Fields, FormColumnsOf, FormValuesOf } from '../fields.ts';
import type { StoredRow } from '../rows.queries.ts';
import { Thumbnail } from '../stored-picture.tsx';
import { createMergeUnits } from '#lib/merge.ts';
import type { RecordValues, MergeUnit } from '#lib/merge.ts';
import { usePictures } from './pictures.tsx';
import type { PictureUploadTarget } from './pictures.tsx';
import { useSave } from './use-save.tsx';
import type { SaveSettings } from './use-save.tsx';

export type RecordFormSettings<
  F extends Fields,
  Out,
  Row extends StoredRow & FormColumnsOf<F>,
  List extends string,
  V extends FieldValues = FormValuesOf<F>,
> = Pick<SaveSettings<V, Out, Row>, 'row' | 'mutation' | 'errorOf'> & {
  /** The fields of the area. The form uses the fields with a `rule`. */
  fields: F;
  /** Parses the form values into the values to store. */
  schema: GenericSchema<V, Out>;
  /**
   * Groups of fields, keyed by the label of the group in the conflict dialog. There, the user chooses one version for
   * all fields of a group.
   */
  together?: Record<string, readonly Path<V>[]>;
  /** Functions that render a form value in the conflict dialog: for example, the id of a linked record as its name. */
  describe?: { [Name in keyof V]?: (value: V[Name]) => ReactNode };
  pictures?: PictureSettings<Row, List>;
};

export type PictureSettings<Row, List extends string> = {
  /** The label of the pictures in the conflict dialog: for example, 'Imagem'. */
  label: string;
  /** The storage of each list of pictures, keyed by the name of the list. */
  lists: Readonly<Record<List, PictureUploadTarget>>;
  /**
   * Returns the stored pictures of a list. The default function reads the URL of one picture, or null, from the column
   * with the name of the list.
   */
  picturesOf?: (row: Row, list: List) => readonly StoredPicture[];
};

/**
 * Returns the form of a record. Pass `page` to the `<FormPage>`, `field(name)` to each field, and `pictures` to the
 * picture fields.
 */
export function useRecordForm<
  F extends Fields,
  Out,
  Row extends StoredRow & FormColumnsOf<F>,
  List extends string = never,
>({
  row,
  schema,
  fields,
  together,
  describe,
  pictures: given,
  ...rest
}: RecordFormSettings<F, Out, Row, List>) {
  type V = FormValuesOf<F>;
  const read = (stored: Row | undefined) => toFormValues(fields, stored);
  const { label: pictureLabel, lists, picturesOf = columnOf } = given ?? noPictures<Row, List>();
  const form = useForm<V, unknown, Out>({
    defaultValues: read(row) as DefaultValues<V>, // an object with all keys is assignable to a partial type
    resolver: valibotResolver(schema),
  });
  const { pathname } = useLocation();
  const pictures = usePictures(pathname, lists, (list) => (row ? picturesOf(row, list) : []));
  const names = Object.keys(lists);
  const page = useSave<V, Out, Row>({
    ...rest,
    valuesOf: read,
    form,
    row,
    pictures,
    places: lists,
    picturesOf: (stored, list) => picturesOf(stored, list as List), // the argument is one of `lists`
    units: [
      ...createMergeUnits(labelsOf(fields), together),
      ...(names.length > 0 ? [{ label: pictureLabel, names }] : []),
    ],
    check(values) {
      const { success, output } = safeParse(schema, values);
      // Show each problem beside its field.
      if (!success) void form.trigger(undefined, { shouldFocus: true });
      return success ? output : undefined;
    },
    describe: (unit, held) => <Version {...{ unit, held, fields, describe }} />,
  });
  return {
    page: { form, ...page },
    field: useFieldsOf(form, fields),
    pictures: pictures.fields,
  };
}

function columnOf<Row>(row: Row, list: string): StoredPicture[] {
  // Cast: `list` is the name of a column that contains a URL or null.
  const url = row[list as keyof Row] as string | null;
  return url ? [{ url, alt: '' }] : [];
}

/** Returns the labels of the fields that can be in a conflict between two users, keyed by field. */
function labelsOf(fields: Fields): Record<string, string | undefined> {
  const shown = Object.entries(fields).filter(
    ([, field]) => field.rule && field.label && !field.unstored,
  );
  return Object.fromEntries(shown.map(([name, { label }]) => [name, label]));
}

function noPictures<Row, List extends string>(): PictureSettings<Row, List> {
  return { label: '', lists: {} as Record<List, PictureUploadTarget> }; // cast: without lists, the type List is never
}

type VersionProps = {
  unit: MergeUnit;
  held: RecordValues;
  fields: Fields;
  describe?: Record<string, ((value: never) => ReactNode) | undefined>;
};

/** Renders one user's version of the fields or pictures of a `MergeUnit` that two users changed. */
function Version({ unit, held, fields, describe }: VersionProps): ReactNode {
  const lines = unit.names.flatMap((name): ReactNode[] => {
    const value = held[name];
    if (Array.isArray(value)) {
      // Cast: only lists of pictures are arrays.
      return (value as StoredPicture[]).map(({ url, alt }) => (
        <span key={url} className="flex items-center gap-2">
          <Thumbnail url={url} /> {alt}
        </span>
      ));
    }
    // Cast: each function accepts only the values of its own field.
    const text =
      describe?.[name]?.(value as never) ??
      (typeof value === 'string' ? fields[name]?.typedText?.(value) : undefined) ??
      (value === null || value === undefined ? '' : `${value as string | number}`);
    if (unit.names.length === 1) return [text];
    const label = fields[name]?.label;
    return label && text ? [<Line key={name} label={label} text={text} />] : [];
  });
  // Pass the lines as arguments: in an array, React would require a key for each line.
  return lines.length > 0 && lines[0] !== '' ? createElement(Fragment, null, ...lines) : '—';
}

function Line({ label, text }: { label: string; text: ReactNode }) {
  return (
    <span className="block w-full">
      {label}: {text}
    </span>
  );
}

/**
 * Returns a function that connects the inputs of a group to the form around it: `<TextField {...field('name')} />` gets
 * its label, value, event handlers and error.
 */
export function useFields<V extends FieldValues>(fields: Fields) {
  return useFieldsOf(useFormContext<V>(), fields);
}

/** Returns the same function as `useFields`, for the given form. */
function useFieldsOf<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  fields: Fields,
) {
  const { errors } = useFormState({ control: form.control });
  return (name: Path<V>) => {
    // The type of `get` is any. `errors` contains the error of each invalid field under the field's name.
    const error: FieldError | undefined = get(errors, name);
    return { label: fields[name]?.label ?? '', ...form.register(name), error: error?.message };
  };
}
