import { useSyncExternalStore } from 'react';

/** Whether the sidebar is reduced to its icons; remembered on this device. */
export function useSidebarCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isCollapsed);
}

export function toggleSidebar() {
  localStorage.setItem(key, isCollapsed() ? 'expanded' : 'collapsed');
  for (const listener of listeners) listener();
}

const key = 'vitrine:sidebar';
const listeners = new Set<() => void>();

function isCollapsed(): boolean {
  return localStorage.getItem(key) === 'collapsed';
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
