import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Marks the row whose link leads to this address, as soon as a list shows it: 'here is the copy'. */
export function markRow(address: string) {
  marked = address;
  for (const listener of listeners) listener();
}

/** For the link of a row: a marked row is brought into sight, and stays marked for as long as it is shown. */
export function useMarkedRow(address: string) {
  const link = useRef<HTMLAnchorElement>(null);
  const isMarked = useSyncExternalStore(subscribe, () => marked === address);
  useEffect(
    function showRow() {
      const row = link.current?.closest('tr');
      if (!isMarked || !row) return;
      row.dataset.marked = '';
      row.scrollIntoView({ block: 'nearest' });
      return () => {
        delete row.dataset.marked;
        if (marked === address) marked = undefined;
      };
    },
    [isMarked, address],
  );
  return link;
}

let marked: string | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
