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
  /** Each list of pictures, in order; a record keeps the pictures of absent lists. */
  pictures: Record<string, StoredPicture[]>;
  /** After an attempt without a response: whether it has stored this version. */
  isStored?: (row: StoredRow) => boolean;
};

/**
 * `saved`: `listed` is the row of the area's list. `conflict`: another user saved meanwhile, and `row` is their
 * version.
 */
export type SaveResult<Row, Listed extends StoredRow = StoredRow> =
  | { status: 'saved'; listed: Listed }
  | { status: 'conflict'; row: Row };

type Tables = Database['public']['Tables'];

/**
 * Inserts a record, or updates the version that was read; returns it as a row of its list. A list of pictures is stored
 * in the column of its name: the first picture, or null. If an update matches no row, another user saved or deleted the
 * record: `read` loads its current version, or throws the error `missing`. Pictures that no record uses any more are
 * deleted.
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
  // If the version that was read is still stored, a policy has refused the update.
  if (row === null || row.version === version) await requirePermission(table, id);
  if (row === null) throw new Error(missing);
  if (!isStored?.(row)) return { status: 'conflict', row };
  const reread = anyRest.from(anyTable).select(columns).eq('id', id).single();
  return { status: 'saved', listed: await unwrapAs(reread, isListed<Listed>()) };
}

/** Checks a written row for the columns that the caches need; the query of the list selects all others. */
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
  /** The messages after success: of a new record, and of a changed one; none if absent. */
  created?: string;
  updated?: string;
  failure: MutationConsequences['failure'];
  /** Further tables whose queries depend on the record. */
  alsoChanges?: readonly TableName[];
};

/**
 * The `meta` of every save: lists show the returned row, and a message offers the undo. A save that returns a conflict
 * has neither.
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
  /** The noun of the second line after several deletions, after their number: 'produtos excluídos'. */
  many: string;
  failure: MutationConsequences['failure'];
};

/** The `meta` of every deletion: a question before it, and a message that offers the undo. */
export function deleteMeta(table: TableName, { many, ...texts }: DeleteTexts) {
  return {
    ...texts,
    invalidates: [[table]],
    // Without a deletion of their own, the user would restore what another one deleted.
    undo: (end: unknown, id: string | number): Undoable | undefined =>
      end === 'missing' ? undefined : { table, id },
    together: (ids: readonly unknown[]) =>
      ids.length > 1 ? `${formatCount(ids.length)} ${many}` : '',
  };
}

/**
 * Throws if the user lost the permission for the area, for example by a change of role. Row-level security refuses an
 * update or a deletion without an error, by changing no row. `record_authors` refuses with an error.
 */
export async function requirePermission(area: TableName, id: StoredRow['id']) {
  await unwrap(rest.rpc('record_authors', { area, record_ids: [String(id)] }));
}

/** The undo that the message after a copy offers. */
export function copiedUndo(table: TableName) {
  return ({ id }: { id: string | number }): Undoable => ({ table, id, version: 1 });
}

/** `repeated`: an earlier attempt, whose response was lost, has deleted the record. */
type DeletionEnd = 'deleted' | 'repeated' | 'missing';

/** Deletes a record, then the picture of its `picture` column unless another record uses it. */
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

/** Runs the deletion of a record, and distinguishes a repeated deletion from that of another user. */
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

/** The deletions whose response was lost. */
const unanswered = new Set<string>();

/**
 * Moves the pictures of a record that is deleted already to the trash: the response to the deletion, which lists them,
 * may have been lost. The history has their URLs; it is refused to a user who may not delete the record.
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
