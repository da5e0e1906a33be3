import { useSyncExternalStore } from 'react';
import { safeLocalStorage } from '#lib/local-store.ts';
import { createStore } from '#lib/create-store.ts';
import { narrowWindowMediaQuery, useMediaQuery } from './use-media.ts';

/** Returns whether the sidebar is collapsed to its icons. The state is stored in this browser. */
export function useIsSidebarCollapsed(): boolean {
  return useSyncExternalStore(collapsed.subscribe, collapsed.get);
}

/** Returns whether the header has no space for a list's filters. An expanded sidebar makes the header narrower. */
export function useIsHeaderNarrow(): boolean {
  return useMediaQuery(useIsSidebarCollapsed() ? narrowWindowMediaQuery : '(width < 72rem)');
}

export function toggleSidebar() {
  collapsed.set(!collapsed.get());
  safeLocalStorage.set(key, collapsed.get() ? 'collapsed' : 'expanded');
}

const key = 'vitrine:sidebar';
const collapsed = createStore(safeLocalStorage.get(key) === 'collapsed');
