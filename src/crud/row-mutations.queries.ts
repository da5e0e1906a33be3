import type { Database } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import type { StoredPicture } from '#data/pictures.ts';
import type { SavedListRow, MutationEffects, UndoableRecord } from '#data/query-client.ts';
import { untypedRest, rest } from '#data/rest-client.ts';
import type { storedAreas } from '#data/stored-areas.ts';
import { moveUnusedPicturesToTrash } from '#data/unused-pictures.ts';
import { mayHaveExecuted, unwrap, unwrapAs } from '#data/unwrap.ts';
import { isNumber, listOf, objectOf } from '#lib/shape.ts';
import type { ShapeCheck } from '#lib/shape.ts';
import { formatCount } from '#lib/text.ts';
import { insertOnce, startCreation } from './creation.queries.ts';
import type { Creation } from './creation.queries.ts';
import type { HistoryEntry } from './history/history.queries.ts';
import type { AnyListQuery, ListedRowOf, StoredRow } from './rows.queries.ts';

// `saveRow` and `deleteRow` change rows of any area's table. `makeSaveMeta` and `makeDeleteMeta` return the `meta` of
// these mutations. Each area defines only its texts.

/** The variables of the mutation that saves a form. */
export type SaveVariables<Values> = {
  /** The record that was read; undefined for a new record. */
  stored: StoredRow | undefined;
  /** For a new record: the idempotency key that all attempts to save the record send. */
  creation?: Creation;
  values: Values;
  /** The lists of pictures, keyed by name. The record keeps the pictures of every list that is absent here. */
  pictures: Record<string, StoredPicture[]>;
  /**
   * Returns whether a stored row has the values to save. Present after an attempt whose response was lost, to find out
   * whether the platform executed that attempt.
   */
  isStored?: (row: StoredRow) => boolean;
};

/**
 * The result of a save. `saved`: `listed` is the row of the area's list. `conflict`: this attempt did not store its
 * values, because another user saved meanwhile, or an earlier attempt created the record with different values. `row`
 * is the stored version.
 */
export type SaveResult<Row, Listed extends StoredRow = StoredRow> =
  | { status: 'saved'; listed: Listed }
  | { status: 'conflict'; row: Row };

type Tables = Database['public']['Tables'];

/**
 * Inserts a record, or updates the version that was read, and returns the record as a row of its list.
 * - Stores the URL of the first picture of a list, or null, in the column with the name of that list.
 * - Pictures that the update replaced move to the trash if no record uses them.
 * - If the update matches no row, `read` loads the current version, because another user has perhaps saved or deleted
 *   the record. Returns a conflict, unless `isStored` finds the values to save in that version.
 * @throws Error with the text `missing` if the record was deleted; PlatformError if the user lost the permission
 */
export async function saveRow<
  Table extends keyof typeof storedAreas,
  List extends AnyListQuery,
  Row extends StoredRow,
>(
  { table, columns }: List & { table: Table; columns: string },
  saving: SaveVariables<Partial<Tables[Table]['Update']>>,
  read: (id: string) => Promise<Row | null>,
  missing: string,
): Promise<SaveResult<Row, ListedRowOf<List> & StoredRow>> {
  // The type of the response, which has the columns of the list's query.
  type Listed = ListedRowOf<List> & StoredRow;
  const anyTable: TableName = table;
  const { stored, creation, values, pictures, isStored } = saving;
  const fields: Record<string, unknown> = { ...values };
  for (const [column, [first]] of Object.entries(pictures)) fields[column] = first?.url ?? null;
  if (!stored) {
    const { listed, isSame } = await insertOnce(
      table,
      columns,
      isListed<Listed>(),
      fields,
      creation ?? startCreation(),
    );
    const row = isSame ? null : await read(String(listed.id));
    return row === null || isStored?.(row)
      ? { status: 'saved', listed }
      : { status: 'conflict', row };
  }
  const { id, version } = stored;
  const updated = untypedRest.from(anyTable).update(fields).match({ id, version }).select(columns);
  const [listed] = await unwrapAs(updated, listOf(isListed<Listed>()));
  if (listed) {
    // `stored` is the complete row, so it has the columns of the pictures although its type does not list them.
    const before: Record<string, unknown> = { ...stored };
    moveUnusedPicturesToTrash(Object.keys(pictures).map((column) => before[column]));
    return { status: 'saved', listed };
  }
  const row = await read(String(id));
  // Check the permission if the stored version is unchanged or no row is visible: row-level security perhaps refused
  // the update.
  if (row === null || row.version === version) await requirePermission(table, id);
  if (row === null) throw new Error(missing);
  if (!isStored?.(row)) return { status: 'conflict', row };
  const reread = untypedRest.from(anyTable).select(columns).eq('id', id).single();
  return { status: 'saved', listed: await unwrapAs(reread, isListed<Listed>()) };
}

/**
 * Returns the `ShapeCheck` of a saved row. It checks only `version`: the columns of the list need no check, because the
 * request selects them.
 */
function isListed<Listed extends StoredRow>(): ShapeCheck<Listed> {
  return objectOf<Listed>({ version: isNumber });
}

/** Returns the value of `meta.listed` for a saved row. The types check that the row has all columns of the list. */
export function toListedRow<List extends AnyListQuery & { table: string }>(
  { table }: List,
  row: NoInfer<ListedRowOf<List>> & StoredRow,
): SavedListRow {
  return { list: [table, 'list'], row };
}

