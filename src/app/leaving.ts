import type { HistoryState } from '@tanstack/react-router';

/**
 * 'Sair' is a navigation to /login that carries this mark, so that a form with unsaved changes is asked
 * like before any other navigation, and the session ends only when the person really leaves. The
 * number is new at every page load: a reloaded address signs nobody out.
 */
export function leaving(): HistoryState {
  return { leaving: mark };
}

export function isLeaving(state: HistoryState): boolean {
  return state.leaving === mark;
}

const mark = Math.random();
