import { useState } from 'react';
import type { NamedRow } from '../rows.queries.ts';

/** A row to edit, and its field to focus: by default the first one. */
export type EditorPlace = { id: NamedRow['id']; field?: string };

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

/** The open editors of a list. */
export function useOpenEditors(): OpenEditors {
  const [place, open] = useState<EditorPlace>();
  const [typed, setTyped] = useState<OpenEditors['typed']>(new Map());
  return {
    place,
    open,
    typed,
    noteTyped(id) {
      const field = place?.id === id ? place.field : undefined;
      if (!typed.has(id)) setTyped(new Map(typed).set(id, { field }));
    },
    forgetTyped(id) {
      setTyped((now) => new Map([...now].filter(([each]) => id !== undefined && each !== id)));
    },
  };
}
