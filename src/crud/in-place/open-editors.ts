import { useMemo, useState } from 'react';
import type { NamedRow } from '../rows.queries.ts';
import { isOfServer, useFailedEdits } from './edited-rows.ts';
import type { FailedEdit } from './edited-rows.ts';

/** A row to edit, and its field to focus: by default the first one. */
export type EditorPlace = { id: NamedRow['id']; field?: string };

/**
 * A row in whose editor the user has typed, with its position in the list and the focused field; `isLeft` after the
 * change was sent or discarded.
 */
type EditedRow<Row> = {
  row: Row;
  index: number;
  field?: string;
  paramsKey: string;
  isLeft?: boolean;
};

export type OpenEditors = {
  /** The editor that was opened last. */
  place: EditorPlace | undefined;
  open: (next: EditorPlace | undefined) => void;
  /** The editors with typed text: they stay open when another one opens. */
  typed: ReadonlyMap<NamedRow['id'], Pick<EditorPlace, 'field'>>;
  /** The failed saves of the rows: their editors open again. */
  failures: ReadonlyMap<NamedRow['id'], FailedEdit<unknown>>;
  noteTyped: (id: NamedRow['id']) => void;
  /** Forgets the typed text of one row, or of all rows. */
  forgetTyped: (id?: NamedRow['id']) => void;
};

/**
 * The open editors of a list, and its rows. A row with typed text or a failed save stays in its place when a refetch no
 * longer has it, for example because another user changed its status.
 */
export function useOpenEditors<Row extends Pick<NamedRow, 'id'>>(
  table: string,
  listed: readonly Row[] | undefined,
  paramsKey: string,
): OpenEditors & { rows: readonly Row[] | undefined } {
  const [place, open] = useState<EditorPlace>();
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
      return !isLeft || (failed && isOfServer(failed.error));
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

/** The rows with the missing edited ones at their former positions; the same array if none is missing. */
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
