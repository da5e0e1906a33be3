import type { Json } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import type { StoredFile } from '#data/pictures.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { removeFiles } from '#data/unused-pictures.ts';
import { isUnanswered, PlatformError, unwrap } from '#data/unwrap.ts';
import { randomName } from '#lib/random-name.ts';
import type { BulkChange, Columns } from '../history/acts.ts';
import { sizedSteps } from '../steps.ts';

// A change of many records, as the functions of the schema keep it: planned, looked at, made.

/** What becomes of a row: planned first, then made. `stale`: somebody changed the record since. */
export type BulkOutcome = 'change' | 'keep' | 'refuse' | 'out' | 'changed' | 'stale';
export type BulkCounts = Partial<Record<BulkOutcome, number>>;

export type Totals = {
  counts: BulkCounts;
  /** How many of those that change have a price that has to be confirmed. */
  doubtful: number;
  /** Of the prices: in reais and on average in %; null where none changes. */
  sum: number | null;
  percent: number | null;
};

export type Plan = Totals & {
  id: string;
  /** How many of the selected records are gone. */
  missing: number;
};

export type PlannedRow = {
  place: number;
  record_id: string;
  title: string;
  /** SKU or e-mail. */
  detail: string | null;
  before: Columns;
  after: Columns;
  doubts: string[];
  outcome: BulkOutcome;
  /** Why it is refused, in words. */
  refusal: { message: string } | null;
};

// The functions return json and jsonb: their definitions in the schema say what is in it.

/** What a change would do to each record of a selection; nothing is changed. */
export async function planBulk(
  area: TableName,
  selection: Json,
  change: BulkChange,
): Promise<Plan> {
  const batch_id = randomName();
  const answer = await unwrap(rest.rpc('plan_change', { batch_id, area, selection, change }));
  return { id: batch_id, ...(answer as Omit<Plan, 'id'>) };
}

export type RowsAsked = { outcomes: readonly BulkOutcome[]; doubtful: boolean };

/** Up to 50 rows after a place, by name. */
export async function plannedRows(
  batch_id: string,
  { outcomes, doubtful }: RowsAsked,
  after: number,
): Promise<PlannedRow[]> {
  const question = { batch_id, outcomes: [...outcomes], doubtful, after };
  return (await unwrap(rest.rpc('batch_rows', question))) as unknown as PlannedRow[];
}

/** Takes a record out of the change, or puts it back. */
export async function leaveOut(batch_id: string, place: number, is_out: boolean): Promise<Totals> {
  const answer = await unwrap(rest.rpc('leave_out', { batch_id, places: [place], is_out }));
  return found(answer as Totals & { status: string });
}

/** Forgets a plan that nobody wants any more; nobody waits for it. */
export function dropBulk(batch_id: string): void {
  void rest.rpc('drop_batch', { batch_id }).then(() => {});
}

export type Made = {
  batch: number | null;
  counts: BulkCounts;
  /** How many steps are known to be done. */
  steps: number;
  /** Why it ended before all of it was made. `isUnknown`: the response was lost, so the step may be done. */
  failure?: { message: string; isUnknown: boolean };
};

/**
 * Applies a planned change: up to 5,000 records in one transaction, more in steps of 1,000, between which it may be
 * stopped. All steps are one action of the history. `onProgress` gets the share that is done, from 0 to 1. After a
 * failure call it again with what it returned: it asks for the same step, which the server applies only once.
 */
export async function applyBulk(
  { id, counts, doubtful }: Plan,
  onProgress: (done: number) => void,
  signal: AbortSignal,
  before?: Made,
): Promise<Made> {
  const total = counts.change ?? 0;
  const run = sizedSteps(total <= 5000 ? 5000 : 1000);
  let made: Made = before
    ? { batch: before.batch, counts: before.counts, steps: before.steps }
    : { batch: null, counts, steps: 0 };
  try {
    while (!signal.aborted) {
      // Never aborted halfway: nobody would know whether the step was applied.
      const request = { batch_id: id, confirmed: doubtful, step: made.steps + 1 };
      const answer = await run((size) => unwrap(rest.rpc('apply_batch', { ...request, size })));
      const step = found(answer as Made & { status: string; removed_files: StoredFile[] });
      removeFiles(step.removed_files);
      made = { batch: step.batch, counts: step.counts, steps: made.steps + 1 };
      const left = step.counts.change ?? 0;
      onProgress(1 - left / Math.max(total, 1));
      if (step.status === 'done' || left === 0) break;
    }
  } catch (error) {
    const isUnknown = error instanceof PlatformError && isUnanswered(error);
    return { ...made, failure: { message: errorText(error), isUnknown } };
  } finally {
    void queryClient.invalidateQueries();
  }
  return made;
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function found<Answer extends { status: string }>(answer: Answer): Answer {
  if (answer.status === 'missing')
    throw new Error('Esta conferência não existe mais. Feche e comece de novo.');
  return answer;
}
