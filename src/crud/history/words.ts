import { queryOptions } from '@tanstack/react-query';

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
