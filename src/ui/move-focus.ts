import type { KeyboardEvent } from 'react';

/** Moves the focus on ↓ and ↑: from a search box to the first link under it, between the links, and back to the box. */
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
 * Moves the focus out of a row, tile or list item that is about to be removed: to the same control of the next item,
 * else of the previous item, else to the page (`#conteudo`). Without this call, the browser would move the focus to
 * `<body>`. Does nothing if the focus is elsewhere.
 */
export function moveFocusToSibling(leaving: Element): void {
  if (!leaving.contains(document.activeElement)) return;
  const place = findControls(leaving).indexOf(document.activeElement as HTMLElement);
  const beside = leaving.nextElementSibling ?? leaving.previousElementSibling;
  const there = beside ? findControls(beside) : [];
  const next = there[place] ?? there[0] ?? document.getElementById('conteudo');
  next?.focus({ preventScroll: true });
}

/** Returns the links, buttons and form controls in a row, a tile or an item of a list. */
export function findControls(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')];
}

/**
 * Moves the focus back to `before`, after the focused control was unmounted. If `before` is unmounted or hidden,
 * focuses the link of the same record in the list, else the page (`#conteudo`).
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
