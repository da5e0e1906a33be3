import { useLayoutEffect, useSyncExternalStore } from 'react';
import { shared } from '#lib/shared.ts';

/**
 * Sets the subject of the page, the name of a record, as long as the component is rendered; it precedes the page's
 * title.
 */
export function useNamePage(about: string | undefined) {
  useLayoutEffect(
    function namePage() {
      name.set(about);
      return () => name.set(undefined);
    },
    [about],
  );
}

/** The subject of the current page. */
export function usePageName(): string | undefined {
  return useSyncExternalStore(name.subscribe, name.get);
}

const name = shared<string | undefined>(undefined);
