import { useEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { openBelow } from './open-below.ts';

/**
 * Around a table whose cells end in an ellipsis: shows the whole text of the cell under the pointer, and
 * of all cells of the row that has the focus. Escape puts it away (WCAG 1.4.13).
 */
export function WholeText({ children }: { children: ReactNode }) {
  const tip = useRef<HTMLParagraphElement>(null);
  const timer = useRef(0);
  function show(cells: Element[]) {
    const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth);
    clearTimeout(timer.current);
    tip.current?.hidePopover();
    if (cut.length > 0) timer.current = window.setTimeout(() => open(tip.current, cut), rest);
  }
  const hide = () => show([]);
  useEffect(function endWithThePage() {
    return () => clearTimeout(timer.current);
  }, []);
  return (
    // The handlers only show what is there already.
    <div
      role="presentation"
      onPointerOver={({ target }: PointerEvent) => show(partsOf(target, 'td'))}
      onPointerLeave={hide}
      onFocus={({ target }: FocusEvent) =>
        target.matches(':focus-visible') && show(partsOf(target, 'tr'))
      }
      onBlur={hide}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && hide()}
    >
      {children}
      {/* Drawn by CSS: readers and searches of the page find each text once, in its cell. */}
      <p
        ref={tip}
        popover="manual"
        aria-hidden="true"
        className="appear pointer-events-none fixed inset-auto m-0 max-w-96 rounded-control bg-ink px-2.5 py-1.5 text-xs whitespace-pre-line text-canvas shadow-floating after:content-[attr(data-text)]"
      />
    </div>
  );
}

/** Milliseconds that a pointer rests before it means to read. */
const rest = 250;

function open(tip: HTMLElement | null, cut: Element[]) {
  const [first] = cut;
  if (!tip || !(first instanceof HTMLElement)) return;
  tip.dataset.text = cut.map(({ textContent }) => textContent).join('\n');
  tip.showPopover();
  openBelow(first, tip);
}

/** The cells in question and what they hold: each may have an ellipsis of its own. */
function partsOf(target: EventTarget, within: 'td' | 'tr'): Element[] {
  const area = target instanceof Element ? target.closest(within) : null;
  if (!area) return [];
  return [area, ...area.querySelectorAll('*')].filter((each) =>
    each.matches('td, td > *, td > * > *'),
  );
}
