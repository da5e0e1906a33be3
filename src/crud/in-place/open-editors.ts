import { useMemo, useState } from 'react';
import type { NamedRow } from '../rows.queries.ts';

/** A row to edit, and its field to focus: by default the first one. */
export type EditorPlace = { id: NamedRow['id']; field?: string };

/** A row in whose editor the user has typed, with its position in the list and the focused field. */
type TypedRow<Row> = { row: Row; index: number; field?: string; paramsKey: string };

export type OpenEditors = {
  /** The editor that was opened last. */
  place: EditorPlace | undefined;
  open: (next: EditorPlace | undefined) => void;
  /** The editors with typed text: they stay open when another one opens. */
  typed: ReadonlyMap<NamedRow['id'], Pick<EditorPlace, 'field'>>;
  noteTyped: (id: NamedRow['id']) => void;
  /** Forgets the typed text of one row, or of all rows. */
  forgetTyped: (id?: NamedRow['id']) => void;
};

/**
 * The open editors of a list, and its rows. A row with typed text stays in its place when a refetch no longer has it,
 * for example because another user changed its status.
 */
export function useOpenEditors<Row extends Pick<NamedRow, 'id'>>(
  listed: readonly Row[] | undefined,
  paramsKey: string,
): OpenEditors & { rows: readonly Row[] | undefined } {
  const [place, open] = useState<EditorPlace>();
  const [typed, setTyped] = useState<ReadonlyMap<NamedRow['id'], TypedRow<Row>>>(new Map());
  const rows = useMemo(() => withTyped(listed, typed, paramsKey), [listed, typed, paramsKey]);
  return {
    rows,
    place,
    open,
    typed,
    noteTyped(id) {
      const index = rows?.findIndex((row) => row.id === id) ?? -1;
      const row = rows?.[index];
      if (!row || typed.has(id)) return;
      const field = place?.id === id ? place.field : undefined;
      setTyped(new Map(typed).set(id, { row, index, field, paramsKey }));
    },
    forgetTyped(id) {
      setTyped((now) => new Map([...now].filter(([each]) => id !== undefined && each !== id)));
    },
  };
}

/** The rows with the missing typed ones at their former positions; the same array if none is missing. */
function withTyped<Row extends Pick<NamedRow, 'id'>>(
  listed: readonly Row[] | undefined,
  typed: ReadonlyMap<NamedRow['id'], TypedRow<Row>>,
  paramsKey: string,
): readonly Row[] | undefined {
  const missing = [...typed.values()].filter(
    ({ row, paramsKey: of }) => of === paramsKey && !listed?.some(({ id }) => id === row.id),
  );
  if (!listed || missing.length === 0) return listed;
  const rows = [...listed];
  for (const { row, index } of missing.toSorted((one, other) => one.index - other.index))
    rows.splice(index, 0, row);
  return rows;
}
