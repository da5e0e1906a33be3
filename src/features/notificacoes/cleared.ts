import { useSyncExternalStore } from 'react';
import { personalList } from '#data/personal-list.ts';

/** Ids of notifications that the person who is signed in has cleared, on this browser. */
export function useCleared(): readonly number[] {
  return useSyncExternalStore(cleared.subscribe, cleared.get);
}

/** At once and for good, so that nothing depends on the tab staying open; answers how to take it back. */
export function clearNotificacoes(ids: readonly number[]): () => void {
  cleared.set([...new Set([...ids, ...cleared.get()])]);
  return () => cleared.set(cleared.get().filter((id) => !ids.includes(id)));
}

const cleared = personalList('vitrine:notificacoes-limpas', {
  // The newest are shown first and at most a hundred, so the oldest ids can be forgotten.
  limit: 2_000,
  isItem: (value) => typeof value === 'number',
  survivesSignOut: true,
});
