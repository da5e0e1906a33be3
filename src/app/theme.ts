import { useSyncExternalStore } from 'react';
import { localStore } from '#lib/local-store.ts';

export type Theme = 'system' | 'light' | 'dark';

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosenTheme);
}

/** Stores the choice and applies it at once; first-theme.ts applies it before the next first paint. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStore.remove(key);
  else localStore.set(key, theme);
  showTheme();
}

const key = 'vitrine:theme';
const listeners = new Set<() => void>();
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

// Another tab changed the theme, or the system switched to dark.
addEventListener('storage', (event) => event.key === key && showTheme());
systemIsDark.addEventListener('change', showTheme);

function chosenTheme(): Theme {
  const stored = localStore.get(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function showTheme() {
  const theme = chosenTheme();
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
