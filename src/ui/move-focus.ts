import type { KeyboardEvent } from 'react';

/** ↓ and ↑ lead from a search box into the links under it and back; the box counts as the place before the first. */
export function moveFocusByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  // Focus lies on one of them, or on the clear button beside the box; then -1 counts as the box.
  const now = Math.max(stops.indexOf(document.activeElement as HTMLElement), 0);
  event.preventDefault();
  stops[Math.min(Math.max(now + step, 0), stops.length - 1)]?.focus();
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Before a row, a tile or an item of a list goes: a focus that lies in it moves to the same control of the
 * one that takes its place, else of the one before it, else to the page, instead of falling to the top.
 */
export function moveFocusBeside(leaving: Element): void {
  if (!leaving.contains(document.activeElement)) return;
  const place = controls(leaving).indexOf(document.activeElement as HTMLElement);
  const beside = leaving.nextElementSibling ?? leaving.previousElementSibling;
  const there = beside ? controls(beside) : [];
  const next = there[place] ?? there[0] ?? document.getElementById('conteudo');
  next?.focus({ preventScroll: true });
}

function controls(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')];
}
