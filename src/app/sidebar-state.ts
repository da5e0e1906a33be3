import { useSyncExternalStore } from 'react';
import { kept } from '#lib/kept.ts';

/** Whether the sidebar is reduced to its icons; remembered on this device. */
export function useSidebarCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isCollapsed);
}

export function toggleSidebar() {
  kept.set(key, isCollapsed() ? 'expanded' : 'collapsed');
  for (const listener of listeners) listener();
}

const key = 'vitrine:sidebar';
const listeners = new Set<() => void>();

function isCollapsed(): boolean {
  return kept.get(key) === 'collapsed';
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
