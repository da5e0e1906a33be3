import type { HistoryState } from '@tanstack/react-router';

/**
 * Returns the history state of 'Sair', which is a navigation to /login. A form with unsaved changes therefore asks
 * first, as before any other navigation. The session ends only if the user leaves: `requireVisitor` (guards.ts) then
 * ends it. The number is new at every page load, so that a reload of /login with this state does not sign the user out.
 */
export function createSignOutState(): HistoryState {
  return { signOut: signOutNumber };
}

/** Whether the state comes from a new 'Sair'. True only once: a user who signs in again must stay signed in. */
export function consumeSignOut(state: HistoryState): boolean {
  const isNew = state.signOut === signOutNumber;
  if (isNew) signOutNumber = Math.random();
  return isNew;
}

let signOutNumber = Math.random();
