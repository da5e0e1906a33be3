import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { findControls } from './move-focus.ts';

/**
 * Moves the focus when the row with the focus is removed from a list: to the same control of the next row, else of the
 * previous row, else to the page (`#conteudo`). Without this hook, the browser moves the focus to `<body>`. `frame` is
 * the element around the rows; `items` is the CSS selector of the rows. The component must render again when the rows
 * change.
 */
export function useFocusAfterRowRemoval(frame: RefObject<HTMLElement | null>, items: string) {
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
        focused.current = { item, index, control: findControls(item).indexOf(target) };
      };
      const onFocusOut = ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && !around.contains(relatedTarget))
          focused.current = undefined;
      };
      // Forget the row on a click outside the list too. If the clicked element is not focusable, `focusout` has no
      // relatedTarget, so `onFocusOut` does not see that the focus has left.
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
    const there = next ? findControls(next) : [];
    const place = there[control ?? 0] ?? there[0] ?? document.getElementById('conteudo');
    place?.focus({ preventScroll: true });
  });
  useLayoutEffect(
    () => () => {
      const around = frame.current;
      if (!around?.contains(document.activeElement)) return;
      // Focus the page if the component is unmounted while the focus is inside: for example, because the list is empty.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.getElementById('conteudo')?.focus({ preventScroll: true });
      });
    },
    [frame],
  );
}
