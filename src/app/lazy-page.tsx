import { createElement, use } from 'react';
import type { ComponentType } from 'react';
import { loadCode } from '#lib/load-code.ts';

/**
 * Returns a lazy page component. The router loads its code at a navigation, or earlier when the pointer is over a link.
 * If the code fails to load, `ErrorPage` is shown instead. The router's own lazyRouteComponent reloads the window
 * even for a prefetch, and shows a blank page without a connection.
 */
export function createLazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failure: unknown;
  /** Loads the code. Resolves after a success or a failure, and never rejects: a prefetch can ignore the failure. */
  function preload(): Promise<void> {
    loading ??= loadCode(load)
      .then((component) => {
        Part = component;
      })
      .catch((error: unknown) => {
        failure = error;
        failed.add(() => (failure = undefined));
      })
      .finally(() => (loading = undefined));
    return loading;
  }
  function PagePart(props: Props) {
    if (!Part && !failure) use(preload());
    if (Part) return createElement(Part, props);
    throw failure;
  }
  return Object.assign(PagePart, { preload });
}

/**
 * Lets pages whose code failed to load try again at their next render. A render does not try again by itself: React
 * repeats a render that threw, so the requests would never stop.
 */
export function clearPageLoadFailures() {
  for (const forget of failed) forget();
  failed.clear();
}

const failed = new Set<() => void>();

/**
 * Reloads the window to get a newer version of the panel. Reloads at most once a minute, because a reload does not
 * always help.
 * @returns false without a reload: the last reload was less than a minute ago, or the browser forbids storage
 */
export function reloadForNewVersion(): boolean {
  try {
    const sinceLast = Date.now() - Number(sessionStorage.getItem(key));
    // Use `Math.abs`: after the clock was set back, the stored time is in the future. It must not prevent all reloads.
    if (Math.abs(sinceLast) < 60_000) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // If the browser forbids storage, the time of the last reload is unknown: do not reload.
    return false;
  }
  location.reload();
  return true;
}

const key = 'vitrine:reloaded';
