import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { StoredFile } from '#data/pictures.ts';
import { invalidateInAllTabs } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { moveFilesToTrash } from '#data/unused-pictures.ts';
import { unwrap, unwrapAs } from '#data/unwrap.ts';
import { loadCode } from '#lib/load-code.ts';
import { unionByStatus, isNumber, isObject, isText, listOf, objectOf } from '#lib/shape.ts';

// Reads the history, undoes batches and restores records with database functions, which the migrations document.

/** A column's value in the stored history. */
export type ColumnValue = string | number | boolean | null;
export type ColumnValues = Readonly<Record<string, ColumnValue>>;

export type RecordChange = {
  table: string;
  row_id: string;
  kind: 'insert' | 'update' | 'delete' | 'discard' | 'anonymise' | 'export';
  before: ColumnValues | null;
  after: ColumnValues | null;
};

/** The kinds of batches, with their labels in the activity's filter. */
export const entryKindLabels = {
  insert: 'Criação',
  update: 'Alteração',
  delete: 'Exclusão',
  discard: 'Exclusão de vez',
  sign_in: 'Entrada',
  sign_out: 'Saída',
  failed: 'Senha errada',
  refused: 'Recusa',
  recovery: 'Pedido de nova senha',
  password: 'Alteração de senha',
  sessions: 'Encerramento de sessão',
  factor_on: 'Ativação da verificação em duas etapas',
  factor_off: 'Remoção da verificação em duas etapas',
  factor_removed: 'Remoção da verificação por um Administrador',
  export: 'Exportação',
  read: 'Consulta em massa',
  anonymise: 'Anonimização',
  load: 'Dados de demonstração',
  retention: 'Remoção de histórico antigo',
} as const;
export type EntryKind = keyof typeof entryKindLabels;

/** A batch of the history: changes of records, or an event without changes, for example a sign-in. */
export type HistoryEntry = {
  batch: number;
  /** ISO 8601. */
  at: string;
  /** The name of the user at that time; null for the system. */
  actor: string | null;
  area: string;
  record_id: string;
  kind: EntryKind;
  title: string | null;
  undoes: number | null;
  /** The details of the batch, for example of a bulk change or an import; null if there are none. */
  note: EntryNote | null;
  /** Whether the user confirmed a doubtful value of this record. `note.confirmed` counts these records of the batch. */
  confirmed?: boolean;
  undone: boolean;
  undoable: boolean;
  /**
   * A count whose meaning depends on `kind`: failures or refusals within an hour, read or exported rows, ended
   * sessions, or batches that were removed from the history. Null for other batches.
   */
  amount: number | null;
  /** The number of records, counted up to 1,000; `mixed` if the records belong to several areas. */
  records: { count: number; mixed: boolean };
  changes: readonly RecordChange[];
  /** The URLs in `changes` at which there is no file, because it was moved to the trash or deleted. */
  missing_pictures: readonly string[];
};

export type EntryNote = {
  bulk?: BulkChange;
  count?: number;
  /** The number of records with doubtful values that the user confirmed. */
  confirmed?: number;
  /** The moved record, with its old and new position. */
  moved?: { id: string; title: string; from: number; to: number };
  /** The number of pictures that an import of pictures added. */
  pictures?: number;
  /** An import of a spreadsheet: the numbers of created and changed records. */
  import?: { created: number; changed: number };
};

/** A bulk change, in the format of the database function `plan_change`. */
export type BulkChange =
  | { kind: 'set'; column: string; value: ColumnValue }
  | { kind: 'delete' }
  | AreaBulkChange;

/** A bulk change that only one area offers. `RecordWords.changeText` of that area describes it. */
export type AreaBulkChange = AreaBulkChangesByKind[keyof AreaBulkChangesByKind] & ColumnValues;

/** The bulk changes that only one area offers, keyed by `kind`. The schema.ts of the area declares them. */
export interface AreaBulkChangesByKind {}

export type HistoryPage = {
  entries: readonly HistoryEntry[];
  /** In the history of a record: the cursor of the next page; null at the end. */
  next?: number | null;
  /** The names of the records to which columns refer, keyed by record id. */
  names: RecordNames;
};
export type RecordNames = Readonly<Record<string, string>>;

