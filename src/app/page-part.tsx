import { createElement, use } from 'react';
import type { ComponentType } from 'react';
import { loadCode } from '#lib/missing-code.ts';

/**
 * A lazy page component, loaded by navigation or by hover of a link. If its code fails to load, the error page is shown
 * in place: it reloads the window for a newer version, or offers a retry. The router's own lazyRouteComponent reloads
 * the window even for a prefetch, and shows a blank page without a connection.
 */
export function pagePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failure: unknown;
  /** Settles when the code has loaded or failed; never rejects, so that a prefetch can ignore it. */
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
 * Pages whose code failed to load are retried at their next render after this call. The render itself must not retry:
 * React repeats a render that threw, so that the retries would never stop.
 */
export function forgetFailures() {
  for (const forget of failed) forget();
  failed.clear();
}

const failed = new Set<() => void>();

/**
 * Reloads the window to get the page of a newer version, at most once a minute: the reload may not help.
 * @returns false if it was reloaded less than a minute ago
 */
export function reloadAfterRelease(): boolean {
  try {
    const sinceLast = Date.now() - Number(sessionStorage.getItem(key));
    // The clock may have been set back.
    if (Math.abs(sinceLast) < 60_000) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // If the browser forbids storage, only the user reloads.
    return false;
  }
  location.reload();
  return true;
}

const key = 'vitrine:reloaded';
