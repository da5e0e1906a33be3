import { useLayoutEffect, useSyncExternalStore } from 'react';
import { shared } from '#lib/shared.ts';

/** Says what the page is about for as long as it is shown: the name of a record, before the page's title. */
export function useNamePage(about: string | undefined) {
  useLayoutEffect(
    function namePage() {
      name.set(about);
      return () => name.set(undefined);
    },
    [about],
  );
}

/** What the shown page has said that it is about. */
export function usePageName(): string | undefined {
  return useSyncExternalStore(name.subscribe, name.get);
}

const name = shared<string | undefined>(undefined);
