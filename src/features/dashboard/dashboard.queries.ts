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

/** Why a record waits for somebody; see needs_attention in the schema. */
export type Reason =
  | 'without_image'
  | 'promo_ended'
  | 'promo_without_discount'
  | 'in_inactive_category'
  | 'broken_link'
  | 'pending_distribuidores'
  | 'banners_without_image';

/** More are not counted to their end, and answered as one more. */
export const mostCounted = 10_000;

/** How many records wait, by reason; a reason whose list this person may not open is absent. */
export const needsAttention = queryOptions({
  queryKey: ['attention'],
  // The function's own answer: see the schema.
  queryFn: async () =>
    (await unwrap(rest.rpc('needs_attention', undefined, { get: true }))) as Partial<
      Record<Reason, number>
    >,
  // What was mended a moment ago waits no more.
  staleTime: 0,
});

/** How much was changed on a day ('2026-11-21') of São Paulo. */
export type DayOfActs = { day: string; acts: number };

/** The last thirty days, the oldest first. */
export const actsOfMonth = queryOptions({
  queryKey: ['acts', 'month'],
  // The function's own answer: see the schema.
  queryFn: async () =>
    (await unwrap(rest.rpc('acts_of_month', undefined, { get: true }))) as DayOfActs[],
  // What was changed a moment ago counts.
  staleTime: 0,
});

/** Of the newest backup: that it failed and why, or what is to be said of it (ISO 8601). */
export type BackupNotice = {
  failed_at: string | null;
  made_at: string | null;
  problem: string | null;
};

export const backupNotice = queryOptions({
  queryKey: ['backups'],
  // The function's own answer: see the schema.
  queryFn: async () =>
    (await unwrap(rest.rpc('backup_notice', undefined, { get: true }))) as BackupNotice,
});

/** A first step of a new installation; see first_steps in the schema. */
export type FirstStep = 'password' | 'category' | 'product' | 'people' | 'backup';

/** Of each step of this person whether it is done; null once the installation is in use. */
export const firstSteps = queryOptions({
  queryKey: ['first steps'],
  // The function's own answer: see the schema.
  queryFn: async () =>
    (await unwrap(rest.rpc('first_steps', undefined, { get: true }))) as Partial<
      Record<FirstStep, boolean>
    > | null,
  staleTime: 0,
});
