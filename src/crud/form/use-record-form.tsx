import { valibotResolver } from '@hookform/resolvers/valibot';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { get, useForm, useFormContext, useFormState } from 'react-hook-form';
import type { DefaultValues, FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { safeParse } from 'valibot';
import type { GenericSchema } from 'valibot';
import type { StoredPicture } from '#data/pictures.ts';
import type { StoredRow } from '../rows.ts';
import { Thumbnail } from '../stored-picture.tsx';
import { unitsOf } from '#lib/merge.ts';
import type { Held, Unit } from '#lib/merge.ts';
import { usePictures } from './pictures.tsx';
import type { PicturePlace } from './pictures.tsx';
import { useSave } from './use-save.tsx';
import type { SaveSettings } from './use-save.tsx';

/** What a form calls its fields; those without a label are not for people. */
export type Labels<V> = { [Name in keyof V]?: string };

export type RecordFormSettings<
  V extends FieldValues,
  Out,
  Row extends StoredRow,
  List extends string,
> = Pick<SaveSettings<V, Out, Row>, 'row' | 'mutation' | 'errorOf'> & {
  /** From what is typed to what is stored. */
  schema: GenericSchema<V, Out>;
  /** The fields of a stored record, or of a new one. */
  valuesOf: (row: Row | undefined) => V;
  labels: Labels<V>;
  /** Fields that are one thing when two people change a record, under the name that the question gives it. */
  together?: Record<string, readonly Path<V>[]>;
  /** Fields that read differently from how they are typed. */
  describe?: { [Name in keyof V]?: (value: V[Name]) => string };
  pictures?: PictureSettings<Row, List>;
};

export type PictureSettings<Row, List extends string> = {
  /** What the question calls them: 'Imagem'. */
  label: string;
  /** Each list and where it is stored. */
  lists: Readonly<Record<List, PicturePlace>>;
  /** The stored pictures of a list; by default the list is a column with the URL of one, or null. */
  picturesOf?: (row: Row, list: List) => readonly StoredPicture[];
};

/**
 * The form of a record: `page` goes to the `<FormPage>`, `field(name)` to each box, `pictures` by their
 * lists to the fields of pictures, `conflict` into the page.
 */
export function useRecordForm<
  V extends FieldValues,
  Out,
  Row extends StoredRow,
  List extends string = never,
>({
  row,
  schema,
  labels,
  together,
  describe,
  pictures: given,
  ...rest
}: RecordFormSettings<V, Out, Row, List>) {
  const { label: pictureLabel, lists, picturesOf = columnOf } = given ?? noPictures<Row, List>();
  const form = useForm<V, unknown, Out>({
    defaultValues: rest.valuesOf(row) as DefaultValues<V>, // whole, hence also partial
    resolver: valibotResolver(schema),
  });
  const { pathname } = useLocation();
  const pictures = usePictures(pathname, lists, (list) => (row ? picturesOf(row, list) : []));
  const names = Object.keys(lists);
  const { page, conflict } = useSave<V, Out, Row>({
    ...rest,
    form,
    row,
    pictures,
    places: lists,
    picturesOf: (stored, list) => picturesOf(stored, list as List), // one of `lists`
    units: [
      ...unitsOf(labels, together),
      ...(names.length > 0 ? [{ label: pictureLabel, names }] : []),
    ],
    check(values) {
      const { success, output } = safeParse(schema, values);
      // The form says beside its fields which rule is broken.
      if (!success) void form.trigger(undefined, { shouldFocus: true });
      return success ? output : undefined;
    },
    describe: (unit, held) => <Version {...{ unit, held, labels, describe }} />,
  });
  return {
    page: { form, ...page },
    field: useFieldsOf(form, labels),
    pictures: pictures.fields,
    conflict,
  };
}

function columnOf<Row>(row: Row, list: string): StoredPicture[] {
  // The settings name a column that holds a URL.
  const url = row[list as keyof Row] as string | null;
  return url ? [{ url, alt: '' }] : [];
}

function noPictures<Row, List extends string>(): PictureSettings<Row, List> {
  return { label: '', lists: {} as Record<List, PicturePlace> }; // then List is never
}

type VersionProps = {
  unit: Unit;
  held: Held;
  labels: Labels<FieldValues>;
  describe?: Record<string, ((value: never) => string) | undefined>;
};

/** One version of what two people changed. */
function Version({ unit, held, labels, describe }: VersionProps): ReactNode {
  const lines = unit.names.flatMap((name): ReactNode[] => {
    const value = held[name];
    if (Array.isArray(value)) {
      // Only lists of pictures are arrays.
      return (value as StoredPicture[]).map(({ url, alt }) => (
        <span key={url} className="flex items-center gap-2">
          <Thumbnail url={url} /> {alt}
        </span>
      ));
    }
    // Each function takes the values of its own field.
    const text =
      describe?.[name]?.(value as never) ??
      (value === null || value === undefined ? '' : `${value as string | number}`);
    if (unit.names.length === 1) return [text];
    return labels[name] && text ? [<Line key={name} label={labels[name]} text={text} />] : [];
  });
  return lines.length > 0 && lines[0] !== '' ? lines : '—';
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <span className="block w-full">
      {label}: {text}
    </span>
  );
}

/**
 * Ties the boxes of a group to the form around it: `<TextField {...field('name')} />` gets its label,
 * its value, its events and its error.
 */
export function useFields<V extends FieldValues>(labels: Labels<V>) {
  return useFieldsOf(useFormContext<V>(), labels);
}

/** As `useFields`, for a form at hand. */
function useFieldsOf<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  labels: Labels<V>,
) {
  const { errors } = useFormState({ control: form.control });
  return (name: Path<V>) => {
    // What RHF keeps of a field is its error, if there is one.
    const error: FieldError | undefined = get(errors, name);
    return { label: labels[name] ?? '', ...form.register(name), error: error?.message };
  };
}
