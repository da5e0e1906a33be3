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
  nullableOf,
  recordOf,
} from '#lib/shape.ts';

export const countedTables = ['products', 'categories', 'distribuidores', 'parceiros'] as const;

export type CountedTable = (typeof countedTables)[number];

/**
 * Returns the query for the exact number of rows of a table; the response time does not depend on the number. The query
 * key begins with the table, so that every save in this table refetches the number.
 */
export function tableCountQuery(table: CountedTable) {
  return queryOptions({
    queryKey: [table, 'count'],
    queryFn: () => unwrap(rest.rpc('count_rows', { of_table: table }, { get: true })),
  });
}

/** The reason why a record needs attention; see needs_attention in the schema. */
export type AttentionReason =
  | 'without_image'
  | 'promo_ended'
  | 'promo_without_discount'
  | 'in_inactive_category'
  | 'broken_link'
  | 'pending_distribuidores'
  | 'banners_without_image';

/** The largest number that `attentionQuery` counts. For more records, the result is this number + 1. */
export const attentionCountCap = 10_000;

/**
 * The query for the number of records that need attention, keyed by reason. A reason is absent if the user may not open
 * the list of these records.
 */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('needs_attention', undefined, { get: true }),
      recordOf<AttentionReason, number>(isNumber),
    ),
  // Always stale: a repaired record must no longer be counted.
  staleTime: 0,
});

/** The number of batches on a day ('2026-11-21') in the time zone America/Sao_Paulo: see `batchesPerDayQuery`. */
export type DailyBatchCount = { day: string; batches: number };

/**
 * The query for the number of batches on each of the last thirty days, oldest first. Counts the batches that created,
 * changed or deleted records, in the areas whose history the user may see.
 */
export const batchesPerDayQuery = queryOptions({
  queryKey: ['activity', 'month'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('batches_per_day', undefined, { get: true }),
      listOf(objectOf<DailyBatchCount>({ day: isText, batches: isNumber })),
    ),
  // Always stale: a recent batch must be counted.
  staleTime: 0,
});

/**
 * The state of the server's backups. Times are in ISO 8601. A property is null if there is no such backup or problem.
 */
export type BackupState = {
  /** The time of the last failure, if it is later than the last backup. */
  failed_at: string | null;
  /** The time of the last backup. */
  made_at: string | null;
  /** The problem of that failure, or a warning about the last backup. */
  problem: string | null;
};

export const backupNoticeQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('backup_notice', undefined, { get: true }),
      objectOf<BackupState>({
        failed_at: isTextOrNull,
        made_at: isTextOrNull,
        problem: isTextOrNull,
      }),
    ),
});

/** A first step of a new installation; see first_steps in the schema. */
export type FirstStep = 'password' | 'category' | 'product' | 'people' | 'backup';

/**
 * The query for the first steps of the signed-in user, and whether each step is done. The result is null if there are
 * ten or more products.
 */
export const firstStepsQuery = queryOptions({
  queryKey: ['first steps'],
  queryFn: () =>
    unwrapAs(
      rest.rpc('first_steps', undefined, { get: true }),
      nullableOf(recordOf<FirstStep, boolean>(isBoolean)),
    ),
  staleTime: 0,
});
