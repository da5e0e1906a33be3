import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { shared } from '#lib/shared.ts';

/** A mark of a row. A `copy` is scrolled into view and marked as long as it is shown, a `saved` row for a second. */
type Mark = { id: string | number; as: 'copy' | 'saved' };

/** Marks the row of the record with this id as soon as a list shows it. */
export function markRow(id: Mark['id'], as: Mark['as']) {
  const marked = { id, as };
  mark.set(marked);
  // Forget the mark if no list with that row is shown soon.
  if (as === 'saved') setTimeout(() => forget(marked), patience);
}

/** Marks the row in a list once it is rendered; `list` is the element around the rows. */
export function useMarkedRow(list: RefObject<HTMLElement | null>, rows: readonly unknown[] = []) {
  const marked = useSyncExternalStore(mark.subscribe, mark.get);
  const shown = useRef<Mark>(undefined);
  useEffect(
    function showRow() {
      const link = marked && list.current?.querySelector(`.row-link[href$="/${marked.id}"]`);
      const row = rows.length > 0 && link?.closest('tr');
      if (!marked || !row) return;
      row.setAttribute('data-marked', marked.as);
      // Scroll once, not at each refetch of the list.
      if (marked.as === 'copy' && shown.current !== marked)
        row.scrollIntoView({ block: 'nearest' });
      shown.current = marked;
      const timer = marked.as === 'saved' ? setTimeout(() => forget(marked), tint) : undefined;
      return () => {
        clearTimeout(timer);
        row.removeAttribute('data-marked');
      };
    },
    [marked, list, rows],
  );
  useEffect(function forgetOnUnmount() {
    return () => forget(mark.get());
  }, []);
}

function forget(marked: Mark | undefined) {
  if (mark.get() === marked) mark.set(undefined);
}

/** The duration of the mark of a saved row, in milliseconds. */
const tint = 1000;
/** The time to wait for a list with the saved row, in milliseconds. */
const patience = 5000;

const mark = shared<Mark | undefined>(undefined);
