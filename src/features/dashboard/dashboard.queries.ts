import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap, unwrapAs } from '#data/unwrap.ts';
import {
  isBoolean,
  isNumber,
  isText,
  isTextOrNull,
  listOf,
  objectOf,
  orNull,
  recordOf,
} from '#lib/shape.ts';

export const countedTables = ['products', 'categories', 'distribuidores', 'parceiros'] as const;

export type CountedTable = (typeof countedTables)[number];

/**
 * The exact number of rows of a table, which takes the same time at any size. Its key begins with the table, so that
 * every save refetches it.
 */
export function tableCount(table: CountedTable) {
  return queryOptions({
    queryKey: [table, 'count'],
    queryFn: () => unwrap(rest.rpc('count_rows', { of_table: table }, { get: true })),
  });
}

/** The reason why a record needs attention; see needs_attention in the schema. */
export type Reason =
  | 'without_image'
  | 'promo_ended'
  | 'promo_without_discount'
  | 'in_inactive_category'
  | 'broken_link'
  | 'pending_distribuidores'
  | 'banners_without_image';

/** Counting stops at this cap; the result is then cap + 1. */
export const mostCounted = 10_000;

/** The number of records by reason; a reason is absent if the user may not open its list. */
export const needsAttention = queryOptions({
  queryKey: ['attention'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('needs_attention', undefined, { get: true }),
      recordOf<Reason, number>(isNumber),
    ),
  // Always stale: a repaired record must no longer be counted.
  staleTime: 0,
});

/** The number of changes on a day ('2026-11-21') of São Paulo. */
export type DayOfActivity = { day: string; batches: number };

/** The last thirty days, oldest first. */
export const batchesOfMonth = queryOptions({
  queryKey: ['activity', 'month'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('batches_per_day', undefined, { get: true }),
      listOf(objectOf<DayOfActivity>({ day: isText, batches: isNumber })),
    ),
  // Always stale: a recent change must be counted.
  staleTime: 0,
});

/** The state of the newest backup: its failure, or the time (ISO 8601) to show. */
export type BackupNotice = {
  failed_at: string | null;
  made_at: string | null;
  problem: string | null;
};

export const backupNotice = queryOptions({
  queryKey: ['backups'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('backup_notice', undefined, { get: true }),
      objectOf<BackupNotice>({
        failed_at: isTextOrNull,
        made_at: isTextOrNull,
        problem: isTextOrNull,
      }),
    ),
});

/** A first step of a new installation; see first_steps in the schema. */
export type FirstStep = 'password' | 'category' | 'product' | 'people' | 'backup';

/** The steps of this user, with their state; null once the installation is in use. */
export const firstSteps = queryOptions({
  queryKey: ['first steps'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('first_steps', undefined, { get: true }),
      orNull(recordOf<FirstStep, boolean>(isBoolean)),
    ),
  staleTime: 0,
});
