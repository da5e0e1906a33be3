import { infiniteQueryOptions } from '@tanstack/react-query';
import type { StoredFile } from '#data/pictures.ts';
import { invalidateInAllTabs } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { moveFilesToTrash } from '#data/unused-pictures.ts';
import { PlatformError, unwrapAs } from '#data/unwrap.ts';
import { loadCode } from '#lib/load-code.ts';
import { isNumber, isObject, isText, listOf, objectOf } from '#lib/shape.ts';
import { createSameUserCheck } from '#lib/user-change.ts';
import { createShrinkingStepRunner } from '#data/shrinking-steps.ts';

// Lists, restores and discards the records that were deleted in the last 30 days, with database functions.

/** A deleted record that can be restored. */
export type TrashedRecord = {
  batch: number;
  id: number;
  at: string;
  actor: string | null;
  area: string;
  record_id: string;
  title: string | null;
  /** The value of the area's key column (`key` in `storedAreas`), shown below the title; null without a key column. */
  detail: string | null;
};

/** The records that one batch deleted. */
export type TrashGroup = {
  batch: number;
  /** ISO 8601. */
  at: string;
  actor: string | null;
  /** Whether the signed-in user can delete these records permanently. Administradores and the batch's author can. */
  may_discard: boolean;
  /**
   * `count` is the number of records, counted up to 1,000. If `mixed`, the records belong to several areas, and `area`
   * is the area of one record.
   */
  records: { count: number; area: string; mixed: boolean };
  /** The first three records. */
  rows: readonly TrashedRecord[];
};

const isTrashedRecord = objectOf<TrashedRecord>({
  batch: isNumber,
  id: isNumber,
  at: isText,
  record_id: isText,
});
const isTrashGroup = objectOf<TrashGroup>({
  batch: isNumber,
  at: isText,
  records: isObject,
  rows: listOf(isTrashedRecord),
});

/** The filters of the trash: an area, or '' for all areas, and a search text. */
export type TrashFilter = { area: string; busca: string };

const pageSize = 20;

/** Returns the query of the deletions of the last 30 days, newest first. */
export function trashGroupsQuery({ area, busca }: TrashFilter) {
  return infiniteQueryOptions({
    queryKey: ['history', 'trash', area, busca],
    queryFn: ({ pageParam, signal }) => {
      const request = { ...filterOf({ area, busca }), before: pageParam, size: pageSize };
      return unwrapAs(rest.rpc('trash_groups', request).abortSignal(signal), listOf(isTrashGroup));
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.batch),
  });
}

/** The number of rows in one page of an opened group. */
const rowsAtOnce = 50;

/** Returns the query of the records that one batch deleted, in pages of `rowsAtOnce`. */
export function trashRowsQuery(batch: number, filter: TrashFilter) {
  return infiniteQueryOptions({
    queryKey: ['history', 'trash', filter.area, filter.busca, batch],
    queryFn: ({ pageParam, signal }) => readRows(batch, filter, pageParam, rowsAtOnce, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < rowsAtOnce ? undefined : page.at(-1)?.id),
  });
}

/** Returns all records that one batch deleted and that match the filter, read 1,000 at a time. */
export async function fetchTrashRows(batch: number, filter: TrashFilter): Promise<TrashedRecord[]> {
  const all: TrashedRecord[] = [];
  for (let before: number | undefined; ;) {
    const page = await readRows(batch, filter, before, 1000);
    all.push(...page);
    if (page.length < 1000) return all;
    before = page.at(-1)?.id;
  }
}

async function readRows(
  batch: number,
  filter: TrashFilter,
  before: number | undefined,
  size: number,
  signal = new AbortController().signal,
) {
  const request = { ...filterOf(filter), batch, before, size };
  return unwrapAs(rest.rpc('trash', request).abortSignal(signal), listOf(isTrashedRecord));
}

function filterOf({ area, busca }: TrashFilter) {
  return { area: area || undefined, search: busca };
}

/** A selected record and the batch that deleted it. */
export type TrashKey = Pick<TrashedRecord, 'batch' | 'record_id'>;

/** `onStep` receives the number of processed records after each step. An abort of `signal` prevents the next step. */
type Progress = { onStep: (done: number) => void; signal: AbortSignal };

type Restored = {
  /** The number of restored records. */
  restored: number;
  /**
   * The number of records that were not restored. Reasons: another record has the unique value, a referenced record or
   * the login is missing, or the record was deleted permanently.
   */
  left: number;
  /** The number of the records in `left` that were not restored because another record has their unique value. */
  taken: number;
  /** The ids of the batches that restored the records, one for each deletion. */
  batches: readonly number[];
  /** Whether some restored users have no password and cannot sign in. */
  closedLogins: boolean;
  /** The number of pictures that cannot be restored: their files were deleted. */
  lostPictures: number;
};

