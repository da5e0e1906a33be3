import { useSyncExternalStore } from 'react';
import { personalList } from '#data/personal-list.ts';

/** Ids of the notifications that the signed-in user has cleared in this browser. */
export function useCleared(): readonly number[] {
  return useSyncExternalStore(cleared.subscribe, cleared.get);
}

/** Stores the ids at once, so that closing the tab loses nothing; returns the undo function. */
export function clearNotificacoes(ids: readonly number[]): () => void {
  cleared.set([...new Set([...ids, ...cleared.get()])]);
  return () => cleared.set(cleared.get().filter((id) => !ids.includes(id)));
}

const cleared = personalList('vitrine:notificacoes-limpas', {
  // The bell shows at most the hundred newest ones, so the oldest ids may be removed.
  limit: 2_000,
  isItem: (value) => typeof value === 'number',
  survivesSignOut: true,
});
