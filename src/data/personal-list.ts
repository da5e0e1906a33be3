import { safeLocalStorage } from '#lib/local-store.ts';
import { createStore } from '#lib/create-store.ts';
import { getCurrentSession, onSignOut } from './session.ts';

type Options<Item> = {
  /** The maximum number of items. `set` drops the items after the first `limit`. */
  limit: number;
  /** Whether a stored value is an item. `get` leaves out other values, for example from a damaged storage. */
  isItem: (value: unknown) => value is Item;
  /** Whether the list remains stored after the sign-out. */
  survivesSignOut?: boolean;
};

/**
 * Creates a list that this browser stores for the signed-in user. Components read it with
 * `useSyncExternalStore(list.subscribe, list.get)`, which also follows changes in other tabs.
 */
export function createPersonalList<Item>(name: string, options: Options<Item>) {
  const { limit, isItem, survivesSignOut = false } = options;
  const changes = createStore(0);
  let last: { key: string; stored: string | null; items: readonly Item[] } | undefined;
  const keyOf = (userId: string) => `${name}:${userId}`;
  if (!survivesSignOut) onSignOut((userId) => safeLocalStorage.remove(keyOf(userId)));

  function ownKey() {
    const session = getCurrentSession();
    return keyOf('userId' in session ? session.userId : '');
  }

  return {
    /** Returns the same array until the list changes. */
    get(): readonly Item[] {
      const key = ownKey();
      const stored = safeLocalStorage.get(key);
      if (last?.key !== key || last.stored !== stored)
        last = { key, stored, items: parse(stored).filter(isItem) };
      return last.items;
    },
    set(items: readonly Item[]) {
      safeLocalStorage.set(ownKey(), JSON.stringify(items.slice(0, limit)));
      changes.set(changes.get() + 1);
    },
    subscribe(listener: () => void) {
      const unsubscribe = changes.subscribe(listener);
      addEventListener('storage', listener);
      return () => {
        unsubscribe();
        removeEventListener('storage', listener);
      };
    },
  };
}

function parse(stored: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
