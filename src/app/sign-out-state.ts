import type { HistoryState } from '@tanstack/react-router';

/**
 * The history state of 'Sair', which is a navigation to /login. Like before any other navigation, a form with unsaved
 * changes therefore asks first, and the session ends only if the user leaves. The number is new at every page load: a
 * reload must not sign the user out.
 */
export function signOutState(): HistoryState {
  return { signOut: mark };
}

/** Returns true once for each 'Sair': a user who signs in again on that page must not be signed out. */
export function consumeSignOut(state: HistoryState): boolean {
  const mine = state.signOut === mark;
  if (mine) mark = Math.random();
  return mine;
}

let mark = Math.random();
