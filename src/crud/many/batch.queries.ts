import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Json } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { moveFilesToTrash } from '#data/unused-pictures.ts';
import { createShrinkingStepRunner } from '#data/shrinking-steps.ts';
import { unwrap } from '#data/unwrap.ts';
import type { BulkChange } from '../history/history.queries.ts';

// Plans, reviews and applies staged batches with database functions, and validates the responses.

const outcomes = [
  'create',
  'change',
  'keep',
  'refuse',
  'out',
  'created',
  'changed',
  'stale',
] as const;

/**
 * The state of a row. After the plan: `create`, `change`, `keep` (nothing changes), `out` (the user left the row out).
 * After the step that applies the row: `created`, `changed`, `stale` (the record was changed or deleted after the
 * plan). The plan or the step sets `refuse`.
 */
export type RowOutcome = (typeof outcomes)[number];

export const rowCountEntries = {
  counts: v.record(v.picklist([...outcomes, 'untried']), v.number()),
  doubtful: v.number(),
};
/**
 * The schemas of two totals of a plan, for the rows with the outcome `change`: `sum` is the total change of their
 * amounts in reais, `percent` the average change in %, without amounts that were 0. Both are null if the plan changes
 * no amounts.
 */
export const amountChangeEntries = { sum: v.nullable(v.number()), percent: v.nullable(v.number()) };
export const totalsSchema = v.object({ ...rowCountEntries, ...amountChangeEntries });

export type OutcomeCounts = v.InferOutput<(typeof rowCountEntries)['counts']>;
/**
 * The totals of a staged batch. `counts`: the number of rows, keyed by outcome; `untried` counts the rows that are not
 * planned yet. `doubtful`: the number of rows that will be written and have values that the user must confirm.
 */
export type PlanTotals = v.InferOutput<typeof totalsSchema>;

/** A staged batch, as it is after the last applied step. */
export type BatchPlan = PlanTotals & {
  id: string;
  /** The name of the file, or a text for several files; '' for a bulk change. */
  source: string;
  /** The number of selected records that were deleted before the plan. */
  missing: number;
  /** The number of the last step that is known to be applied; 0 before the first step. */
  steps: number;
  /** The id of the batch in the history; null until the first row is written. */
  batch: number | null;
  /** The number of pictures that were added to records. */
  pictures: number;
};

/** Returns the number of rows that are still to be written. */
export function countRemaining({ counts }: Pick<PlanTotals, 'counts'>): number {
  return (counts.create ?? 0) + (counts.change ?? 0);
}

/** Returns the number of rows that were written. */
export function countWritten({ counts }: Pick<PlanTotals, 'counts'>): number {
  return (counts.created ?? 0) + (counts.changed ?? 0);
}

/**
 * The options of a step. `size`: the maximum number of rows. `confirmed`: the number of doubtful rows that the user
 * confirmed. `pictures`: in an import of pictures, the rows of the step in the format of `apply_batch`.
 */
export type StepRequest = { size: number; confirmed: number; pictures?: Json };

const changeStep = v.variant('status', [
  v.object({ status: v.literal('planning'), done: v.number() }),
  v.object({
    status: v.literal('planned'),
    missing: v.number(),
    ...rowCountEntries,
    ...amountChangeEntries,
  }),
]);

/**
 * Plans a change of the selected records, in steps, without changing the records. An abort of the signal does not abort
 * the request in flight, because it would be unknown whether the server has executed that step.
 * @throws the reason of the abort
 */
export async function planChange(
  batch_id: string,
  area: TableName,
  selection: Json,
  change: BulkChange,
  { onProgress, signal }: TaskOptions,
): Promise<BatchPlan> {
  const run = createShrinkingStepRunner(5000);
  for (;;) {
    const step = await run(async (size) => {
      const request = rest.rpc('plan_change', { batch_id, area, selection, change, size });
      return v.parse(changeStep, await unwrap(request));
    });
    signal.throwIfAborted();
    if (step.status === 'planned')
      return { ...makeEmptyPlan(batch_id), ...pickTotals(step), missing: step.missing };
    onProgress(step.done);
  }
}

const applied = v.variant('status', [
  v.object({ status: v.literal('missing') }),
  v.object({
    status: v.picklist(['applying', 'done']),
    batch: v.nullable(v.number()),
    pictures: v.nullish(v.number(), 0),
    ...rowCountEntries,
    removed_files: v.array(v.object({ bucket: v.string(), path: v.string() })),
  }),
]);

/**
 * Applies the next step of a plan, and returns the plan after that step. The request has the number of the step, so it
 * is idempotent: after a lost response, call the function again with the same plan. There is no abort signal, because
 * it would be unknown whether an aborted step was applied.
 * @throws MissingBatchError
 */
export async function applyStep(
  plan: BatchPlan,
  { pictures, ...settings }: StepRequest,
): Promise<BatchPlan> {
  const steps = plan.steps + 1;
  const request = rest.rpc('apply_batch', {
    batch_id: plan.id,
    step: steps,
    ...settings,
    pictures,
  });
  const step = requireBatch(v.parse(applied, await unwrap(request)));
  if (step.removed_files.length > 0) moveFilesToTrash(step.removed_files);
  const { counts, doubtful, batch, pictures: added } = step;
  return { ...plan, counts, doubtful, batch, steps, pictures: added };
}

const columns = v.record(v.string(), v.unknown());

