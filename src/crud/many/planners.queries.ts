import * as v from 'valibot';
import type { Json } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import type { BulkChange } from '../history/history.queries.ts';
import { bodyParts, sizedSteps } from '../steps.ts';
import { allTotals, found, newPlan, sums, totals, totalsOf } from './batch.queries.ts';
import type { Plan, RecordPicture } from './batch.queries.ts';

// One planner for each source of a batch. They fill its rows, and change no record.

/** Progress of a long piece of work, from 0 to 1, and its cancellation. */
export type Work = { onProgress: (done: number) => void; signal: AbortSignal };

/** Plans a change of the selected records; nothing is changed. */
export async function planChange(
  batch_id: string,
  area: TableName,
  selection: Json,
  change: BulkChange,
): Promise<Plan> {
  const response = await unwrap(rest.rpc('plan_change', { batch_id, area, selection, change }));
  const planned = v.parse(v.object({ ...totals, ...sums, missing: v.number() }), response);
  return { ...newPlan(batch_id), ...planned };
}

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
      return found(v.parse(planStep, await unwrap(request)));
    });
    planned += step.rows;
    onProgress(Math.min(1, planned / total));
    if (step.status === 'planned') return { ...newPlan(id, file_name), ...totalsOf(step) };
  }
}

/** A wanted picture of a record: a stored one, or the path of a chosen file. */
export type WantedPicture = { is_main: boolean } & ({ url: string } | { file: string });
/** A record and its pictures, or with `problems` a file without a record. */
export type PicturesSent = {
  place: number;
  record_id?: string;
  title?: string;
  cells: { files: string[] };
  problems?: Record<string, string>;
  before: { images: RecordPicture[] };
  after: { images: WantedPicture[] };
};

/** Plans the pictures of records; nothing is changed. */
export async function planPictures(
  id: string,
  file_name: string,
  rows: readonly PicturesSent[],
  { onProgress, signal }: Work,
): Promise<Plan> {
  const batch = { id, file_name, total: rows.length };
  let plan = newPlan(id, file_name);
  let sent = 0;
  for (const part of bodyParts(rows)) {
    signal.throwIfAborted();
    const request = rest.rpc('plan_pictures', { batch, rows: part });
    plan = { ...plan, ...v.parse(allTotals, await unwrap(request.abortSignal(signal))) };
    sent += part.length;
    onProgress(sent / rows.length);
  }
  return plan;
}
