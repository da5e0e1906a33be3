import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * The container of a page's search and filters. It exists before the header renders, so that header and page can
 * render at the same time, and neither has to render again.
 */
const slot = document.createElement('div');
slot.className = 'contents';

/** Puts a page's search and filters into the header, which belongs to the shell. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  return createPortal(children, slot);
}

/** The place in the header: #header-slot. */
export function HeaderSlotPlace({ className }: { className?: string }) {
  return <div id="header-slot" ref={showSlot} className={className} />;
}

/** A stable ref callback: moving the container again would lose the focus inside. */
function showSlot(place: HTMLElement | null) {
  place?.append(slot);
}
