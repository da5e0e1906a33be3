import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrapCounted } from '#data/unwrap.ts';

export const countedTables = ['products', 'categories', 'distribuidores', 'parceiros'] as const;

export type CountedTable = (typeof countedTables)[number];

/** The exact number of rows of a table, without the rows. Its key begins with the table, so every save renews it. */
export function tableCount(table: CountedTable) {
  return queryOptions({
    queryKey: [table, 'count'],
    queryFn: async () =>
      (await unwrapCounted(rest.from(table).select('id', { count: 'exact', head: true }))).count,
  });
}
