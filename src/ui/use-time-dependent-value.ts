import { useSyncExternalStore } from 'react';

/**
 * Returns a value that depends on the time, and renders again when the value changes. `read` is called every minute
 * while the page is visible, and when the page becomes visible.
 */
export function useTimeDependentValue<Value extends string | number | undefined>(
  read: () => Value,
): Value {
  return useSyncExternalStore(subscribe, read);
}

const listeners = new Set<() => void>();
let everyMinute: ReturnType<typeof setInterval> | undefined;

/** Adds a listener. All listeners share one timer, because the rows of a list can add two hundred listeners. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    everyMinute = setInterval(callListeners, MINUTE_MS);
    document.addEventListener('visibilitychange', callListeners);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(everyMinute);
    document.removeEventListener('visibilitychange', callListeners);
  };
}

function callListeners() {
  if (!document.hidden) for (const listener of listeners) listener();
}

const MINUTE_MS = 60_000;
