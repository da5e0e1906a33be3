import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * The container of a page's search and filters. It exists before React renders the header, so that header and page can
 * render at the same time, and neither has to render again.
 */
const slot = document.createElement('div');
slot.className = 'contents';

/** Renders a page's search and filters in the header, which belongs to the shell. */
export function HeaderPortal({ children }: { children: ReactNode }) {
  return createPortal(children, slot);
}

/** The element of the header that shows the content of `HeaderPortal`. */
export function HeaderPortalTarget({ className }: { className?: string }) {
  return <div id="header-slot" ref={showSlot} className={className} />;
}

/**
 * Appends the container to the header. Use the same function in all renders: React calls a ref callback whenever the
 * function changes, and appending the container a second time would remove the focus inside it.
 */
function showSlot(place: HTMLElement | null) {
  place?.append(slot);
}
