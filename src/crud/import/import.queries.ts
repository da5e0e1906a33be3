import * as v from 'valibot';
import type { Json } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import { rest } from '#data/rest-client.ts';
import { createShrinkingStepRunner } from '#data/shrinking-steps.ts';
import { unwrap } from '#data/unwrap.ts';
import {
  makeEmptyPlan,
  requireBatch,
  amountChangeEntries,
  rowCountEntries,
  pickTotals,
} from '../many/batch.queries.ts';
import type { BatchPlan, TaskOptions } from '../many/batch.queries.ts';
import { sendInParts } from '../many/send-in-parts.ts';

// These functions stage and plan the rows of a spreadsheet. They do not change records.

/** A row of a spreadsheet: its row number (`place`), and the values and problems of its cells, keyed by column. */
export type SheetRowToStage = {
  place: number;
  cells: Record<string, unknown>;
  problems: Record<string, string>;
};
export type ImportBatch = {
  id: string;
  area: TableName;
  file_name: string;
  total: number;
};

/** Sends the rows of a spreadsheet to a staged batch, in parts. A row that is sent twice is stored once. */
export async function stageRows(
  batch: ImportBatch,
  rows: readonly SheetRowToStage[],
  work: TaskOptions,
) {
  await sendInParts(rows, work, async (part) => {
    const request = rest.rpc('stage_rows', { batch, rows: part as Json[] });
    await unwrap(request.abortSignal(work.signal));
  });
}

const planStep = v.variant('status', [
  v.object({ status: v.literal('missing') }),
  v.object({ status: v.literal('planning'), rows: v.number() }),
  v.object({
    status: v.literal('planned'),
    rows: v.number(),
    ...rowCountEntries,
    ...amountChangeEntries,
  }),
]);

/**
 * Plans the staged rows of an import, in steps; no record is changed. @throws MissingBatchError if the batch was
 * deleted
 */
export async function planImport(
  { id, file_name, total }: Pick<ImportBatch, 'id' | 'file_name' | 'total'>,
  { onProgress, signal }: TaskOptions,
): Promise<BatchPlan> {
  const run = createShrinkingStepRunner(1000);
  for (let planned = 0; ;) {
    signal.throwIfAborted();
    const step = await run(async (size) => {
      const request = rest.rpc('plan_import', { batch_id: id, size }).abortSignal(signal);
      return requireBatch(v.parse(planStep, await unwrap(request)));
    });
    planned += step.rows;
    onProgress(Math.min(1, planned / total));
    if (step.status === 'planned') return { ...makeEmptyPlan(id, file_name), ...pickTotals(step) };
  }
}
