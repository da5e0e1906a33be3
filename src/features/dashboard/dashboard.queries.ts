import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

export const countedTables = ['products', 'categories', 'distribuidores', 'parceiros'] as const;

export type CountedTable = (typeof countedTables)[number];

/** The exact number of rows of a table, which costs the same at any size. Its key begins with the table, so every save renews it. */
export function tableCount(table: CountedTable) {
  return queryOptions({
    queryKey: [table, 'count'],
    queryFn: () => unwrap(rest.rpc('count_rows', { of_table: table }, { get: true })),
  });
}
