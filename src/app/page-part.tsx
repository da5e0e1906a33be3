import { createElement, use } from 'react';
import type { ComponentType } from 'react';
import { kept } from '#lib/kept.ts';

/**
 * The component of a page whose code is fetched when the page is asked for, or a link to it hovered. When
 * the code does not come, the error page says so in place and asks again. The router's own
 * lazyRouteComponent reloads the window instead, which without a connection leaves nothing at all.
 */
export function pagePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failure: unknown;
  /** Settles when the code is there or has failed; never rejects, for whoever only looks ahead. */
  function preload(): Promise<void> {
    loading ??= load()
      .then((component) => {
        Part = component;
      })
      .catch(async (error: unknown) => {
        const answers = await serverAnswers();
        if (answers) await reloadAfterRelease();
        failure = answers ? error : new MissingCode(error);
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
 * Pages whose code did not come are asked for again when they are next drawn. Not by the drawing itself:
 * React draws what threw once more, and would ask without end.
 */
export function forgetFailures() {
  for (const forget of failed) forget();
  failed.clear();
}

const failed = new Set<() => void>();

/** The code of a page could not be fetched, since nothing can. */
export class MissingCode extends Error {
  constructor(cause: unknown) {
    super('Esta página ainda não tinha sido carregada', { cause });
    this.name = 'MissingCode';
  }
}

async function serverAnswers(): Promise<boolean> {
  return fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The server answers but has no such file: a newer version was installed. A reload gets that, once a minute. */
async function reloadAfterRelease() {
  if (Date.now() - Number(kept.get(key)) < 60_000) return;
  kept.set(key, String(Date.now()));
  location.reload();
  await new Promise(() => {});
}

const key = 'vitrine:reloaded';
