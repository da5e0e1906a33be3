import { queryOptions } from '@tanstack/react-query';
import { storedAreas } from '#data/stored-areas.ts';
import { shortened } from '#lib/text.ts';
import type { Names, Value } from './history/acts.ts';

/** What a table's columns are called, and how those of their values read that are not shown as they are stored. */
export type Words = {
  labels: Readonly<Record<string, string | undefined>>;
  // Each function takes the values of its own column.
  describe: Readonly<Record<string, (value: never) => string>>;
  /** The labels are names of their own, quoted inside a sentence. */
  areNames?: true;
};

type Loaders = Readonly<Record<string, () => Promise<Words>>>;

let load = (): Promise<Loaders> => Promise.resolve({});

/** The application says where the words of each table are; this layer knows no area. */
export function takeWordsFrom(given: () => Promise<Loaders>) {
  load = given;
}

/** The words of a table; of one that no page shows there are none. */
export function wordsOf(area: string) {
  return queryOptions({
    queryKey: ['words', area],
    queryFn: async () => (await (await load())[area]?.()) ?? noWords,
    staleTime: Infinity,
  });
}

export const noWords: Words = { labels: {}, describe: {} };

/** A stored value as people read it: '—' for nothing, long texts cut. */
export function valueText(
  column: string,
  value: Value | undefined,
  { describe }: Words,
  names: Names,
): string {
  if (value === null || value === undefined || value === '') return '—';
  // Each function takes the values of its own column.
  const told = describe[column]?.(value as never) ?? names[String(value)];
  return shortened(told ?? String(value), 120);
}

/** `valueText` inside a sentence: what a person typed is in quotation marks, so that its end can be seen. */
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

/** Columns with one of a few values, or with a value that no sentence runs into. */
const plain = /^(status|tipo|role|sku|e?mail|phone|telefone|cep|estado|state|button_color)$/;

/** 'o preço de venda', 'a descrição', 'o SKU': a label inside a sentence. */
export function withArticle(label: string): string {
  const text = /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
  if (text.startsWith('destinatários')) return `os ${text}`;
  return `${feminine.test(text) ? 'a' : 'o'} ${text}`;
}

const feminine =
  /^(mini |descri|categoria|visibilidade|cor |posição|ordem|imagem|empresa|cidade|senha|foto|confirmação)/;

/** Columns that hold the address of a picture. */
export function isPicture(column: string): boolean {
  return Object.values(storedAreas).some(({ picture }) => picture === column);
}
