import type { GenericSchema, InferInput } from 'valibot';
import { formatDateTime } from '#lib/date.ts';
import { formatMoneyInput, formatMoney, parseMoney } from '#lib/money.ts';
import { toOptionalDateTimeInput, formatDateTimeInput } from '#lib/period.ts';
import { toIsoLocalTime } from '#lib/wall-time.ts';
import type { ExportColumn } from './export/sheet-cell.ts';
import type { ImportColumn } from './import/import-area.ts';
import type { FieldKind } from './kinds.ts';
import type { FieldWords } from './words.ts';

/**
 * A field of an area's records, defined once for form, conflicts, history and spreadsheets. The history and the
 * conflict dialog leave out a field without a label. The form leaves out a field without a rule.
 */
export type Field = FieldWords & {
  /** Validates a form value and converts it into the stored value; its messages are in Portuguese. */
  rule?: GenericSchema<string | number | boolean, unknown>;
  /** The form value for a new record and for a stored null; '' by default. */
  blank?: string | number | boolean;
  /** Present if the field is only in the form: no column stores it. */
  unstored?: true;
  /** Converts a stored value that is not null into the form value. Absent if the form value is the stored value. */
  typed?: (stored: never) => string;
  /** Converts a form value into its display text. Absent if the display text is the form value. */
  typedText?: (typed: string) => string;
  /** The stored values of the choices, keyed by the text of the choice. */
  choices?: Readonly<Record<string, unknown>>;
  /** The kind of a stored number, date or instant; kinds.ts defines the format of each kind. */
  kind?: FieldKind;
  /** Formats a cell of an import before the rule checks the cell. The form's inputs receive their masks as props. */
  mask?: (typed: string) => string;
  /** The field's column in spreadsheets; absent if spreadsheets do not contain the field. */
  sheet?: SheetSettings;
};

type SheetSettings = {
  /** The name of the column in an import, if it differs from the name of the field. */
  name?: string;
  /** The header of the column in an import, if it differs from the label of the field. */
  label?: string;
  /** The name of the list's column that shows this field, if the list has no column with the field's own name. */
  shownIn?: string;
  /** The width in an export, in characters. */
  width?: number;
  /** Alternative headers that an import accepts. */
  also?: readonly string[];
  /** The value in the example file of an import. */
  example?: string;
  /** Replaces the `mask` of the field in an import. */
  mask?: (typed: string) => string;
};

export type Fields = Readonly<Record<string, Field>>;

type InForm<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { rule: GenericSchema } ? Name : never;
}[keyof F];

/** The form values of the fields that have a rule, keyed by name. */
export type FormValuesOf<F extends Fields> = {
  [Name in InForm<F>]: F[Name] extends { rule: infer Rule extends GenericSchema }
    ? InferInput<Rule>
    : never;
};

/** The columns that a form reads: all fields that have a rule and are not `unstored`. */
export type FormColumnsOf<F extends Fields> = {
  [Name in InForm<F> as F[Name] extends { unstored: true } ? never : Name]: unknown;
};

type RulesOf<F extends Fields> = {
  [Name in InForm<F>]: F[Name] extends { rule: infer Rule extends GenericSchema } ? Rule : never;
};

/** Returns the rules of the form's fields, keyed by name, for `v.object`. */
export function rulesOf<F extends Fields>(fields: F): RulesOf<F> {
  // The cast is safe: the result has the rule of each field under its name.
  return mapForm(fields, ({ rule }) => rule) as RulesOf<F>;
}

/** Returns the form values of a stored record; without `row`, the form values of a new record. */
export function toFormValues<F extends Fields>(fields: F, row?: FormColumnsOf<F>): FormValuesOf<F> {
  const columns: Record<string, unknown> = { ...row };
  return mapForm(fields, ({ blank = '', typed }, name) => {
    const stored = columns[name];
    if (stored === null || stored === undefined) return blank;
    // The cast is safe: `typed` converts the values of this column.
    return typed ? typed(stored as never) : stored;
  }) as FormValuesOf<F>;
}

function mapForm(fields: Fields, map: (field: Field, name: string) => unknown) {
  const inForm = Object.entries(fields).filter(([, { rule }]) => rule);
  return Object.fromEntries(inForm.map(([name, field]) => [name, map(field, name)]));
}

/** Returns the columns of an export: the fields with `sheet`. */
export function listExportColumns(fields: Fields): ExportColumn[] {
  return Object.entries(fields).flatMap(([name, { label = '', choices, kind, sheet }]) =>
    sheet ? [{ name, label, choices, kind, shownIn: sheet.shownIn, width: sheet.width }] : [],
  );
}

/**
 * Returns the columns of an import: the fields with `sheet` and `rule`. Exports that can be imported again have the
 * same columns. The column with the name `first` comes first.
 * @throws Error if no field has both `sheet` and `rule`
 */
export function listImportColumns(
  fields: Fields,
  first?: string,
): [ImportColumn, ...ImportColumn[]] {
  const columns = Object.entries(fields).flatMap(
    ([name, { label = '', rule, sheet, choices, kind, mask }]): ImportColumn[] => {
      if (!sheet || !rule) return [];
      const column = {
        name: sheet.name ?? name,
        label: sheet.label ?? label,
        shownIn: sheet.shownIn,
        // The cast is safe: all fields with `sheet` have text as their form value.
        rule: rule as GenericSchema<string, unknown>,
        example: sheet.example ?? '',
        also: sheet.also,
      };
      return [{ ...column, choices, kind, mask: sheet.mask ?? mask }];
    },
  );
  const place = columns.findIndex(({ name }) => name === first);
  const [head, ...rest] = place > 0 ? [...columns.splice(place, 1), ...columns] : columns;
  if (!head) throw new Error('No field has a column in spreadsheets.');
  return [head, ...rest];
}

// Properties of common kinds of fields, to spread into a `Field`.

/** The properties of a field for an amount in reais, stored as a number. */
export const money = {
  kind: 'money',
  text: formatMoney,
  typed: formatMoneyInput,
  typedText(typed: string) {
    const reais = parseMoney(typed);
    return reais === undefined ? typed : formatMoney(reais);
  },
} as const satisfies Field;

/** The properties of a field for a date and time, stored as an instant. */
export const moment = {
  kind: 'moment',
  text: formatDateTime,
  typed: toOptionalDateTimeInput,
  typedText: formatDateTimeInput,
  mask: toIsoLocalTime,
} as const satisfies Field;

/**
 * Returns the properties of a field with choices. `texts` is a list of texts that are also the stored values, or an
 * object with the texts, keyed by stored value.
 */
export function choice(texts: readonly string[] | Readonly<Record<string, string>>) {
  const pairs = Array.isArray(texts)
    ? texts.map((text: string) => [text, text] as const)
    : Object.entries(texts);
  const named = new Map<string, string>(pairs);
  const text = (stored: string) => named.get(stored) ?? stored;
  const choices = Object.fromEntries(pairs.map(([stored, name]) => [name, stored]));
  return { choices, text, typedText: text } satisfies Field;
}
