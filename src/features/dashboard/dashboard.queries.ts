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
 * Returns the query for the exact number of rows of a table; its time does not depend on the number. Its key begins
 * with the table, so that every save refetches it.
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

/** The cap of `needsAttention`: the server stops counting there, and the result is then cap + 1. */
export const mostCounted = 10_000;

/** The query for the number of records by reason; a reason is absent if the user may not open its list. */
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

/** The query for the number of changes on each of the last thirty days, oldest first. */
export const changesPerDayQuery = queryOptions({
  queryKey: ['activity', 'month'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('batches_per_day', undefined, { get: true }),
      listOf(objectOf<DayOfActivity>({ day: isText, batches: isNumber })),
    ),
  // Always stale: a recent change must be counted.
  staleTime: 0,
});

/** The times (ISO 8601) of the last backup and of a failure since then, and the problem; null where there is none. */
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

/** The query for the first steps of this user, and whether each is done; null once there are ten products. */
export const firstSteps = queryOptions({
  queryKey: ['first steps'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('first_steps', undefined, { get: true }),
      orNull(recordOf<FirstStep, boolean>(isBoolean)),
    ),
  staleTime: 0,
});
