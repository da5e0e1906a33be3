import * as v from 'valibot';
import type { Json } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import {
  requireBatch,
  newPlan,
  sizedSteps,
  sums,
  totals,
  totalsOf,
} from '../many/batch.queries.ts';
import type { Plan, Work } from '../many/batch.queries.ts';

// Stages and plans the rows of a spreadsheet; changes no record.

/** A row of a spreadsheet: its values by column, and the problems that the browser found, by column. */
export type SheetRowSent = {
  place: number;
  cells: Record<string, unknown>;
  problems: Record<string, string>;
};
export type ImportSent = {
  id: string;
  area: TableName;
  file_name: string;
  total: number;
};

/** Sends the rows of a spreadsheet in parts within the body limit. A repeated part counts once. */
export async function stageRows(
  batch: ImportSent,
  rows: readonly SheetRowSent[],
  { onProgress, signal }: Work,
) {
  let sent = 0;
  for (const part of bodyParts(rows)) {
    signal.throwIfAborted();
    await unwrap(rest.rpc('stage_rows', { batch, rows: part as Json[] }).abortSignal(signal));
    sent += part.length;
    onProgress(sent / rows.length);
  }
}

const planStep = v.variant('status', [
  v.object({ status: v.literal('missing') }),
  v.object({ status: v.literal('planning'), rows: v.number() }),
  v.object({ status: v.literal('planned'), rows: v.number(), ...totals, ...sums }),
]);

/** Plans the rows of an import that were staged, in steps; nothing is changed. */
export async function planImport(
  { id, file_name, total }: Pick<ImportSent, 'id' | 'file_name' | 'total'>,
  { onProgress, signal }: Work,
): Promise<Plan> {
  const run = sizedSteps(1000);
  for (let planned = 0; ;) {
    signal.throwIfAborted();
    const step = await run(async (size) => {
      const request = rest.rpc('plan_import', { batch_id: id, size }).abortSignal(signal);
      return requireBatch(v.parse(planStep, await unwrap(request)));
    });
    planned += step.rows;
    onProgress(Math.min(1, planned / total));
    if (step.status === 'planned') return { ...newPlan(id, file_name), ...totalsOf(step) };
  }
}

/** Parts of at most 1,000 rows and less than 1 MB, the default body limit of the server. */
export function* bodyParts<Row>(all: readonly Row[]): Generator<Row[]> {
  let part: Row[] = [];
  let size = 0;
  for (const one of all) {
    // A character may have more than one byte.
    const bytes = JSON.stringify(one).length * 1.5;
    if (part.length === 1000 || (part.length > 0 && size + bytes > 600_000)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(one);
    size += bytes;
  }
  if (part.length > 0) yield part;
}
