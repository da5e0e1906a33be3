import { useMemo, useState } from 'react';
import type { NamedRow } from '../rows.queries.ts';
import { isServerFailure, useFailedEdits } from './edited-rows.ts';
import type { FailedEdit } from './edited-rows.ts';

/** The id of a row to edit, and the name of its field to focus; by default the first field. */
export type EditorTarget = { id: NamedRow['id']; field?: string };

/** A row in whose editor the user has entered something. */
type EditedRow<Row> = {
  row: Row;
  /** The position of the row in the list. */
  index: number;
  /** The `field` of the `EditorTarget` with which the editor opened. */
  field?: string;
  /**
   * The key of the list's parameters when the user began the edit. Only while the list has these parameters,
   * `withEdited` adds a row that a refetch has removed.
   */
  paramsKey: string;
  /** Whether the change was sent or discarded. */
  isLeft?: boolean;
};

export type RowEditorsController = {
  /** The editor that was opened last; undefined after it was closed. */
  place: EditorTarget | undefined;
  open: (next: EditorTarget | undefined) => void;
  /**
   * The rows with entered values that were not sent, keyed by id: the editors of these rows stay open when the user
   * opens the editor of another row.
   */
  typed: ReadonlyMap<NamedRow['id'], Pick<EditorTarget, 'field'>>;
  /** The failed saves, keyed by the id of the row: the editors of these rows open again. */
  failures: ReadonlyMap<NamedRow['id'], FailedEdit<unknown>>;
  /** Call when the user enters something in the editor of a row. */
  noteTyped: (id: NamedRow['id']) => void;
  /** Call when the entered values of one row, or of all rows, were sent or discarded. */
  forgetTyped: (id?: NamedRow['id']) => void;
};

/**
 * Returns the open editors of a list, and its rows. An edited row keeps its position when a refetch no longer returns
 * it, for example because another user changed its status. The row stays until the change is sent or discarded. After a
 * save that failed because of the server or the connection, the row stays too.
 */
export function useOpenEditors<Row extends Pick<NamedRow, 'id'>>(
  table: string,
  listed: readonly Row[] | undefined,
  paramsKey: string,
): RowEditorsController & { rows: readonly Row[] | undefined } {
  const [place, open] = useState<EditorTarget>();
  const [edited, setEdited] = useState<ReadonlyMap<NamedRow['id'], EditedRow<Row>>>(new Map());
  const typed = new Map([...edited].filter(([, { isLeft }]) => !isLeft));
  const all = useMemo(
    () => withEdited(listed, [...edited.values()], paramsKey),
    [listed, edited, paramsKey],
  );
  const failures = useFailedEdits(table, all ?? none);
  const rows = useMemo(() => {
    const kept = [...edited.values()].filter(({ row, isLeft }) => {
      const failed = failures.get(row.id);
      return !isLeft || (failed && isServerFailure(failed.error));
    });
    return withEdited(listed, kept, paramsKey);
  }, [listed, edited, failures, paramsKey]);
  return {
    rows,
    place,
    open,
    typed,
    failures,
    noteTyped(id) {
      const index = rows?.findIndex((row) => row.id === id) ?? -1;
      const row = rows?.[index];
      if (!row || typed.has(id)) return;
      const field = place?.id === id ? place.field : undefined;
      setEdited(new Map(edited).set(id, { row, index, field, paramsKey }));
    },
    forgetTyped(id) {
      setEdited((now) => {
        const row = id !== undefined && now.get(id);
        if (!row) return id === undefined ? new Map() : now;
        return new Map(now).set(id, { ...row, isLeft: true });
      });
    },
  };
}

/** Returns `listed` with the missing edited rows at their former positions; `listed` itself if no row is missing. */
function withEdited<Row extends Pick<NamedRow, 'id'>>(
  listed: readonly Row[] | undefined,
  edited: readonly EditedRow<Row>[],
  paramsKey: string,
): readonly Row[] | undefined {
  const missing = edited.filter(
    ({ row, paramsKey: of }) => of === paramsKey && !listed?.some(({ id }) => id === row.id),
  );
  if (!listed || missing.length === 0) return listed;
  const rows = [...listed];
  for (const { row, index } of missing.toSorted((one, other) => one.index - other.index))
    rows.splice(index, 0, row);
  return rows;
}

const none: never[] = [];
