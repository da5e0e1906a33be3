import type { GenericSchema, InferInput } from 'valibot';
import { formatDateTime } from '#lib/date.ts';
import { formatAmount, formatMoney, parseMoney } from '#lib/money.ts';
import { boxOf, momentText } from '#lib/period.ts';
import { typedTime } from '#lib/wall-time.ts';
import type { ExportColumn } from './export/sheet-cell.ts';
import type { ImportColumn } from './import/import-area.ts';
import type { Kind } from './kinds.ts';
import type { FieldWords } from './words.ts';

/**
 * A field of an area's records, defined once: form, conflicts, history and spreadsheets read it. A field without a
 * label is not shown to users. A field without a rule is in no form.
 */
export type Field = FieldWords & {
  /** Parses the typed value into the stored one, with messages in Portuguese. */
  rule?: GenericSchema<string | number | boolean, unknown>;
  /** The typed value of a new record; empty by default. */
  blank?: string | number | boolean;
  /** The field is in the form only: no column stores it. */
  unstored?: true;
  /** Converts a stored value into the typed value, if they differ. Null is an empty field. */
  typed?: (stored: never) => string;
  /** Converts a typed value into its display text, if they differ. */
  typedText?: (typed: string) => string;
  /** The texts of the choices, each with its stored value. */
  choices?: Readonly<Record<string, unknown>>;
  /** The kind of a stored number, date or instant; kinds.ts defines how each is shown. */
  kind?: Kind;
  /** The input mask. */
  mask?: (typed: string) => string;
  /** The field's column in spreadsheets; absent if it has none. */
  sheet?: SheetSettings;
};

type SheetSettings = {
  /** The name and the header of the column, if they differ from those of the field. */
  name?: string;
  label?: string;
  /** The column of the list that shows it, if it has none of its own. */
  shownIn?: string;
  /** The width in an export, in characters. */
  width?: number;
  /** For an import: alternative headers, and the value in the downloadable example. */
  also?: readonly string[];
  example?: string;
  /** The mask of an import, if it differs from that of the field. */
  mask?: (typed: string) => string;
};

export type Fields = Readonly<Record<string, Field>>;

type InForm<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { rule: GenericSchema } ? Name : never;
}[keyof F];

/** The typed values of a form. */
export type ValuesOf<F extends Fields> = {
  [Name in InForm<F>]: F[Name] extends { rule: infer Rule extends GenericSchema }
    ? InferInput<Rule>
    : never;
};

/** The columns that a form reads. */
export type StoredOf<F extends Fields> = {
  [Name in InForm<F> as F[Name] extends { unstored: true } ? never : Name]: unknown;
};

type RulesOf<F extends Fields> = {
  [Name in InForm<F>]: F[Name] extends { rule: infer Rule extends GenericSchema } ? Rule : never;
};

/** The rules of the fields, for `v.object`. */
export function rulesOf<F extends Fields>(fields: F): RulesOf<F> {
  // Object.fromEntries widens the names; each keeps its own rule.
  return mapForm(fields, ({ rule }) => rule) as RulesOf<F>;
}

/** The typed values of a stored record, or of a new one. */
export function valuesOf<F extends Fields>(fields: F, row?: StoredOf<F>): ValuesOf<F> {
  const columns: Record<string, unknown> = { ...row };
  return mapForm(fields, ({ blank = '', typed }, name) => {
    const stored = columns[name];
    if (stored === null || stored === undefined) return blank;
    // Each function accepts the values of its own column only.
    return typed ? typed(stored as never) : stored;
  }) as ValuesOf<F>;
}

function mapForm(fields: Fields, map: (field: Field, name: string) => unknown) {
  const inForm = Object.entries(fields).filter(([, { rule }]) => rule);
  return Object.fromEntries(inForm.map(([name, field]) => [name, map(field, name)]));
}

/** The columns of an export. */
export function exportColumns(fields: Fields): ExportColumn[] {
  return Object.entries(fields).flatMap(([name, { label = '', choices, kind, sheet }]) =>
    sheet ? [{ name, label, choices, kind, shownIn: sheet.shownIn, width: sheet.width }] : [],
  );
}

/** The columns of an import and of the export that it accepts; `first` is the first one. */
export function importColumns(fields: Fields, first?: string): [ImportColumn, ...ImportColumn[]] {
  const columns = Object.entries(fields).flatMap(
    ([name, { label = '', rule, sheet, choices, kind, mask }]): ImportColumn[] => {
      if (!sheet || !rule) return [];
      const column = {
        name: sheet.name ?? name,
        label: sheet.label ?? label,
        shownIn: sheet.shownIn,
        // The fields of a spreadsheet are typed as text.
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

// Kinds of fields, to spread into a field.

/** An amount in reais, stored as a number. */
export const money = {
  kind: 'money',
  text: formatMoney,
  typed: formatAmount,
  typedText(typed: string) {
    const reais = parseMoney(typed);
    return reais === undefined ? typed : formatMoney(reais);
  },
} as const satisfies Field;

/** A date and time, stored as an instant. */
export const moment = {
  kind: 'moment',
  text: formatDateTime,
  typed: boxOf,
  typedText: momentText,
  mask: typedTime,
} as const satisfies Field;

/** A choice of texts, or of stored values with their texts. */
export function choice(texts: readonly string[] | Readonly<Record<string, string>>) {
  const pairs = Array.isArray(texts)
    ? texts.map((text: string) => [text, text] as const)
    : Object.entries(texts);
  const named = new Map<string, string>(pairs);
  const text = (stored: string) => named.get(stored) ?? stored;
  const choices = Object.fromEntries(pairs.map(([stored, name]) => [name, stored]));
  return { choices, text, typedText: text } satisfies Field;
}
