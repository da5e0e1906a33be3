import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { createStore } from '#lib/create-store.ts';

/**
 * The record whose row is highlighted. A `saved` row is highlighted for one second. A `copy` is highlighted until the
 * list unmounts, or until the next call of `highlightRow`.
 */
type Mark = { id: string | number; as: 'copy' | 'saved' };

/** Highlights the row of the record with this id when a list renders that row. Ends the highlight of any other row. */
export function highlightRow(id: Mark['id'], as: Mark['as']) {
  const marked = { id, as };
  mark.set(marked);
  // End the highlight of a saved row that no list renders within `waitMs`.
  if (as === 'saved') setTimeout(() => forget(marked), waitMs);
}

/**
 * Highlights the row of the record in the last call of `highlightRow`. If this row is a copy, scrolls it into view.
 * `list` is the element around the rows.
 */
export function useHighlightedRow(
  list: RefObject<HTMLElement | null>,
  rows: readonly unknown[] = [],
) {
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
      const timer = marked.as === 'saved' ? setTimeout(() => forget(marked), tintMs) : undefined;
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

/** The time for which a saved row is highlighted, in milliseconds. */
const tintMs = 1000;
/** The time to wait for a list with the saved row, in milliseconds. */
const waitMs = 5000;

const mark = createStore<Mark | undefined>(undefined);
