import { useEffect, useEffectEvent, useRef } from 'react';
import type { FocusEvent, PointerEvent, ReactNode } from 'react';
import { placePopover } from './place-popover.ts';

export type TruncatedTextTooltipProps = { className: string; children: ReactNode };

/**
 * An element around a table with truncated cells. A tooltip shows the full text of the hovered cell, or of all
 * truncated cells of the row with keyboard focus. Escape hides the tooltip (WCAG 1.4.13).
 */
export function TruncatedTextTooltip({ className, children }: TruncatedTextTooltipProps) {
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
    // Listen on the window: the pointer can hover over a cell while the focus is outside of the table.
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && putAway();
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      clearTimeout(timer.current);
    };
  }, []);
  return (
    // The role `presentation` is correct, because the handlers only show text that the page already contains.
    <div
      role="presentation"
      className={className}
      onPointerMove={point}
      onPointerLeave={hide}
      onFocus={focus}
      onBlur={hide}
    >
      {children}
      {/* CSS renders the text, so that screen readers and Ctrl+F find it only once, in its cell. */}
      <p
        ref={tip}
        popover="manual"
        aria-hidden="true"
        className="appear pointer-events-none fixed inset-auto m-0 max-w-96 rounded-control bg-ink px-2.5 py-1.5 text-xs whitespace-pre-line text-canvas shadow-floating after:content-[attr(data-text)]"
      />
    </div>
  );
}

/** Milliseconds of hover or focus before the tooltip opens. */
const rest = 250;

function open(tip: HTMLElement | null, cut: Element[]) {
  const [first] = cut;
  if (!tip || !(first instanceof HTMLElement)) return;
  tip.dataset.text = cut.map((cell) => wholeOf(cell) ?? cell.textContent).join('\n');
  tip.showPopover();
  // If none of the truncated cells is visible, show the text under their row.
  const seen = cut.find((cell) => (cell.closest('td, th')?.clientWidth ?? 0) > 1);
  placePopover(seen ?? first.closest('tr') ?? first, tip, 'start');
}

/**
 * Returns the cell at the pointer's position. Do not use the event's target: above and below the text of a cell, the
 * target is the row itself. If two cells are one above the other, returns the cell with less distance to the pointer.
 */
function cellUnder({ target, clientX, clientY }: PointerEvent): Element | undefined {
  const row = target instanceof Element ? target.closest('tr') : null;
  if (!row) return undefined;
  const boxes = [...row.cells].map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
  const distanceTo = ({ box }: (typeof boxes)[number]) =>
    Math.max(box.top - clientY, clientY - box.bottom, 0);
  return boxes
    .filter(({ box }) => box.left <= clientX && clientX <= box.right)
    .toSorted((a, b) => distanceTo(a) - distanceTo(b))[0]?.cell;
}

/** Returns the attribute `data-whole`: the full text of an element that shows less. Undefined without the attribute. */
function wholeOf(cell: Element): string | undefined {
  return cell instanceof HTMLElement ? cell.dataset['whole'] : undefined;
}

/**
 * Returns a cell with its children and grandchildren, because each element can have its own ellipsis. Leaves out text
 * that only screen readers read.
 */
function withParts(cell: Element): Element[] {
  const parts = [...cell.querySelectorAll(':scope > *, :scope > * > *')];
  return [cell, ...parts.filter((part) => !part.matches('.sr-only'))];
}
