import { useSyncExternalStore } from 'react';
import { safeLocalStorage } from '#lib/local-store.ts';
import { createStore } from '#lib/create-store.ts';

export type Theme = 'system' | 'light' | 'dark';

export function useTheme(): Theme {
  return useSyncExternalStore(theme.subscribe, theme.get);
}

/** Stores the choice and applies it at once. At the next page load, first-theme.ts applies it before the paint. */
export function chooseTheme(choice: Theme) {
  if (choice === 'system') safeLocalStorage.remove(key);
  else safeLocalStorage.set(key, choice);
  showTheme();
}

const key = 'vitrine:theme';
const theme = createStore(chosenTheme());
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

// Apply the theme again when another tab changes the choice, or when the system switches between light and dark.
addEventListener('storage', (event) => event.key === key && showTheme());
systemIsDark.addEventListener('change', showTheme);

function chosenTheme(): Theme {
  const stored = safeLocalStorage.get(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function showTheme() {
  const chosen = chosenTheme();
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  theme.set(chosen);
}
