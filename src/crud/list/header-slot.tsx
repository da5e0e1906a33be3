import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Puts a page's search and filters into the header, which belongs to the shell (#header-slot). */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<Element | null>(null);
  if (slot) return createPortal(children, slot);
  // Shell and page may appear in one go: looked for once both are in the document, and before they are painted.
  return <span hidden ref={() => setSlot(document.getElementById('header-slot'))} />;
}
