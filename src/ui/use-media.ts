import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches. Use it if CSS cannot decide: for example, which elements to render. */
export function useMediaQuery(query: string): boolean {
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

/**
 * The media query of windows in which the header has no space for a list's filters, even if the sidebar is collapsed
 * (below Tailwind's `lg`).
 */
export const narrowWindowMediaQuery = '(width < 64rem)';
