import { createElement, use } from 'react';
import type { ComponentType } from 'react';
import { localStore } from '#lib/local-store.ts';

/**
 * A lazy page component, loaded by navigation or by hover of a link. If its code fails to load, the error page is shown
 * in place and offers a retry. The router's own lazyRouteComponent reloads the window instead, which shows a blank page
 * without a connection.
 */
export function pagePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failure: unknown;
  /** Settles when the code has loaded or failed; never rejects, so that a prefetch can ignore it. */
  function preload(): Promise<void> {
    loading ??= load()
      .then((component) => {
        Part = component;
      })
      .catch(async (error: unknown) => {
        const isReachable = await isServerReachable();
        if (isReachable) await reloadAfterRelease();
        failure = isReachable ? error : new MissingCode(error);
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

/** Thrown when the code of a page cannot be loaded because the server does not respond. */
export class MissingCode extends Error {
  constructor(cause: unknown) {
    super('Esta página ainda não tinha sido carregada', { cause });
    this.name = 'MissingCode';
  }
}

/** Whether the server responds at all. */
export async function isServerReachable(): Promise<boolean> {
  return fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The server responds but does not have the file: a newer version was installed. Reload, at most once a minute. */
async function reloadAfterRelease() {
  if (Date.now() - Number(localStore.get(key)) < 60_000) return;
  localStore.set(key, String(Date.now()));
  location.reload();
  await new Promise(() => {});
}

const key = 'vitrine:reloaded';
