import type { HistoryState } from '@tanstack/react-router';

/**
 * 'Sair' is a navigation to /login that carries this mark, so that a form with unsaved changes is asked
 * like before any other navigation, and the session ends only when the person really leaves. The
 * number is new at every page load: a reloaded address signs nobody out.
 */
export function leaving(): HistoryState {
  return { leaving: mark };
}

/** True once for each 'Sair': whoever signs in again on that page is not signed out by it. */
export function takeLeaving(state: HistoryState): boolean {
  const mine = state.leaving === mark;
  if (mine) mark = Math.random();
  return mine;
}

let mark = Math.random();
