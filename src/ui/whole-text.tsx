import { useEffect, useEffectEvent, useRef } from 'react';
import type { FocusEvent, PointerEvent, ReactNode } from 'react';
import { openBelow } from './open-below.ts';

export type WholeTextProps = { className: string; children: ReactNode };

/**
 * Around a table with truncated cells: shows the whole text of the hovered cell, and of all cells of the focused row.
 * Escape hides it (WCAG 1.4.13).
 */
export function WholeText({ className, children }: WholeTextProps) {
  const tip = useRef<HTMLParagraphElement>(null);
  const timer = useRef(0);
  const shown = useRef<Element>(undefined);
  function show(of: Element | undefined, cells: Element[]) {
    const cut = cells.filter((cell) => wholeOf(cell) ?? cell.scrollWidth > cell.clientWidth);
    shown.current = of;
    clearTimeout(timer.current);
    tip.current?.hidePopover();
    if (cut.length > 0) timer.current = window.setTimeout(() => open(tip.current, cut), rest);
  }
  function point(event: PointerEvent) {
    const cell = cellUnder(event);
    if (cell !== shown.current) show(cell, cell ? withParts(cell) : []);
  }
  function focus({ target }: FocusEvent) {
    const row = target.matches(':focus-visible') ? target.closest('tr') : null;
    if (row) show(row, [...row.cells].flatMap(withParts));
  }
  const hide = () => show(undefined, []);
  const putAway = useEffectEvent(() => show(shown.current, []));
  useEffect(function hideOnEscape() {
    // The handler is on the document: the pointer may hover here while the focus is elsewhere.
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && putAway();
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      clearTimeout(timer.current);
    };
  }, []);
  return (
    // The handlers only show text that the page already contains.
    <div
      role="presentation"
      className={className}
      onPointerMove={point}
      onPointerLeave={hide}
      onFocus={focus}
      onBlur={hide}
    >
      {children}
      {/* Rendered by CSS: screen readers and searches of the page find each text once, in its cell. */}
      <p
        ref={tip}
        popover="manual"
        aria-hidden="true"
        className="appear pointer-events-none fixed inset-auto m-0 max-w-96 rounded-control bg-ink px-2.5 py-1.5 text-xs whitespace-pre-line text-canvas shadow-floating after:content-[attr(data-text)]"
      />
    </div>
  );
}

/** Milliseconds of hover before the text is shown. */
const rest = 250;

function open(tip: HTMLElement | null, cut: Element[]) {
  const [first] = cut;
  if (!tip || !(first instanceof HTMLElement)) return;
  tip.dataset.text = cut.map((cell) => wholeOf(cell) ?? cell.textContent).join('\n');
  tip.showPopover();
  // If none of the cells is visible, show the text under the name of their row.
  const seen = cut.find((cell) => (cell.closest('td, th')?.clientWidth ?? 0) > 1);
  openBelow(seen ?? first.closest('tr') ?? first, tip, 'start');
}

/** Finds the cell by the pointer's coordinates: between two columns, the event's target is the row itself. */
function cellUnder({ target, clientX }: PointerEvent): Element | undefined {
  const row = target instanceof Element ? target.closest('tr') : null;
  return row
    ? [...row.cells].find((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        return left <= clientX && clientX <= right;
      })
    : undefined;
}

/** The whole text of a cell; undefined if it is not truncated. */
function wholeOf(cell: Element): string | undefined {
  return cell instanceof HTMLElement ? cell.dataset['whole'] : undefined;
}

/** A cell and its children: each may have its own ellipsis. Text for screen readers only is never truncated. */
function withParts(cell: Element): Element[] {
  const parts = [...cell.querySelectorAll(':scope > *, :scope > * > *')];
  return [cell, ...parts.filter((part) => !part.matches('.sr-only'))];
}
