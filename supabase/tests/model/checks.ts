import type { Adapter, RequestResult, HistoryEntry, StoredRecord } from './adapter.ts';
import { listTrashedLabels, listBatchesOfRecord, findLabelById } from './history-steps.ts';
import { areaOf, findChangedColumns, PERSONAL_COLUMNS, type Row, type State } from './state.ts';

// Checks that compare the database with the model. Each returns the first difference as text, or null.

/** The columns that identify a new record, keyed by the first letter of the label of the record. */
const NATURAL: Record<string, string> = { P: 'sku', C: 'name', R: 'email' };

/** Compares the stored records with the model. Copies the ids of new records, and all versions, into `next`. */
export function compareRowsAndCopyIds(
  next: State,
  before: State,
  stored: StoredRecord[],
): string | null {
  for (const label of Object.keys(next.rows)) {
    if (next.ids[label] !== undefined) continue;
    const column = NATURAL[label[0]!]!;
    const known = new Set(Object.values(next.ids));
    const found = stored.find(
      ({ id, area, row }) =>
        area === areaOf(label) && !known.has(id) && row[column] === next.rows[label]![column],
    );
    if (!found) return `${label} is not stored`;
    next.ids[label] = found.id;
  }
  const seen = new Set<string>();
  for (const { id, row: raw, version } of stored) {
    const label = findLabelById(next, id);
    const wanted = next.rows[label];
    if (!wanted) return `${label} is stored: ${JSON.stringify(raw)}`;
    seen.add(label);
    const row = labelledRow(next, raw, id, label);
    const changed = findChangedColumns(row, wanted);
    if (changed.length > 0) {
      const [column] = changed as [string];
      return `${label}.${column} is ${JSON.stringify(row[column])}, not ${JSON.stringify(wanted[column])}`;
    }
    const was = before.versions[label];
    const isWritten = findChangedColumns(before.rows[label] ?? {}, wanted).length > 0;
    if (was !== undefined && isWritten && version <= was)
      return `${label} changed and its version did not (${was})`;
    if (was !== undefined && !next.touched.includes(label) && version !== was)
      return `the version of ${label} went from ${was} to ${version} without a change`;
    next.versions[label] = version;
  }
  const missing = Object.keys(next.rows).find((label) => !seen.has(label));
  return missing === undefined ? null : `${missing} is not stored`;
}

function labelledRow(state: State, row: Row, id: string, label: string): Row {
  const copy = { ...row };
  if ('category_id' in copy)
    copy['category_id'] = findLabelById(state, String(copy['category_id']));
  if (typeof copy['email'] === 'string') copy['email'] = copy['email'].replace(id, label);
  return copy;
}

/** Compares the batch that the transaction reports with the expected one. Copies the id of a new batch into `next`. */
export function compareBatchAndCopyId(
  next: State,
  before: State,
  { batch }: RequestResult,
): string | null {
  const added = next.log.slice(before.log.length);
  if (added.length === 0) {
    const isKnown = batch === null || next.batches.some(({ id }) => id === batch);
    return isKnown ? null : `batch ${batch} was opened without a change`;
  }
  const target = next.batches[added[0]!.batch]!;
  if (batch === null) return 'no batch was opened';
  if (target.id === null) {
    if (next.batches.some(({ id }) => id !== null && id >= batch))
      return `batch ${batch} is not new`;
    target.id = batch;
  }
  return target.id === batch ? null : `batch ${batch} was written to, not ${target.id}`;
}

export async function checkHistory(state: State, adapter: Adapter): Promise<string | null> {
  for (const label of Object.keys(state.ids)) {
    const entries = await adapter.history(areaOf(label), state.ids[label]!);
    const order = entries.map(({ batch }) => batch);
    const wanted = listBatchesOfRecord(state, label)
      .map((batch) => state.batches[batch]!.id)
      .toReversed();
    if (order.join() !== wanted.join())
      return `history of ${label} has the order ${order.join(' ')}, written were ${wanted.join(' ')}`;
    const problem =
      compareReplay(state, label, entries) ??
      comparePictures(state, label, entries) ??
      compareUndone(state, label, entries);
    if (problem) return problem;
  }
  return null;
}

