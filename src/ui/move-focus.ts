import type { KeyboardEvent } from 'react';

/**
 * Moves the focus by ↓ and ↑ from a search box through the links under it and back. The box counts as the stop before
 * the first link.
 */
export function moveFocusByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  // The index is -1 if the focus is on the clear button beside the box: treat it as the box.
  const now = Math.max(stops.indexOf(document.activeElement as HTMLElement), 0);
  event.preventDefault();
  stops[Math.min(Math.max(now + step, 0), stops.length - 1)]?.focus();
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Call before a row, tile or list item is removed. If it has the focus, the focus moves to the same control of the next
 * item, else of the previous item, else to the page. Without this call, it would move to the top of the window.
 */
export function moveFocusBeside(leaving: Element): void {
  if (!leaving.contains(document.activeElement)) return;
  const place = controls(leaving).indexOf(document.activeElement as HTMLElement);
  const beside = leaving.nextElementSibling ?? leaving.previousElementSibling;
  const there = beside ? controls(beside) : [];
  const next = there[place] ?? there[0] ?? document.getElementById('conteudo');
  next?.focus({ preventScroll: true });
}

/** The focusable controls of a row, a tile or an item of a list. */
export function controls(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')];
}

/**
 * After the pressed control was unmounted, returns the focus to `before`. If that was unmounted too, focuses the row of
 * the same record, else the page.
 */
export function returnFocus(before: Element | null): void {
  const link = before?.closest('tr')?.querySelector('.row-link')?.getAttribute('href');
  const places = [
    before?.isConnected && before !== document.body ? before : null,
    link ? document.querySelector(`.row-link[href="${CSS.escape(link)}"]`) : null,
    document.getElementById('conteudo'),
  ];
  const place = places.find((each) => each instanceof HTMLElement && each.checkVisibility());
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