/** Returns the query of a record's batches, newest first. */
export function recordHistoryQuery(area: string, id: string) {
  return infiniteQueryOptions({
    queryKey: ['history', area, id],
    queryFn: ({ pageParam, signal }) =>
      unwrapAs(
        rest.rpc('record_history', { area, record_id: id, before: pageParam }).abortSignal(signal),
        isHistoryPage,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export type ActivityFilters = Readonly<
  Partial<Record<'actor' | 'area' | 'kind' | 'from' | 'to' | 'changed', string>>
>;

/** Returns the query of the batches of all users, newest first. */
export function activityQuery(filters: ActivityFilters) {
  return infiniteQueryOptions({
    queryKey: ['history', 'activity', filters],
    queryFn: ({ pageParam, signal }) =>
      unwrapAs(
        rest.rpc('activity', { filters, before: pageParam }).abortSignal(signal),
        isHistoryPage,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.entries.length < 50 ? undefined : page.entries.at(-1)?.batch),
  });
}

/** Returns the query of the last `size` batches that changed a record, by any user. */
export function lastEntriesQuery(size: number) {
  return queryOptions({
    queryKey: ['history', 'last', size],
    queryFn: ({ signal }) =>
      unwrapAs(
        rest.rpc('activity', { size, filters: { changed: true } }).abortSignal(signal),
        isHistoryPage,
      ),
  });
}

/** Returns the query of the records of a batch with their changes, ordered by id. */
export function batchRecordsQuery(batch: number) {
  return infiniteQueryOptions({
    queryKey: ['history', 'batch', batch],
    queryFn: ({ pageParam, signal }) =>
      unwrapAs(
        rest
          .rpc('batch_records', { batch, after: pageParam, size: recordsAtOnce })
          .abortSignal(signal),
        isHistoryPage,
      ),
    initialPageParam: '',
    getNextPageParam: ({ entries }) =>
      entries.length < recordsAtOnce ? undefined : entries.at(-1)?.record_id,
  });
}

const recordsAtOnce = 50;

const isHistoryPage = objectOf<HistoryPage>({
  entries: listOf(
    objectOf<HistoryEntry>({
      batch: isNumber,
      at: isText,
      area: isText,
      kind: isText,
      changes: Array.isArray,
    }),
  ),
  names: isObject,
});

/** A conflict of an undo, about which the user must decide. `UndoDecisions` has the decision under the same `key`. */
export type UndoConflict = {
  key: string;
  /**
   * `changed`: the column was changed again later. `taken`: another record uses the unique value. `pictures`: the
   * pictures were changed again later. `later`: a created record was changed later.
   */
  kind: 'changed' | 'taken' | 'pictures' | 'later';
  area: string;
  title: string | null;
  column?: string;
  was?: ColumnValue;
  now?: ColumnValue;
  holder?: string;
  /** The columns that an undo restores only together, `column` included. */
  unit?: readonly string[];
  /** The version of the record that the conflict describes; absent if the record is deleted. */
  version?: number | null;
};

/**
 * The user's decisions, keyed by the `key` of the conflict: keep the current value, restore the earlier value if the
 * record still has this `version`, or use a different `value`. If the user keeps one column of a `unit`, the undo keeps
 * all columns of that unit.
 */
export type UndoDecisions = Record<
  string,
  'keep' | { version: number | null | undefined; value?: string }
>;

type Files = {
  returning_files?: StoredFile[];
  removed_files?: StoredFile[];
  /** The number of pictures that cannot be restored: their files were deleted. */
  lost_pictures?: number;
};
type Undone = Files & {
  status: 'undone' | 'nothing';
  batch: number | null;
  /** The number of records that the last or only step did not undo completely; absent for 0. */
  left?: number;
  /** Whether some restored users have no password and cannot sign in. */
  closed_logins?: boolean;
};
export type UndoResponse =
  | Undone
  /**
   * One step of an undo of many records. `records`: the number of records in the step. `left`: the number of records
   * that the step did not undo completely, for example because they were changed later. `after`: the cursor of the next
   * step.
   */
  | (Files & { status: 'undoing'; records: number; left: number; after: string })
  | { status: 'conflict'; conflicts: UndoConflict[]; names: RecordNames };

const isUndone = unionByStatus<Undone>({ undone: {}, nothing: {} });
const isUndoAnswer = unionByStatus<UndoResponse>({
  undone: {},
  nothing: {},
  undoing: { records: isNumber, left: isNumber, after: isText },
  conflict: { conflicts: Array.isArray, names: isObject },
});

/**
 * Undoes a batch, or with `only` its changes of one record. More than `size` records are undone in steps: each call
 * runs one step, and `after` is the cursor from the previous step. If undecided conflicts remain:
 * - an undo that fits into one step writes nothing and returns these conflicts
 * - an undo of several steps does not change the values in conflict
 */
export async function undoBatch(
  batch: number,
  decisions: UndoDecisions,
  { only, after, size }: { only?: string; after?: string; size?: number },
) {
  const request = { batch, decisions, only_record: only, after, size };
  return finishUndo(await unwrapAs(rest.rpc('undo_batch', request), isUndoAnswer));
}

/**
 * Restores a record to its state after the batch of the entry. With `column`, restores only that column and the other
 * columns of its unit (`UndoConflict.unit`) to their values before the batch.
 */
export async function restoreRecord({ area, record_id, batch }: HistoryEntry, column?: string) {
  const request = { area, record_id, batch, column_name: column };
  return finishUndo(await unwrapAs(rest.rpc('restore_record', request), isUndone));
}

/**
 * Returns the id of the batch that wrote this version of a record; without `version`, of the batch that last deleted
 * the record. Returns null if the history has no such batch.
 */
export async function fetchBatchId(area: string, id: string | number, version?: number) {
  return unwrap(rest.rpc('batch_of', { area, record_id: String(id), version }));
}

/**
 * Moves the files of restored records back from the trash, and moves unused files to the trash. After the last step,
 * refetches the visible queries. A response with the status `nothing` can list files too: the earlier response that
 * listed these files was perhaps lost.
 */
async function finishUndo<Answer extends UndoResponse>(response: Answer): Promise<Answer> {
  if (response.status === 'conflict') return response;
  const { returning_files: returning = [], removed_files: removed = [] } = response;
  if (returning.length > 0) {
    const { restoreTrashedFiles } = await loadCode(() => import('#data/trashed-pictures.ts'));
    await restoreTrashedFiles(returning);
  }
  if (removed.length > 0) moveFilesToTrash(removed);
  if (response.status !== 'undoing') invalidateInAllTabs();
  return response;
}