function compareReplay(state: State, label: string, entries: HistoryEntry[]): string | null {
  let row: Row | null = null;
  const pictures = new Map<string, Row>();
  for (const change of entries.toReversed().flatMap((entry) => entry.changes)) {
    if (change.table === 'product_images') {
      if (change.kind === 'delete') pictures.delete(change.row_id);
      else pictures.set(change.row_id, { ...pictures.get(change.row_id), ...change.after });
    } else if (change.kind === 'delete') row = null;
    else if (change.kind === 'insert') row = { ...change.after };
    else if (change.kind === 'update') row = Object.assign({}, row, change.after);
  }
  const stored = state.rows[label];
  if (!stored || row === null)
    return !stored === (row === null)
      ? null
      : `replaying the history of ${label} does not end where it is`;
  const isAnonymous = state.log.some((each) => each.label === label && each.kind === 'anonymise');
  for (const column of Object.keys(stored)) {
    if (column === 'pictures' || (isAnonymous && PERSONAL_COLUMNS.includes(column))) continue;
    const value = adaptValue(state, column, row[column] ?? null);
    const wanted = stored[column] ?? null;
    if (value !== wanted && !(typeof wanted === 'string' && wanted.includes('§')))
      return `replaying the history of ${label}: ${column} is ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`;
  }
  if (areaOf(label) !== 'products') return null;
  const urls = [...pictures.values()]
    .toSorted((one, other) => Number(one['position']) - Number(other['position']))
    .map((picture) => [picture['url'], picture['is_main'], picture['alt'] ?? '']);
  return JSON.stringify(urls) === stored['pictures']
    ? null
    : `replaying the history of ${label}: pictures are ${JSON.stringify(urls)}, not ${String(stored['pictures'])}`;
}

function adaptValue(state: State, column: string, value: Row[string]): Row[string] {
  if (value !== null && column.endsWith('_at')) return new Date(String(value)).toISOString();
  return column === 'category_id' ? findLabelById(state, String(value)) : value;
}

/** Checks that a batch that did not change a record's pictures has neither deleted nor inserted their rows. */
function comparePictures(state: State, label: string, entries: HistoryEntry[]): string | null {
  for (const { batch: id, changes } of entries) {
    const batch = state.batches.findIndex((each) => each.id === id);
    const own = state.log.filter((entry) => entry.batch === batch && entry.label === label);
    const keeps = own.every(({ kind, before }) => kind === 'update' && !('pictures' in before));
    if (keeps && changes.some(({ table, kind }) => table === 'product_images' && kind !== 'update'))
      return `history of ${label}: batch ${id} replaces pictures that are the same`;
  }
  return null;
}

function compareUndone(state: State, label: string, entries: HistoryEntry[]): string | null {
  for (const { batch: id, undone } of entries) {
    const batch = state.batches.find((each) => each.id === id);
    if (!batch || batch.settled.includes(label)) continue;
    const wanted = batch.undone[label] !== undefined;
    if (undone !== wanted)
      return `history of ${label}: batch ${id} is ${undone ? '' : 'not '}listed as undone`;
  }
  return null;
}

export async function checkTrash(state: State, adapter: Adapter): Promise<string | null> {
  const listed = (await adapter.trash()).map(({ record_id }) => findLabelById(state, record_id));
  const own = listed.filter((label) => label in state.ids);
  const wanted = listTrashedLabels(state).filter((label) => label in state.ids);
  return own.toSorted().join() === wanted.toSorted().join()
    ? null
    : `the trash lists ${own.join()}, not ${wanted.join()}`;
}