const isRestored = objectOf<{
  batch: number | null;
  left: number;
  taken: number;
  /** `closed_logins` and `lost_pictures` are absent if a repeated request restores nothing. */
  closed_logins?: boolean;
  lost_pictures?: number;
  returning_files: StoredFile[];
  removed_files: StoredFile[];
}>({
  left: isNumber,
  taken: isNumber,
  returning_files: Array.isArray,
  removed_files: Array.isArray,
});

/**
 * Restores records in steps. The records of each deletion are restored in one batch of the history. Starts with the
 * latest deletion: a record is deleted after the records that refer to it, and must be restored before them.
 * @throws PlatformError if the platform refused a step (`isRefusal`) and no record was restored; other errors at once
 */
export async function restoreTrashedRecords(
  chosen: readonly TrashKey[],
  progress: Progress,
): Promise<Restored> {
  const { restoreTrashedFiles } = await loadCode(() => import('#data/trashed-pictures.ts'));
  const total = { left: 0, taken: 0, closedLogins: false, lostPictures: 0 };
  let refusal: PlatformError | undefined;
  const batches = new Map<number, number>();
  const latestFirst = chosen.toSorted((one, other) => other.batch - one.batch);
  const done = await runInSteps(latestFirst, progress, async (batch, records) => {
    const request = { batch, records, continued: batches.get(batch) };
    const answer = unwrapAs(rest.rpc('restore_trashed', request), isRestored);
    const response = await answer.catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      refusal ??= error;
    });
    total.left += response?.left ?? records.length;
    if (!response) return;
    total.taken += response.taken;
    total.closedLogins ||= response.closed_logins ?? false;
    total.lostPictures += response.lost_pictures ?? 0;
    if (response.batch !== null) batches.set(batch, response.batch);
    await restoreTrashedFiles(response.returning_files);
    moveFilesToTrash(response.removed_files);
  });
  if (refusal && done === total.left) throw refusal;
  return { restored: done - total.left, ...total, batches: [...new Set(batches.values())] };
}

/**
 * Whether the platform refused to restore records: they were deleted permanently, or a record to which they refer is
 * missing.
 */
function isRefusal(error: unknown): error is PlatformError {
  return error instanceof PlatformError && ['record_discarded', 'record_gone'].includes(error.hint);
}

const isDiscarded = objectOf<{ discarded: number; trashed_files: string[] }>({
  discarded: isNumber,
  trashed_files: Array.isArray,
});

/**
 * Deletes records permanently in steps, with the files that no other record uses. Returns the number of deleted records
 * (`discarded`), and the number of records that were not in the trash (`left`).
 */
export async function discardTrashedRecords(
  chosen: readonly TrashKey[],
  progress: Progress,
): Promise<{ discarded: number; left: number }> {
  const { deleteTrashedFiles } = await loadCode(() => import('#data/trashed-pictures.ts'));
  let discarded = 0;
  const done = await runInSteps(chosen, progress, async (batch, records) => {
    const request = rest.rpc('discard_records', { batch, records });
    const response = await unwrapAs(request, isDiscarded);
    discarded += response.discarded;
    await deleteTrashedFiles(response.trashed_files);
  });
  return { discarded, left: done - discarded };
}

/**
 * Runs `step` for the records of each deletion, at most 500 at a time, then refetches the visible queries. Sorts the
 * records by id, so that two users who process the same records cannot deadlock. Stops when another user signs in,
 * because that user did not request these steps. Returns the number of processed records.
 */
async function runInSteps(
  chosen: readonly TrashKey[],
  { onStep, signal }: Progress,
  step: (batch: number, records: string[]) => Promise<void>,
): Promise<number> {
  const run = createShrinkingStepRunner(500);
  const isSameUser = createSameUserCheck();
  let done = 0;
  try {
    for (const [batch, some] of Map.groupBy(chosen, (each) => each.batch)) {
      const records = some.map(({ record_id }) => record_id).toSorted();
      while (records.length > 0 && !signal.aborted && isSameUser()) {
        const taken = await run(async (size) => {
          const now = records.slice(0, size);
          await step(batch, now);
          return now.length;
        });
        records.splice(0, taken);
        onStep((done += taken));
      }
    }
    return done;
  } finally {
    invalidateInAllTabs();
  }
}
