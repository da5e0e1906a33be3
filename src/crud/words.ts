import { queryOptions } from '@tanstack/react-query';
import { storedAreas } from '#data/stored-areas.ts';
import { shortened } from '#lib/text.ts';
import type { Names, Value } from './history/acts.ts';

/** The labels of a table's columns, and the formatters of values that are not shown as stored. */
export type Words = {
  labels: Readonly<Record<string, string | undefined>>;
  // Each function accepts the values of its own column only.
  describe: Readonly<Record<string, (value: never) => string>>;
  /** The labels are proper names, which a sentence quotes. */
  areNames?: true;
};

type Loaders = Readonly<Record<string, () => Promise<Words>>>;

let load = (): Promise<Loaders> => Promise.resolve({});

/** The application provides the loaders of each table's words; this layer knows no area. */
export function takeWordsFrom(given: () => Promise<Loaders>) {
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

export const noWords: Words = { labels: {}, describe: {} };

/** A stored value for display: '—' for null, long texts truncated. */
export function valueText(
  column: string,
  value: Value | undefined,
  { describe }: Words,
  names: Names,
): string {
  if (value === null || value === undefined || value === '') return '—';
  // Each function accepts the values of its own column only.
  const told = describe[column]?.(value as never) ?? names[String(value)];
  return shortened(told ?? String(value), 120);
}

/** `valueText` inside a sentence: user input is in quotation marks, to delimit it. */
export function quotedText(
  column: string,
  value: Value | undefined,
  words: Words,
  names: Names,
): string {
  const text = valueText(column, value, words, names);
  const isTyped = typeof value === 'string' && value !== '' && !words.describe[column];
  return isTyped && !names[value] && !plain.test(column) ? `“${text}”` : text;
}

/** Columns whose values need no quotation marks: enumerations, and values that cannot be mistaken for the sentence. */
const plain = /^(status|tipo|role|sku|e?mail|phone|telefone|cep|estado|state|button_color)$/;

/** A label with its article, for sentences: 'o preço de venda', 'a descrição', 'o SKU'. */
export function withArticle(label: string): string {
  const text = /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
  if (text.startsWith('destinatários')) return `os ${text}`;
  return `${feminine.test(text) ? 'a' : 'o'} ${text}`;
}

const feminine =
  /^(mini |descri|categoria|visibilidade|cor |posição|ordem|imagem|empresa|cidade|senha|foto|confirmação)/;

/** Whether a column holds the URL of a picture. */
export function isPicture(column: string): boolean {
  return Object.values(storedAreas).some(({ picture }) => picture === column);
}
