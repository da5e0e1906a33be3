import { afterEach, expect, it, vi } from 'vitest';
import { localStore } from './local-store.ts';

afterEach(() => vi.unstubAllGlobals());

it('keeps values in memory where the browser forbids storage', () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      },
    ),
  );
  expect(localStore.get('theme')).toBeNull();
  localStore.set('theme', 'dark');
  expect(localStore.get('theme')).toBe('dark');
  localStore.remove('theme');
  expect(localStore.get('theme')).toBeNull();
});

it('uses localStorage where it is available', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  localStore.set('sidebar', 'collapsed');
  expect(stored.get('sidebar')).toBe('collapsed');
  expect(localStore.get('sidebar')).toBe('collapsed');
  localStore.remove('sidebar');
  expect(localStore.get('sidebar')).toBeNull();
});
