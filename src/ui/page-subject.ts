import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '#lib/create-store.ts';

/**
 * Sets the subject of the page, for example the name of a record, as long as the component is rendered. The title of
 * the document begins with the subject.
 */
export function useSetPageSubject(about: string | undefined) {
  useLayoutEffect(
    function namePage() {
      name.set(about);
      return () => name.set(undefined);
    },
    [about],
  );
}

/** Returns the subject of the current page; undefined if it has none. */
export function usePageSubject(): string | undefined {
  return useSyncExternalStore(name.subscribe, name.get);
}

const name = createStore<string | undefined>(undefined);
