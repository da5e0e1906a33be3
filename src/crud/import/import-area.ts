import * as v from 'valibot';
import type { Area } from '#crud/area.ts';
import { refusedText } from '#data/errors.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { foldText } from '#lib/text.ts';
import type { BatchRow, Refusal } from '../many/batch.queries.ts';
import type { Kind } from '../kinds.ts';
import type { Doubts } from '../many/review.tsx';

/** A column of a spreadsheet that an import of the area accepts. */
export type ImportColumn = {
  /** The column of the table, or the name of an `ImportReference`. */
  name: string;
  /** The header of the template and of an export. */
  label: string;
  /** The column of the list that shows it, if it has none of its own. */
  shownIn?: string;
  /** Alternative headers of the column. */
  also?: readonly string[];
  /** The validation rule of the form's field; its messages are shown for a cell. */
  rule: v.GenericSchema<string, unknown>;
  /** The choices of the column: each accepted text with its stored value. An empty cell counts as absent. */
  choices?: Readonly<Record<string, unknown>>;
  /** The mask that is applied before validation: the input mask of the form's field, or the column's own. */
  mask?: (typed: string) => string;
  /** The kind of the field: a file has one decimal separator, and shows dates in Brazilian notation. */
  kind?: Kind;
  /** The value in the downloadable example. */
  example: string;
};

/** The import settings of an area. */
export type ImportArea = {
  area: Area;
  columns: readonly [ImportColumn, ...ImportColumn[]];
  /** The column that identifies existing records. */
  key: string;
  /** Turns the valid fields of a row into stored values; `problems` are the problems of several fields together. */
  store: (typed: Record<string, string>) => {
    cells: Record<string, unknown>;
    problems?: Record<string, string>;
  };
  /** Columns that a row with one of them writes together, and the text that says so. */
  unit?: { names: readonly string[]; text: string };
  /** The texts for doubtful values, if there can be any. */
  doubts?: Doubts;
  /** The column whose cells name records of another area, if there is one. */
  reference?: ImportReference;
};

/** A column whose cells name records of another area. The import can create the missing records. */
export type ImportReference = {
  /** The column of the spreadsheet, and the column of the table that stores the id. */
  name: string;
  column: string;
  /** The names of the existing records; the example of a template uses the first one. */
  known: () => Promise<readonly string[]>;
  /** The property of a staged batch that creates the missing records. */
  creates: string;
  words: {
    /** 'Criar as categorias que não existem' */
    create: string;
    /** 'As linhas delas serão recusadas.' */
    refused: string;
    /** 'A categoria "Cafés" não existe.' */
    missing: (name: string) => string;
  };
};

/** The import of an area with these columns. The database defines their key; rules store the values by default. */
export function importOf(
  area: Area & { table: keyof typeof storedAreas },
  columns: ImportArea['columns'],
  own?: Partial<Pick<ImportArea, 'store' | 'unit' | 'doubts'>>,
): ImportArea {
  const { key } = storedAreas[area.table];
  if (!key) throw new Error('The area has no imports.');
  return { area, columns, key, store: (typed) => storedByRules(columns, typed), ...own };
}

/** The stored values of the typed fields, by the rule of each column. */
export function storedByRules(columns: readonly ImportColumn[], typed: Record<string, string>) {
  const cells = columns.flatMap(({ name, rule }): [string, unknown][] =>
    name in typed ? [[name, v.parse(rule, typed[name])]] : [],
  );
  return { cells: Object.fromEntries(cells) };
}

export function columnOf({ columns }: ImportArea, name: string): ImportColumn | undefined {
  return columns.find((column) => column.name === name);
}

/** The form's message for an empty field; undefined if the field is optional. */
export function missingText(column: ImportColumn): string | undefined {
  return v.safeParse(column.rule, '').issues?.[0].message;
}

/** 'Use Ativo ou Inativo.' */
export function choicesText(choices: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(choices);
  return `Use ${names.slice(0, -1).join(', ')} ou ${names.at(-1)}.`;
}

/**
 * The stored value of a choice, in any spelling, or of a yes or no under the name of a choice; undefined for any other
 * text.
 */
export function chosen(
  choices: Readonly<Record<string, unknown>>,
  typed: string,
  header: string,
): unknown {
  const entries = Object.entries(choices);
  const entry = choiceNamed(entries, typed) ?? choiceOfYesOrNo(entries, typed, header);
  // Accept the stored value as well: an export of another program may contain it.
  return entry ? entry[1] : Object.values(choices).find((stored) => stored === typed);
}

type Choices = readonly (readonly [name: string, stored: unknown])[];

function choiceNamed(choices: Choices, name: string) {
  return choices.find(([each]) => foldText(each) === foldText(name));
}

/** In a column 'Ativo', 'Sim' is the choice 'Ativo' and 'Não' is the other one of two. */
function choiceOfYesOrNo(choices: Choices, typed: string, header: string) {
  const yes = choiceNamed(choices, header);
  if (!yes || choices.length !== 2) return undefined;
  const text = foldText(typed);
  if (/^(sim|s|verdadeiro|true|1)$/.test(text)) return yes;
  return /^(nao|n|falso|false|0)$/.test(text) ? choices.find((each) => each !== yes) : undefined;
}

/** The problems of a row, by the header of their column ('' for the row itself). */
export function problemsOf(importing: ImportArea, row: BatchRow): [label: string, text: string][] {
  const found = Object.entries(row.problems).map(([name, text]): [string, string] => [
    columnOf(importing, name)?.label ?? name,
    text,
  ]);
  // The refusal of the server would repeat the problems that the browser has found.
  if (row.refusal && found.length === 0) found.push(refusalText(importing, row.refusal, row));
  if (row.outcome === 'stale') found.push(['', staleText]);
  return found;
}

function refusalText(
  importing: ImportArea,
  refusal: Refusal,
  { cells }: BatchRow,
): [label: string, text: string] {
  const { reference } = importing;
  const isReference = !!reference && refusal.field === reference.column;
  const field = isReference ? reference.name : (refusal.field ?? '');
  const column = columnOf(importing, field);
  const key = columnOf(importing, importing.key)?.label ?? '';
  const label = column?.label ?? '';
  switch (refusal.code) {
    case 'repeated':
      return [key, `${key} repetido: já está na linha ${refusal.place}.`];
    case 'ambiguous':
      return [key, `${refusal.uses} registros têm este valor: não é possível saber qual alterar.`];
    case 'stale':
      return ['', staleText];
    case '23505':
      return [key, `Já existe outro registro com este ${key}.`];
    case '23502':
      if (isReference && typeof cells[field] === 'string')
        return [label, reference.words.missing(cells[field])];
      return [label, (column && missingText(column)) ?? 'Um campo obrigatório está vazio.'];
    default:
      return [label, refusedText(refusal)];
  }
}

const staleText = 'O registro foi alterado depois da conferência. Confira a planilha novamente.';
