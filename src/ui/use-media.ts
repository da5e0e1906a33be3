import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, for decisions that CSS cannot make: which elements to render. */
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

/** The width below which the header has no space for a list's filters (Tailwind's lg): then they are in a sheet. */
export const narrow = '(width < 64rem)';
