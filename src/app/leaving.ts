import type { HistoryState } from '@tanstack/react-router';

/**
 * 'Sair' is a navigation to /login with this mark. Thus a form with unsaved changes asks as before any other
 * navigation, and the session ends only when the user really leaves. The number is new at every page load: a reload
 * signs nobody out.
 */
export function leaving(): HistoryState {
  return { leaving: mark };
}

/** True once for each 'Sair': signing in again on that page must not sign the user out. */
export function takeLeaving(state: HistoryState): boolean {
  const mine = state.leaving === mark;
  if (mine) mark = Math.random();
  return mine;
}

let mark = Math.random();