export type SaveEffects = {
  /** The message after a new record was saved; none if absent. */
  created?: string;
  /** The message after a changed record was saved; none if absent. */
  updated?: string;
  failure: MutationEffects['failure'];
  /** Additional tables whose queries depend on the record. */
  alsoChanges?: readonly TableName[];
};

/**
 * Returns the `meta` of a mutation that saves a record. After a save, lists show the returned row. The message offers
 * the undo; if there is no message, the row offers the undo. A conflict has no message, no returned row and no undo.
 */
export function makeSaveMeta<List extends AnyListQuery & { table: TableName }>(
  list: List,
  { created, updated, failure, alsoChanges = [] }: SaveEffects,
) {
  type Result = SaveResult<unknown, ListedRowOf<List> & StoredRow>;
  const { table } = list;
  return {
    table,
    invalidates: [table, ...alsoChanges].map((name) => [name]),
    success: ({ status }: Result, { stored }: SaveVariables<unknown>) =>
      status === 'saved' ? (stored ? updated : created) : undefined,
    listed: (result: Result) =>
      result.status === 'saved' ? toListedRow(list, result.listed) : undefined,
    undo: (result: Result): UndoableRecord | undefined =>
      result.status === 'saved'
        ? { table, id: result.listed.id, version: result.listed.version }
        : undefined,
    failure,
  };
}

export type DeleteTexts = {
  question: string;
  success: string;
  /** The words after the number of deletions, in the message for several deletions: 'frutas excluídas'. */
  many: string;
  failure: MutationEffects['failure'];
};

/** Returns the `meta` of a mutation that deletes a record: the confirmation, the messages and the undo. */
export function makeDeleteMeta(table: TableName, { many, ...texts }: DeleteTexts) {
  return {
    ...texts,
    invalidates: [[table]],
    // Do not offer the undo if another user deleted the record: the undo would revert that user's deletion.
    undo: (end: unknown, id: string | number): UndoableRecord | undefined =>
      end === 'missing' ? undefined : { table, id },
    together: (ids: readonly unknown[]) =>
      ids.length > 1 ? `${formatCount(ids.length)} ${many}` : '',
  };
}

/**
 * Throws if the user lost the permission for the area, for example after a change of role. Calls the database function
 * `record_authors`, which then fails with an error. An update or a deletion that row-level security refuses does not
 * fail: it changes zero rows.
 * @throws PlatformError
 */
export async function requirePermission(area: TableName, id: StoredRow['id']) {
  await unwrap(rest.rpc('record_authors', { area, record_ids: [String(id)] }));
}

/** Returns the `meta.undo` of a mutation that copies a record: the undo of version 1 removes the copy. */
export function makeCopyUndo(table: TableName) {
  return ({ id }: { id: string | number }): UndoableRecord => ({ table, id, version: 1 });
}

/**
 * The result of a deletion. `repeated`: an earlier attempt, whose response was lost, deleted the record. `missing`: the
 * record does not exist, or row-level security hides it.
 */
type DeletionEnd = 'deleted' | 'repeated' | 'missing';

/**
 * Deletes a record. Then moves its picture to the trash, if no other record uses the picture. `picture` is the name of
 * the column with the URL.
 */
export async function deleteRow(
  table: TableName,
  id: string | number,
  picture?: string | null,
): Promise<DeletionEnd> {
  const column = picture ?? 'id';
  const hasColumn = objectOf<Record<string, unknown>>({
    [column]: (value) => value === null || typeof value === 'string' || typeof value === 'number',
  });
  const end = await deleteOnce(table, id, async () => {
    const deleted = untypedRest.from(table).delete().eq('id', id).select(column);
    const gone = await unwrapAs(deleted, listOf(hasColumn));
    if (picture) moveUnusedPicturesToTrash(gone.map((row) => row[column]));
    return gone.length > 0 ? 'deleted' : 'missing';
  });
  if (end === 'repeated') await moveDeletedRecordPicturesToTrash(table, id);
  return end;
}

/**
 * Runs the deletion of a record and returns the result. If `run` finds no record, the result is:
 * - 'repeated' if the response to the user's previous attempt was lost: that attempt deleted the record
 * - 'missing' otherwise, for example because another user deleted the record
 */
export async function deleteOnce(
  table: TableName,
  id: string | number,
  run: () => Promise<'deleted' | 'missing'>,
): Promise<DeletionEnd> {
  const key = `${table}/${id}`;
  const isRepeated = unanswered.delete(key);
  const end = await run().catch((error: unknown) => {
    if (mayHaveExecuted(error)) unanswered.add(key);
    throw error;
  });
  return isRepeated && end === 'missing' ? 'repeated' : end;
}

/** The records whose deletion got no response, as 'table/id'. */
const unanswered = new Set<string>();

/**
 * Moves the pictures of a deleted record to the trash, if no other record uses them. Reads their URLs from the history,
 * because the response to the deletion, which had these URLs, was lost.
 * @throws PlatformError if the user cannot see the history of the record
 */
export async function moveDeletedRecordPicturesToTrash(area: TableName, id: string | number) {
  const request = rest.rpc('record_history', { area, record_id: String(id), size: 1 });
  const [latest] = (await unwrapAs(request, isHistory)).entries;
  const values = latest?.changes.flatMap(({ before }) => Object.values(before ?? {}));
  moveUnusedPicturesToTrash(values?.filter((value) => isFileUrl.test(String(value))) ?? []);
}

const isHistory = objectOf<{ entries: readonly Pick<HistoryEntry, 'changes'>[] }>({
  entries: listOf(objectOf<Pick<HistoryEntry, 'changes'>>({ changes: Array.isArray })),
});
const isFileUrl = /\/object\/public\//;
