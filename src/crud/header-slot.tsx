import { useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Puts a page's search and filters into the header, which belongs to the shell (#header-slot). */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(function findSlot() {
    setSlot(document.getElementById('header-slot'));
  }, []);
  return slot && createPortal(children, slot);
}
