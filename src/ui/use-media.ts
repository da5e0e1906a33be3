import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, for what CSS alone can't decide: which elements there are. */
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

/** Where the bar at the top has no room for a list's filters (Tailwind's lg): they stand in a sheet then. */
export const narrow = '(width < 64rem)';
