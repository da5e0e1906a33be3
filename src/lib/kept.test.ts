import { afterEach, expect, it, vi } from 'vitest';
import { kept } from './kept.ts';

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
  expect(kept.get('theme')).toBeNull();
  kept.set('theme', 'dark');
  expect(kept.get('theme')).toBe('dark');
  kept.remove('theme');
  expect(kept.get('theme')).toBeNull();
});

it('uses localStorage where it is available', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  kept.set('sidebar', 'collapsed');
  expect(stored.get('sidebar')).toBe('collapsed');
  expect(kept.get('sidebar')).toBe('collapsed');
  kept.remove('sidebar');
  expect(kept.get('sidebar')).toBeNull();
});
