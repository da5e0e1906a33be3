import { afterEach, expect, it, vi } from 'vitest';
import { safeLocalStorage } from './local-store.ts';

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
  expect(safeLocalStorage.get('theme')).toBeNull();
  safeLocalStorage.set('theme', 'dark');
  expect(safeLocalStorage.get('theme')).toBe('dark');
  safeLocalStorage.remove('theme');
  expect(safeLocalStorage.get('theme')).toBeNull();
});

it('uses localStorage where it is available', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  safeLocalStorage.set('sidebar', 'collapsed');
  expect(stored.get('sidebar')).toBe('collapsed');
  expect(safeLocalStorage.get('sidebar')).toBe('collapsed');
  safeLocalStorage.remove('sidebar');
  expect(safeLocalStorage.get('sidebar')).toBeNull();
});
