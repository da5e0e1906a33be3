import { useSyncExternalStore } from 'react';
import { kept } from '#lib/kept.ts';

/** Ids of notifications that this person has cleared, on this browser. */
export function useCleared(userId: string): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, () => readCleared(userId));
}

/** At once and for good, so that nothing depends on the tab staying open; answers how to take it back. */
export function clearNotificacoes(userId: string, ids: readonly number[]): () => void {
  write(userId, [...new Set([...readCleared(userId), ...ids])]);
  return () =>
    write(
      userId,
      [...readCleared(userId)].filter((id) => !ids.includes(id)),
    );
}

function write(userId: string, ids: readonly number[]) {
  kept.set(keyOf(userId), JSON.stringify(ids.slice(-limit)));
  for (const listener of listeners) listener();
}

// The newest are shown first and at most a hundred, so the oldest ids can be forgotten.
const limit = 2_000;
const listeners = new Set<() => void>();

// A store must answer with the same object until something changes.
let cache: { key: string; stored: string; ids: ReadonlySet<number> } | undefined;

function readCleared(userId: string): ReadonlySet<number> {
  const key = keyOf(userId);
  const stored = kept.get(key) ?? '[]';
  if (cache?.key !== key || cache.stored !== stored) cache = { key, stored, ids: parse(stored) };
  return cache.ids;
}

function parse(stored: string): ReadonlySet<number> {
  try {
    const ids: unknown = JSON.parse(stored);
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []);
  } catch {
    return new Set();
  }
}

function keyOf(userId: string): string {
  return `vitrine:notificacoes-limpas:${userId}`;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
