import { queryOptions } from '@tanstack/react-query';
import { storedAreas } from '#data/stored-areas.ts';
import { formatNumber } from '#lib/number.ts';
import { shortened } from '#lib/text.ts';
import { isUuid } from '#lib/uuid.ts';
import type { AreaChange, Names, Value } from './history/history.queries.ts';

/** The words of one column. Without a label it is not shown to users. */
export type FieldWords = {
  label?: string;
  /** The article of the label in sentences, 'o' by default: 'a categoria', 'os destinatários'. */
  article?: 'o' | 'a' | 'os';
  /** Converts a stored value into its display text, if they differ. */
  text?: (stored: never) => string;
  /** Whether the value is a code or a contact: a sentence does not quote it. */
  plain?: true;
  /** The header of the column in spreadsheets, if it is not the label. */
  sheet?: { label?: string };
};

/** The words of a table's columns, in the order of its form. */
export type Words = {
  fields: Readonly<Record<string, FieldWords>>;
  /** The labels are proper names, which a sentence quotes. */
  areNames?: true;
  /** A change of many records that only this area has. */
  changeText?: (change: AreaChange) => ChangeText;
  /** The nouns for doubtful values that the user confirmed. */
  confirmed?: readonly [one: string, many: string];
};

/** A change of many records in words, around their count. */
export type ChangeText = {
  /** 'reajustou o preço de' */
  done: string;
  /** 'o reajuste de', after 'desfez'. */
  undone: string;
  /** ': +10 %', after the count of what was done. */
  detail: string;
};

type Loaders = Readonly<Record<string, () => Promise<Words>>>;

let load = (): Promise<Loaders> => Promise.resolve({});

/** The application provides the loaders of each table's words: this layer does not import the areas. */
export function provideWords(given: () => Promise<Loaders>) {
  load = given;
}

/** The words of a table; none for a table without a page. */
export function wordsOf(area: string) {
  return queryOptions({
    queryKey: ['words', area],
    queryFn: async () => (await (await load())[area]?.()) ?? noWords,
    staleTime: Infinity,
  });
}

export const noWords: Words = { fields: {} };

/** The label of a column, its header in spreadsheets if the form has no such field, or its name. */
export function labelOf(column: string, { fields }: Words): string {
  const { label, sheet } = fields[column] ?? {};
  return label ?? sheet?.label ?? column;
}

/** The display text of a stored value: '—' for null; long texts are truncated. */
export function valueText(
  column: string,
  value: Value | undefined,
  { fields }: Words,
  names: Names,
): string {
  if (value === null || value === undefined || value === '') return '—';
  // Each function accepts the values of its own column only.
  const text = fields[column]?.text?.(value as never) ?? names[String(value)];
  if (text === undefined && column.endsWith('_id') && isUuid(value)) return '(não encontrado)';
  // A number without a display text still has its separators.
  return shortened(text ?? (typeof value === 'number' ? formatNumber(value) : String(value)), 120);
}

/** `valueText` for a sentence: user input is in quotation marks, and no line breaks within a number. */
export function quotedText(
  column: string,
  value: Value | undefined,
  words: Words,
  names: Names,
): string {
  const text = valueText(column, value, words, names);
  if (typeof value === 'number') return text.replaceAll(' ', '\u00a0');
  const { text: hasText, plain } = words.fields[column] ?? {};
  const isId = column.endsWith('_id') && isUuid(value);
  const isTyped = typeof value === 'string' && value !== '' && !hasText && !isId;
  return isTyped && !names[value] && !plain ? `"${text}"` : text;
}

/** A label with its article, for sentences: 'o preço de venda', 'a descrição', 'o SKU'. */
export function withArticle({ label = '', article = 'o' }: FieldWords): string {
  const isCode = /^\p{Lu}{2}/u.test(label);
  return `${article} ${isCode ? label : label.charAt(0).toLowerCase() + label.slice(1)}`;
}

/** Whether a column holds the URL of a picture. */
export function isPicture(column: string): boolean {
  return Object.values(storedAreas).some(({ picture }) => picture === column);
}
