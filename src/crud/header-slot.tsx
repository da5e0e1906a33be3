import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Puts a page's search and filters into the header, which belongs to the shell (#header-slot). */
export function HeaderSlot({ children }: { children: ReactNode }) {
  // Shell and page may appear in one go: React looks a second time once both are in the document.
  const slot = useSyncExternalStore(neverChanges, () => document.getElementById('header-slot'));
  return slot && createPortal(children, slot);
}

function neverChanges() {
  return () => {};
}
