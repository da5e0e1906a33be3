import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { safeLocalStorage } from '#lib/local-store.ts';

export type EditingHintProps = {
  /** The element around the list with editable rows. */
  frame: RefObject<HTMLElement | null>;
};

/** Renders the hint 'F2 altera aqui' in the first row that gets keyboard focus, once in each browser. */
export function EditingHint({ frame }: EditingHintProps) {
  const [row, setRow] = useState<Element>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(
    function showAtFirstFocus() {
      const ended = new AbortController();
      if (!safeLocalStorage.get(key)) frame.current?.addEventListener('focusin', onFocus, ended);
      function onFocus({ target }: FocusEvent) {
        const focused = target instanceof Element && target.matches(':focus-visible') && target;
        const found = focused && focused.closest('tbody tr');
        if (!found) return;
        ended.abort();
        safeLocalStorage.set(key, 'sim');
        setRow(found);
      }
      return () => ended.abort();
    },
    [frame],
  );
  useEffect(
    function hideOnFocusOut() {
      const ended = new AbortController();
      row?.addEventListener(
        'focusout',
        (event) => {
          const to = (event as FocusEvent).relatedTarget; // Only FocusEvent has relatedTarget
          if (!(to instanceof Node) || !row.contains(to)) setRow(undefined);
        },
        ended,
      );
      return () => ended.abort();
    },
    [row],
  );
  useLayoutEffect(function placeInRow() {
    const [line, around] = [row, frame.current].map((each) => each?.getBoundingClientRect());
    // Place the hint before the amount or, if the row shows no amount, before the actions.
    const next = row?.querySelector('.amount, .actions')?.getBoundingClientRect();
    if (!line || !around || !box.current) return;
    box.current.style.top = `${line.top + line.height / 2 - around.top}px`;
    box.current.style.right = `${around.right - (next ?? line).left}px`;
  });
  return (
    // Render the live region before its text: a screen reader announces only changes of a live region.
    <div
      ref={box}
      aria-live="polite"
      // Hidden on a touch device: it has no F2 key, and the hint would cover the name of the row.
      className="row-hint pointer-events-none absolute z-2 -translate-y-1/2 [@media(hover:none)]:hidden"
    >
      {row && (
        <p className="rounded-control border border-accent bg-surface px-2 py-0.5 text-xs font-medium text-accent shadow-raised">
          F2 altera aqui
        </p>
      )}
    </div>
  );
}

const key = 'vitrine:f2';
