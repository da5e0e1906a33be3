import type { Database } from '#data/database.types.ts';
import type { TableName } from '#data/permissions.ts';
import type { StoredPicture } from '#data/pictures.ts';
import type { ListedRow, MutationConsequences, Undoable } from '#data/query-client.ts';
import { anyRest, rest } from '#data/rest-client.ts';
import type { storedAreas } from '#data/stored-areas.ts';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { isUnanswered, unwrap, unwrapAs } from '#data/unwrap.ts';
import { isNumber, listOf, objectOf } from '#lib/shape.ts';
import type { Shape } from '#lib/shape.ts';
import { formatCount } from '#lib/text.ts';
import { insertOnce, newCreation } from './creation.queries.ts';
import type { Creation } from './creation.queries.ts';
import type { HistoryEntry } from './history/history.queries.ts';
import type { AnyListQuery, ListedOf, StoredRow } from './rows.queries.ts';

// Saves and deletes rows of any area's table. Each area defines only its texts.

/** The variables of the mutation that saves a form. */
export type Saving<Values> = {
  /** The record that was read; absent for a new one. */
  stored: StoredRow | undefined;
  /** For a new record: the idempotency key of all attempts of one submit. */
  creation?: Creation;
  values: Values;
  /** The pictures of each list, by its name and in order. A record keeps the pictures of absent lists. */
  pictures: Record<string, StoredPicture[]>;
  /**
   * Present after an attempt without a response. Returns whether a stored row has the values to save: then that attempt
   * was executed.
   */
  isStored?: (row: StoredRow) => boolean;
};

/**
 * `saved`: `listed` is the row of the area's list. `conflict`: `row` is the stored version, because another user saved
 * meanwhile, or an earlier attempt of a creation sent other values.
 */
export type SaveResult<Row, Listed extends StoredRow = StoredRow> =
  | { status: 'saved'; listed: Listed }
  | { status: 'conflict'; row: Row };

type Tables = Database['public']['Tables'];

/**
 * Inserts a record, or updates the version that was read; returns it as a row of its list. A list of pictures is stored
 * in the column of its name: the first picture, or null. Pictures that the update replaced move to the trash if no
 * record uses them. If the update matches no row, another user saved or deleted the record: then `read` loads its
 * current version.
 * @throws Error with the text `missing` if the record was deleted
 */
export async function saveRow<
  Table extends keyof typeof storedAreas,
  List extends AnyListQuery,
  Row extends StoredRow,
>(
  { table, columns }: List & { table: Table; columns: string },
  saving: Saving<Partial<Tables[Table]['Update']>>,
  read: (id: string) => Promise<Row | null>,
  missing: string,
): Promise<SaveResult<Row, ListedOf<List> & StoredRow>> {
  // The response has the columns of the list's query.
  type Listed = ListedOf<List> & StoredRow;
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
      creation ?? newCreation(),
    );
    const row = isSame ? null : await read(String(listed.id));
    return row === null || isStored?.(row)
      ? { status: 'saved', listed }
      : { status: 'conflict', row };
  }
  const { id, version } = stored;
  const updated = anyRest.from(anyTable).update(fields).match({ id, version }).select(columns);
  const [listed] = await unwrapAs(updated, listOf(isListed<Listed>()));
  if (listed) {
    // The stored row is complete: it has the columns of the pictures.
    const before: Record<string, unknown> = { ...stored };
    removeUnusedPictures(Object.keys(pictures).map((column) => before[column]));
    return { status: 'saved', listed };
  }
  const row = await read(String(id));
  // If the version that was read is still stored, or no row is visible, row-level security may have refused the update.
  if (row === null || row.version === version) await requirePermission(table, id);
  if (row === null) throw new Error(missing);
  if (!isStored?.(row)) return { status: 'conflict', row };
  const reread = anyRest.from(anyTable).select(columns).eq('id', id).single();
  return { status: 'saved', listed: await unwrapAs(reread, isListed<Listed>()) };
}

/**
 * Returns the check of a saved row: it has a version. The columns of the list are not checked; the query selects them.
 */
function isListed<Listed extends StoredRow>(): Shape<Listed> {
  return objectOf<Listed>({ version: isNumber });
}

/** Makes the value of `meta.listed`. The types check that the row has all columns of the list. */
export function listedRow<List extends AnyListQuery & { table: string }>(
  { table }: List,
  row: NoInfer<ListedOf<List>> & StoredRow,
): ListedRow {
  return { list: [table, 'list'], row };
}

export type SaveTexts = {
  /** The message after a new record was saved; none if absent. */
  created?: string;
  /** The message after a changed record was saved; none if absent. */
  updated?: string;
  failure: MutationConsequences['failure'];
  /** Further tables whose queries depend on the record. */
  alsoChanges?: readonly TableName[];
};

