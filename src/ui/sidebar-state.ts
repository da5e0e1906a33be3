import { useSyncExternalStore } from 'react';
import { kept } from '#lib/kept.ts';
import { shared } from '#lib/shared.ts';

/** Whether the sidebar is reduced to its icons; remembered on this device. */
export function useSidebarCollapsed(): boolean {
  return useSyncExternalStore(collapsed.subscribe, collapsed.get);
}

export function toggleSidebar() {
  collapsed.set(!collapsed.get());
  kept.set(key, collapsed.get() ? 'collapsed' : 'expanded');
}

const key = 'vitrine:sidebar';
const collapsed = shared(kept.get(key) === 'collapsed');
