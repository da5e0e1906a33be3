import { queryOptions } from '@tanstack/react-query';
import { storedAreas } from '#data/stored-areas.ts';
import { formatNumber } from '#lib/number.ts';
import { truncateText } from '#lib/text.ts';
import { isUuid } from '#lib/uuid.ts';
import type { AreaBulkChange, RecordNames, ColumnValue } from './history/history.queries.ts';

/** The words of one column. Without a label, the history does not show changes of the column. */
export type FieldWords = {
  label?: string;
  /** The article of the label in sentences, 'o' by default: 'a cor', 'os destinatários'. */
  article?: 'o' | 'a' | 'os';
  /** Converts a stored value into its display text, if both differ. */
  text?: (stored: never) => string;
  /** Whether the value is a code or a contact, so that a sentence does not put it in quotation marks. */
  plain?: true;
  /** The header of the column in spreadsheets, if it differs from the label. */
  sheet?: { label?: string };
};

/** The words of an area: for the columns (in the order of the form), the bulk changes and the doubtful values. */
export type RecordWords = {
  fields: Readonly<Record<string, FieldWords>>;
  /** Whether the labels are proper names, which a sentence puts in quotation marks, without an article. */
  areNames?: true;
  /** Returns the words of a bulk change that only this area offers. */
  changeText?: (change: AreaBulkChange) => BulkChangeText;
  /** The nouns for doubtful values that the user confirmed. */
  confirmed?: readonly [one: string, many: string];
};

/** The words of a bulk change before and after the number of records. */
export type BulkChangeText = {
  /** The words before the number: 'reajustou o preço de'. */
  done: string;
  /** The words before the number in the text of an undo, after 'desfez': 'o reajuste de'. */
  undone: string;
  /** The words after the number, for example ': +10 %'. The text of an undo leaves them out. */
  detail: string;
};

type Loaders = Readonly<Record<string, () => Promise<RecordWords>>>;

let load = (): Promise<Loaders> => Promise.resolve({});

/** Sets the function that loads the words of all areas. The application provides it: this layer cannot import areas. */
export function setWordsLoader(given: () => Promise<Loaders>) {
  load = given;
}

/** Returns the query of the words of an area; its data is `noWords` for a table without words. */
export function wordsQuery(area: string) {
  return queryOptions({
    queryKey: ['words', area],
    queryFn: async () => (await (await load())[area]?.()) ?? noWords,
    staleTime: Infinity,
  });
}

export const noWords: RecordWords = { fields: {} };

/** Returns the label of a column; without a label, its header in spreadsheets; without both, its name. */
export function labelOf(column: string, { fields }: RecordWords): string {
  const { label, sheet } = fields[column] ?? {};
  return label ?? sheet?.label ?? column;
}

/**
 * Returns the display text of a stored value: '—' for null, undefined and '', '(não encontrado)' for the id of an
 * unknown record. A text with more than 120 characters is cut after 120 characters and ends in '...'.
 */
export function valueText(
  column: string,
  value: ColumnValue | undefined,
  { fields }: RecordWords,
  names: RecordNames,
): string {
  if (value === null || value === undefined || value === '') return '—';
  // The cast is safe: `text` converts the values of this column.
  const text = fields[column]?.text?.(value as never) ?? names[String(value)];
  if (text === undefined && column.endsWith('_id') && isUuid(value)) return '(não encontrado)';
  // If there is no display text, format a number in Brazilian notation.
  return truncateText(
    text ?? (typeof value === 'number' ? formatNumber(value) : String(value)),
    120,
  );
}

/**
 * Returns `valueText` for a sentence. A text that users entered is in quotation marks, unless its column is `plain`. A
 * number does not wrap.
 */
export function valueTextInSentence(
  column: string,
  value: ColumnValue | undefined,
  words: RecordWords,
  names: RecordNames,
): string {
  const text = valueText(column, value, words, names);
  if (typeof value === 'number') return text.replaceAll(' ', '\u00a0');
  const { text: hasText, plain } = words.fields[column] ?? {};
  const isId = column.endsWith('_id') && isUuid(value);
  const isTyped = typeof value === 'string' && value !== '' && !hasText && !isId;
  return isTyped && !names[value] && !plain ? `"${text}"` : text;
}

/** Returns a label with its article, for sentences: 'o preço de venda', 'a descrição', 'o SKU'. */
export function addArticle({ label = '', article = 'o' }: FieldWords): string {
  const isCode = /^\p{Lu}{2}/u.test(label);
  return `${article} ${isCode ? label : label.charAt(0).toLowerCase() + label.slice(1)}`;
}

/** Whether a column with this name stores the URL of a picture, in any area. */
export function isPictureColumn(column: string): boolean {
  return Object.values(storedAreas).some(({ picture }) => picture === column);
}
