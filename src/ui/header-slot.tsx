import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * What a page's search and filters are drawn into. It is there before the header is: header and page appear in one
 * go, and neither is drawn again for the other.
 */
const slot = document.createElement('div');
slot.className = 'contents';

/** Puts a page's search and filters into the header, which belongs to the shell. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  return createPortal(children, slot);
}

/** Where the header shows them: #header-slot. */
export function HeaderSlotPlace({ className }: { className?: string }) {
  return <div id="header-slot" ref={showSlot} className={className} />;
}

/** The same function at every drawing: moved once more, what is typed into would lose the focus. */
function showSlot(place: HTMLElement | null) {
  place?.append(slot);
}
