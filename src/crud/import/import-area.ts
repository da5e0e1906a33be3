import * as v from 'valibot';
import type { Area } from '#crud/area.ts';
import { translateRefusal } from '#data/errors.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { foldText } from '#lib/text.ts';
import type { BatchRow, Refusal } from '../many/batch.queries.ts';
import type { FieldKind } from '../kinds.ts';
import type { DoubtTexts } from '../many/review.tsx';

/** A column of a spreadsheet that an import of the area accepts. */
export type ImportColumn = {
  /** The column of the table, or the name of an `ImportReference`. */
  name: string;
  /** The header of the column in templates and exports. */
  label: string;
  /** The column of the list that shows this value, if the list has no column with the name `name`. */
  shownIn?: string;
  /** Alternative headers of the column. */
  also?: readonly string[];
  /** The validation rule of the form's field. An invalid cell shows the message of this rule. */
  rule: v.GenericSchema<string, unknown>;
  /**
   * The choices of the column: each accepted text with its stored value. The import ignores an empty cell of this
   * column, even if the user chose that empty cells clear the stored values.
   */
  choices?: Readonly<Record<string, unknown>>;
  /** Formats a cell before validation: the `mask` in the field's `sheet` settings, else the `mask` of the field. */
  mask?: (typed: string) => string;
  /** The kind of the field: it decides how cells with numbers and dates are read and shown. */
  kind?: FieldKind;
  /** The value in the downloadable example. */
  example: string;
};

/** The import settings of an area. */
export type AreaImport = {
  area: Area;
  columns: readonly [ImportColumn, ...ImportColumn[]];
  /** The column that identifies existing records. */
  key: string;
  /** Converts the valid cells of a row, which have the format of form values, into stored values. */
  store: (typed: Record<string, string>) => {
    cells: Record<string, unknown>;
    /** The problems of combinations of cells, keyed by column. */
    problems?: Record<string, string>;
  };
  /**
   * Columns that are written together: a row that has one of these columns replaces the values of all these columns.
   * `text` explains this effect to users.
   */
  unit?: { names: readonly string[]; text: string };
  /** The texts for doubtful values; absent if the area has no such values. */
  doubts?: DoubtTexts;
  /** The column whose cells name records of another area, if there is one. */
  reference?: ImportReference;
};

/** A column whose cells name records of another area. The import can create the missing records. */
export type ImportReference = {
  /** The column of the spreadsheet. */
  name: string;
  /** The column of the table that stores the id. */
  column: string;
  /** Returns the names of the existing records; the downloadable example uses the first one. */
  known: () => Promise<readonly string[]>;
  /** The name of a property of the staged batch. If the property is true, the import creates the missing records. */
  creates: string;
  words: {
    /** The label of the option that creates the missing records. */
    create: string;
    /** The text about the effect without this option: 'As linhas delas serão recusadas.' */
    refused: string;
    /** Returns the problem of a cell with the name of a record that does not exist. */
    missing: (name: string) => string;
  };
};

/**
 * Returns the import settings of an area with these columns. `storedAreas` defines the key column. Unless `own` has a
 * `store`, the rules of the columns convert the values.
 * @throws Error if the area has no key
 */
export function createAreaImport(
  area: Area & { table: keyof typeof storedAreas },
  columns: AreaImport['columns'],
  own?: Partial<Pick<AreaImport, 'store' | 'unit' | 'doubts'>>,
): AreaImport {
  const { key } = storedAreas[area.table];
  if (!key) throw new Error('The area has no imports.');
  return { area, columns, key, store: (typed) => convertCellsByRules(columns, typed), ...own };
}

/** Converts the cells of a row into stored values, by the rule of each column. @throws ValiError for an invalid cell */
export function convertCellsByRules(
  columns: readonly ImportColumn[],
  typed: Record<string, string>,
) {
  const cells = columns.flatMap(({ name, rule }): [string, unknown][] =>
    name in typed ? [[name, v.parse(rule, typed[name])]] : [],
  );
  return { cells: Object.fromEntries(cells) };
}

export function findImportColumn({ columns }: AreaImport, name: string): ImportColumn | undefined {
  return columns.find((column) => column.name === name);
}

/** Returns the form's message for an empty field; undefined if the field is optional. */
export function getEmptyFieldMessage(column: ImportColumn): string | undefined {
  return v.safeParse(column.rule, '').issues?.[0].message;
}

/** Returns the message that lists the names of at least two choices: for example, 'Use Ativo ou Inativo.' */
export function choicesText(choices: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(choices);
  return `Use ${names.slice(0, -1).join(', ')} ou ${names.at(-1)}.`;
}

/**
 * Returns the stored value of the choice in a cell; undefined if the cell does not contain a choice. The cell contains
 * the name of the choice (ignoring case and accents), or its stored value. Under a `header` that is the name of one of
 * two choices, the cell can also contain a yes or no.
 */
export function parseChoice(
  choices: Readonly<Record<string, unknown>>,
  typed: string,
  header: string,
): unknown {
  const entries = Object.entries(choices);
  const entry = choiceNamed(entries, typed) ?? choiceOfYesOrNo(entries, typed, header);
  // Accept the stored value as well: a file that a different program exported can contain it.
  return entry ? entry[1] : Object.values(choices).find((stored) => stored === typed);
}

type Choices = readonly (readonly [name: string, stored: unknown])[];

function choiceNamed(choices: Choices, name: string) {
  return choices.find(([each]) => foldText(each) === foldText(name));
}

/** Returns the choice for a yes or no: under the header 'Ativo', 'Sim' is 'Ativo', and 'Não' is the other choice. */
function choiceOfYesOrNo(choices: Choices, typed: string, header: string) {
  const yes = choiceNamed(choices, header);
  if (!yes || choices.length !== 2) return undefined;
  const text = foldText(typed);
  if (/^(sim|s|verdadeiro|true|1)$/.test(text)) return yes;
  return /^(nao|n|falso|false|0)$/.test(text) ? choices.find((each) => each !== yes) : undefined;
}

/** Returns the problems of a row, each with the label of its column ('' for a problem of the row itself). */
export function problemsOf(importing: AreaImport, row: BatchRow): [label: string, text: string][] {
  const found = Object.entries(row.problems).map(([name, text]): [string, string] => [
    findImportColumn(importing, name)?.label ?? name,
    text,
  ]);
  // If the browser has found problems, leave out the refusal of the server, which would repeat them.
  if (row.refusal && found.length === 0) found.push(refusalText(importing, row.refusal, row));
  if (row.outcome === 'stale') found.push(['', staleText]);
  return found;
}

function refusalText(
  importing: AreaImport,
  refusal: Refusal,
  { cells }: BatchRow,
): [label: string, text: string] {
  const { reference } = importing;
  const isReference = !!reference && refusal.field === reference.column;
  const field = isReference ? reference.name : (refusal.field ?? '');
  const column = findImportColumn(importing, field);
  const key = findImportColumn(importing, importing.key)?.label ?? '';
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
      return [
        label,
        (column && getEmptyFieldMessage(column)) ?? 'Um campo obrigatório está vazio.',
      ];
    default:
      return [label, translateRefusal(refusal)];
  }
}

const staleText = 'O registro foi alterado depois da conferência. Confira a planilha novamente.';
