import { beforeEach, describe, expect, it, vi } from 'vitest';
import { safeLocalStorage } from '#lib/local-store.ts';
import { createPersonalList } from './personal-list.ts';

const isNumber = (value: unknown) => typeof value === 'number';
const KEY = 'vitrine:teste:';

describe('A list of a user in this browser', () => {
  beforeEach(() => safeLocalStorage.remove(KEY));

  it('keeps the first items, up to its limit', () => {
    const list = createPersonalList('vitrine:teste', { limit: 2, isItem: isNumber });
    list.set([3, 2, 1]);
    expect(list.get()).toEqual([3, 2]);
  });

  it.each(['no JSON', '{"length": 1}', 'null'])(
    'is empty when the storage contains %s',
    (stored) => {
      safeLocalStorage.set(KEY, stored);
      expect(createPersonalList('vitrine:teste', { limit: 2, isItem: isNumber }).get()).toEqual([]);
    },
  );

  it('leaves out invalid items', () => {
    safeLocalStorage.set(KEY, '[1, "two", null, 3]');
    expect(createPersonalList('vitrine:teste', { limit: 9, isItem: isNumber }).get()).toEqual([
      1, 3,
    ]);
  });

  it('is the same array until it changes, and then notifies its listeners', () => {
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
    const list = createPersonalList('vitrine:teste', { limit: 9, isItem: isNumber });
    const listener = vi.fn<() => void>();
    const unsubscribe = list.subscribe(listener);
    const before = list.get();
    expect(list.get()).toBe(before);
    list.set([1]);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(list.get()).not.toBe(before);
    unsubscribe();
    list.set([2]);
    expect(listener).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});
