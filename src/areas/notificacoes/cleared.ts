import { useSyncExternalStore } from 'react';
import { createPersonalList } from '#data/personal-list.ts';
import type { PanelNotificacao } from './queries.ts';

type Clearable = Pick<PanelNotificacao, 'id' | 'created_at'>;

/** Returns a function that tells whether the signed-in user has cleared a notification in this browser. */
export function useIsNotificacaoCleared(): (notificacao: Clearable) => boolean {
  const keys = useSyncExternalStore(cleared.subscribe, cleared.get);
  return (notificacao) => keys.includes(notificacao.id) || keys.includes(keyOf(notificacao));
}

/**
 * Stores at once that the notifications are cleared, so that closing the tab loses nothing. Returns the undo function.
 */
export function clearNotificacoes(notificacoes: readonly Clearable[]): () => void {
  const keys: readonly Key[] = notificacoes.map(keyOf);
  cleared.set([...new Set([...keys, ...cleared.get()])]);
  return () => cleared.set(cleared.get().filter((key) => !keys.includes(key)));
}

/**
 * The stored key of a cleared notification: its id with its creation time, because after a restored backup a different
 * notification can have the same id. A key that is a number is an id without a creation time.
 */
type Key = string | number;

function keyOf({ id, created_at }: Clearable): string {
  return `${id} ${created_at}`;
}

const cleared = createPersonalList('vitrine:notificacoes-limpas', {
  // The maximum number of keys. The bell shows at most the hundred newest notifications, so older keys can be dropped.
  limit: 2_000,
  isItem: (value): value is Key => typeof value === 'number' || typeof value === 'string',
  survivesSignOut: true,
});
