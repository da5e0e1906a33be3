import { queryOptions } from '@tanstack/react-query';
import { shortened } from '#lib/text.ts';
import type { Names, Value } from './history/acts.ts';

/** What a table's columns are called, and how those of their values read that are not shown as they are stored. */
export type Words = {
  labels: Readonly<Record<string, string | undefined>>;
  // Each function takes the values of its own column.
  describe: Readonly<Record<string, (value: never) => string>>;
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

/** Columns that hold the address of a picture. */
export function isPicture(column: string): boolean {
  return /^(image|logo|avatar|imagem)_url$/.test(column);
}
