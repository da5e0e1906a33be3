import * as v from 'valibot';
import type { Area } from '#crud/area.ts';
import { translateError } from '#data/errors.ts';
import { errorTexts } from '#data/error-texts.ts';
import { foldText } from '#lib/text.ts';
import type { BatchRow, Refusal } from '../many/batch.ts';
import type { DoubtTexts } from '../many/doubts.tsx';

/** A column that a spreadsheet of an area may have. */
export type ImportColumn = {
  /** The column of the table; 'category' names a category. */
  name: string;
  /** The header of the template and of an export. */
  label: string;
  /** Other headers that mean it. */
  also?: readonly string[];
  /** The form's own rule of this field: its words are said of a cell. */
  rule: v.GenericSchema<string, unknown>;
  /** One of a few: what may be written, and what is stored for it. An empty cell is as if it were not there. */
  choices?: Readonly<Record<string, unknown>>;
  /** Writes what is typed as the form's box does, before it is judged. */
  mask?: (typed: string) => string;
  /** An instant, which a cell shows as day and time in São Paulo. */
  date?: true;
  /** A price, whose decimals are written in one way through the whole file. */
  money?: true;
  /** In the example that can be downloaded. */
  example: string;
};

/** What the import of an area needs to know of it. */
export type ImportArea = {
  area: Area;
  columns: readonly [ImportColumn, ...ImportColumn[]];
  /** The column that finds a record that is there already. */
  key: string;
  /** The fields of a form as they are stored, each of which has passed its rule; `problems` are of several together. */
  store: (typed: Record<string, string>) => {
    cells: Record<string, unknown>;
    problems?: Record<string, string>;
  };
  /** The words for what is doubtful in prices, where the area has any. */
  doubts?: DoubtTexts;
  /** Where rows name categories: those that there are. */
  categories?: () => Promise<readonly { name: string; is_active: boolean }[]>;
  /** The tables that an import changes: their queries are read again. */
  changes: readonly string[];
};

/** Fields whose rules make of what is typed what is stored. */
export function storedByRules(columns: readonly ImportColumn[], typed: Record<string, string>) {
  const cells = columns.flatMap(({ name, rule }): [string, unknown][] =>
    name in typed ? [[name, v.parse(rule, typed[name])]] : [],
  );
  return { cells: Object.fromEntries(cells) };
}

export function columnOf({ columns }: ImportArea, name: string): ImportColumn | undefined {
  return columns.find((column) => column.name === name);
}

/** The words of a form about an empty field; undefined where it may be empty. */
export function missingText(column: ImportColumn): string | undefined {
  return v.safeParse(column.rule, '').issues?.[0].message;
}

/** 'Use Ativo ou Inativo.' */
export function choicesText(choices: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(choices);
  return `Use ${names.slice(0, -1).join(', ')} ou ${names.at(-1)}.`;
}

/** What a choice stores, however it was spelled; undefined where it is none. */
export function chosen(choices: Readonly<Record<string, unknown>>, typed: string): unknown {
  const entry = Object.entries(choices).find(([name]) => foldText(name) === foldText(typed));
  // What is stored is understood too: an export of another program may write it.
  return entry ? entry[1] : Object.values(choices).find((stored) => stored === typed);
}

/** What is wrong with a row, by the header of the column that it is about ('' for the row itself). */
export function problemsOf(importing: ImportArea, row: BatchRow): [label: string, text: string][] {
  const found = Object.entries(row.problems).map(([name, text]): [string, string] => [
    columnOf(importing, name)?.label ?? name,
    text,
  ]);
  // With values that the browser refused, the refusal of the server says the same in other words.
  if (row.refusal && found.length === 0) found.push(refusalText(importing, row.refusal, row));
  if (row.outcome === 'stale') found.push(['', staleText]);
  return found;
}

function refusalText(
  importing: ImportArea,
  refusal: Refusal,
  { cells }: BatchRow,
): [label: string, text: string] {
  const field = refusal.field === 'category_id' ? 'category' : (refusal.field ?? '');
  const column = columnOf(importing, field);
  const key = columnOf(importing, importing.key)?.label ?? '';
  const label = column?.label ?? '';
  switch (refusal.code) {
    case 'repeated':
      return [key, `${key} repetido: já está na linha ${refusal.place}.`];
    case 'ambiguous':
      return [key, `${refusal.uses} registros têm este valor: não se sabe qual mudar.`];
    case 'stale':
      return ['', staleText];
    case '23505':
      return [key, `Já existe outro registro com este ${key}.`];
    case '23502':
      if (field === 'category' && typeof cells[field] === 'string')
        return [label, `A categoria "${cells[field]}" não existe.`];
      return [label, (column && missingText(column)) ?? 'Um campo obrigatório ficou vazio.'];
    default:
      return [label, errorTexts[refusal.rule ?? ''] ?? translateError(refusal)];
  }
}

const staleText = 'O registro mudou depois da conferência. Confira a planilha de novo.';
