import { useLayoutEffect, useSyncExternalStore } from 'react';

/** Says what the page is about for as long as it is shown: the name of a record, before the page's title. */
export function useNamePage(name: string | undefined) {
  useLayoutEffect(
    function namePage() {
      set(name);
      return () => set(undefined);
    },
    [name],
  );
}

/** What the shown page has said that it is about. */
export function usePageName(): string | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

let current: string | undefined;
const listeners = new Set<() => void>();

function set(name: string | undefined) {
  current = name;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
