import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now, e.g. '(width < 40rem)'. For what CSS can't do: the order of the page. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