const row = v.object({
  place: v.number(),
  record_id: v.nullable(v.string()),
  title: v.nullable(v.string()),
  /** The second line of the record, as in `TrashedRecord`. */
  detail: v.nullable(v.string()),
  /** In an import of a spreadsheet: the values, keyed by column. In an import of pictures: the names of the files. */
  cells: v.nullish(columns, {}),
  problems: v.nullish(v.record(v.string(), v.string()), {}),
  /** The values before the change, only of columns that change. */
  before: v.nullish(columns, {}),
  /** The values after the change, only of columns that change. */
  after: v.nullish(columns, {}),
  doubts: v.array(v.string()),
  outcome: v.picklist(outcomes),
  refusal: v.nullable(
    v.object({
      /** An SQLSTATE, or a code of the schema: 'ambiguous', 'repeated', 'missing', 'stale'. */
      code: v.string(),
      field: v.nullish(v.string()),
      message: v.nullish(v.string()),
      rule: v.nullish(v.string()),
      place: v.nullish(v.number()),
      uses: v.nullish(v.number()),
    }),
  ),
});
const rows = v.array(row);

export type BatchRow = v.InferOutput<typeof row>;
export type Refusal = NonNullable<BatchRow['refusal']>;

export type RowsRequest = { outcomes: readonly RowOutcome[]; doubtful?: boolean };

/**
 * Returns the rows after the position `after`, at most `size`. The server returns fewer rows if their texts are long:
 * only an empty result means that no rows follow.
 */
export async function fetchBatchRows(
  batch_id: string,
  request: RowsRequest,
  after: number,
  size: number,
): Promise<BatchRow[]> {
  const sent = { batch_id, ...request, outcomes: [...request.outcomes], after, size };
  return v.parse(rows, await unwrap(rest.rpc('batch_rows', sent)));
}

/** Yields, in parts, the rows that the server did not write: refused rows, and rows whose record is `stale`. */
export function yieldRefusedRows(batch_id: string) {
  return yieldBatchRows(batch_id, ['refuse', 'stale']);
}

/** Yields the rows with the outcomes `wanted`, by default with any outcome, in parts of at most 500. */
export async function* yieldBatchRows(
  batch_id: string,
  wanted: RowsRequest['outcomes'] = outcomes,
) {
  for (let after = 0; ;) {
    const part = await fetchBatchRows(batch_id, { outcomes: wanted }, after, 500);
    if (part.length === 0) return;
    after = part.at(-1)?.place ?? after;
    yield part;
  }
}

const leftOut = v.variant('status', [
  v.object({ status: v.literal('missing') }),
  v.object({ status: v.literal('planned'), ...rowCountEntries, ...amountChangeEntries }),
]);

/**
 * Leaves the row at `place` out of the batch, or includes it again. Returns the new totals.
 * @throws MissingBatchError
 */
export async function setRowExcluded(batch_id: string, place: number, is_out: boolean) {
  const request = rest.rpc('leave_out', { batch_id, places: [place], is_out });
  return pickTotals(requireBatch(v.parse(leftOut, await unwrap(request))));
}

/** The mutation that deletes a staged batch. The records that the batch has written stay as they are. */
export const deleteStagedBatch = mutationOptions({
  async mutationFn(batch_id: string) {
    await unwrap(rest.rpc('drop_batch', { batch_id }));
  },
  meta: {
    invalidates: [['batches', 'open']],
    failure: (message) => `Falha ao descartar: ${message}`,
  },
});

/**
 * Deletes an obsolete staged batch in the background. Without this request, the daily maintenance deletes the batch
 * when it runs more than a day after the end of the batch. A batch ends at the latest 24 hours after its last step.
 */
export function deleteStagedBatchInBackground(batch_id: string): void {
  void rest.rpc('drop_batch', { batch_id }).then(() => {
    void queryClient.invalidateQueries({ queryKey: ['batches', 'open'] });
  });
}

const open = v.array(
  v.object({
    id: v.string(),
    kind: v.picklist(['change', 'import', 'pictures']),
    area: v.string(),
    source: v.looseObject({ file_name: v.optional(v.string()) }),
    total: v.number(),
    steps: v.number(),
    batch: v.nullable(v.number()),
    created_at: v.string(),
    ...rowCountEntries,
    ...amountChangeEntries,
  }),
);

export type UnfinishedBatch = v.InferOutput<typeof open>[number];

/** Returns the query of the signed-in user's unfinished staged batches, newest first. */
export function unfinishedBatchesQuery() {
  return queryOptions({
    queryKey: ['batches', 'open'],
    queryFn: async ({ signal }) =>
      v.parse(open, await unwrap(rest.rpc('open_batches').abortSignal(signal))),
    staleTime: 0,
  });
}

/** Converts an unfinished batch into a plan that can be reviewed and applied. */
export function toBatchPlan(opened: UnfinishedBatch): BatchPlan {
  const { id, source, steps, batch } = opened;
  return { ...makeEmptyPlan(id, source.file_name), ...pickTotals(opened), steps, batch };
}

export function makeEmptyPlan(id: string, source = ''): BatchPlan {
  const none: PlanTotals = { counts: {}, doubtful: 0, sum: null, percent: null };
  return { ...none, id, source, missing: 0, steps: 0, batch: null, pictures: 0 };
}

export function pickTotals({ counts, doubtful, sum, percent }: PlanTotals): PlanTotals {
  return { counts, doubtful, sum, percent };
}

/** The error for a staged batch that was deleted, or belongs to a different user. */
export class MissingBatchError extends Error {}

/**
 * Returns the response, unless the batch is missing.
 * @throws MissingBatchError
 */
export function requireBatch<Response extends { status: string }>(
  response: Response,
): Exclude<Response, { status: 'missing' }> {
  if (response.status === 'missing')
    throw new MissingBatchError('Esta conferência não existe mais. Comece novamente.');
  return response as Exclude<Response, { status: 'missing' }>; // its status is checked above
}

/** The options of a long operation: a callback for its progress, from 0 to 1, and the signal that aborts it. */
export type TaskOptions = { onProgress: (done: number) => void; signal: AbortSignal };
