import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { controls } from './move-focus.ts';

/**
 * A focus in a row that is removed from a list moves to the same control of the row that takes its place, else of the
 * one before it, else to the page, instead of falling to the top. `items` selects the rows; the component that calls it
 * renders when they change.
 */
export function useKeepFocus(frame: RefObject<HTMLElement | null>, items: string) {
  const focused = useRef<{ item: Element; index: number; control: number }>(undefined);
  useEffect(
    function noteFocusedRow() {
      const around = frame.current;
      if (!around) return;
      const ended = new AbortController();
      const onFocusIn = ({ target }: FocusEvent) => {
        const item = target instanceof HTMLElement && target.closest(items);
        if (!item) return;
        const index = [...around.querySelectorAll(items)].indexOf(item);
        focused.current = { item, index, control: controls(item).indexOf(target) };
      };
      const onFocusOut = ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !around.contains(relatedTarget))
          focused.current = undefined;
      };
      // A press beside everything leaves the list too.
      const onPointerDown = ({ target }: PointerEvent) => {
        if (target instanceof Node && !around.contains(target)) focused.current = undefined;
      };
      around.addEventListener('focusin', onFocusIn, ended);
      around.addEventListener('focusout', onFocusOut, ended);
      document.addEventListener('pointerdown', onPointerDown, ended);
      return () => ended.abort();
    },
    [frame, items],
  );
  useLayoutEffect(function moveFocusOfRemovedRow() {
    const { item, index, control } = focused.current ?? {};
    if (!item || item.isConnected || document.activeElement !== document.body) return;
    focused.current = undefined;
    const rows = [...(frame.current?.querySelectorAll(items) ?? [])];
    const next = rows[Math.min(index ?? 0, rows.length - 1)];
    const there = next ? controls(next) : [];
    const place = there[control ?? 0] ?? there[0] ?? document.getElementById('conteudo');
    place?.focus({ preventScroll: true });
  });
  useLayoutEffect(
    () => () => {
      const around = frame.current;
      if (!around?.contains(document.activeElement)) return;
      // The list is replaced by what says that it is empty.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.getElementById('conteudo')?.focus({ preventScroll: true });
      });
    },
    [frame],
  );
}