/**
 * Returns the `meta` of a mutation that saves a record: lists show the returned row, and the undo is offered. A save
 * that returns a conflict has neither.
 */
export function saveMeta<List extends AnyListQuery & { table: TableName }>(
  list: List,
  { created, updated, failure, alsoChanges = [] }: SaveTexts,
) {
  type Result = SaveResult<unknown, ListedOf<List> & StoredRow>;
  const { table } = list;
  return {
    table,
    invalidates: [table, ...alsoChanges].map((name) => [name]),
    success: ({ status }: Result, { stored }: Saving<unknown>) =>
      status === 'saved' ? (stored ? updated : created) : undefined,
    listed: (result: Result) =>
      result.status === 'saved' ? listedRow(list, result.listed) : undefined,
    undo: (result: Result): Undoable | undefined =>
      result.status === 'saved'
        ? { table, id: result.listed.id, version: result.listed.version }
        : undefined,
    failure,
  };
}

export type DeleteTexts = {
  question: string;
  success: string;
  /** The words after the number of deletions, in the second line of the message for several: 'frutas excluídas'. */
  many: string;
  failure: MutationConsequences['failure'];
};

/** Returns the `meta` of a mutation that deletes a record: a question before it, and a message that offers the undo. */
export function deleteMeta(table: TableName, { many, ...texts }: DeleteTexts) {
  return {
    ...texts,
    invalidates: [[table]],
    // Offer no undo if another user deleted the record: it would restore a record that this user did not delete.
    undo: (end: unknown, id: string | number): Undoable | undefined =>
      end === 'missing' ? undefined : { table, id },
    together: (ids: readonly unknown[]) =>
      ids.length > 1 ? `${formatCount(ids.length)} ${many}` : '',
  };
}

/**
 * Throws if the user lost the permission for the area, for example by a change of role. Row-level security refuses an
 * update or a deletion without an error, by changing no row. This function calls `record_authors`, because it refuses
 * with an error.
 * @throws PlatformError
 */
export async function requirePermission(area: TableName, id: StoredRow['id']) {
  await unwrap(rest.rpc('record_authors', { area, record_ids: [String(id)] }));
}

/** Returns the `undo` of a mutation that copies a record: it undoes version 1 of the copy. */
export function copiedUndo(table: TableName) {
  return ({ id }: { id: string | number }): Undoable => ({ table, id, version: 1 });
}

/**
 * The result of a deletion. `repeated`: an earlier attempt, whose response was lost, has deleted the record. `missing`:
 * there is no such record, or row-level security hides it.
 */
type DeletionEnd = 'deleted' | 'repeated' | 'missing';

/** Deletes a record, then moves the picture of its column `picture` to the trash unless another record uses it. */
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
    const deleted = anyRest.from(table).delete().eq('id', id).select(column);
    const gone = await unwrapAs(deleted, listOf(hasColumn));
    if (picture) removeUnusedPictures(gone.map((row) => row[column]));
    return gone.length > 0 ? 'deleted' : 'missing';
  });
  if (end === 'repeated') await removePicturesOfDeleted(table, id);
  return end;
}

/**
 * Runs the deletion of a record. If the record is missing, returns 'repeated' after the user's own deletion, whose
 * response was lost. After a deletion by another user, returns 'missing'.
 */
export async function deleteOnce(
  table: TableName,
  id: string | number,
  run: () => Promise<'deleted' | 'missing'>,
): Promise<DeletionEnd> {
  const key = `${table}/${id}`;
  const isRepeated = unanswered.delete(key);
  const end = await run().catch((error: unknown) => {
    if (isUnanswered(error)) unanswered.add(key);
    throw error;
  });
  return isRepeated && end === 'missing' ? 'repeated' : end;
}

/** The deletions whose response was lost, as 'table/id'. */
const unanswered = new Set<string>();

/**
 * Moves the pictures of a deleted record to the trash. The response to the deletion, which lists them, may have been
 * lost: this function reads their URLs from the history.
 * @throws PlatformError if the user may not see the history of the record
 */
export async function removePicturesOfDeleted(area: TableName, id: string | number) {
  const request = rest.rpc('record_history', { area, record_id: String(id), size: 1 });
  const [latest] = (await unwrapAs(request, isHistory)).entries;
  const values = latest?.changes.flatMap(({ before }) => Object.values(before ?? {}));
  removeUnusedPictures(values?.filter((value) => isFileUrl.test(String(value))) ?? []);
}

const isHistory = objectOf<{ entries: readonly Pick<HistoryEntry, 'changes'>[] }>({
  entries: listOf(objectOf<Pick<HistoryEntry, 'changes'>>({ changes: Array.isArray })),
});
const isFileUrl = /\/object\/public\//;
