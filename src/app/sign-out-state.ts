import type { HistoryState } from '@tanstack/react-router';

/**
 * Returns the history state of 'Sair'. 'Sair' navigates to /login, so that a form with unsaved changes asks for a
 * confirmation, as before any other navigation. The session ends only if the navigation reaches /login: then
 * `requireSignedOut` (guards.ts) ends it. The number in the state is new at every page load, so that a reload of /login
 * with this state does not sign the user out.
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
