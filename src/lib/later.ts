/**
 * Code that a page can be shown and used without: `load` is an `import()`. The function that comes back
 * fetches it once, and again after a failure. Without being asked it does so when the page has been
 * there for a while and rests, so that the code is at hand should the connection drop; not with `asked`,
 * for what few people ever need.
 */
export function later<Code>(
  load: () => Promise<Code>,
  when: 'resting' | 'asked' = 'resting',
): () => Promise<Code> {
  let loading: Promise<Code> | undefined;
  function get(): Promise<Code> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }
  if (when === 'resting') setTimeout(() => whenIdle(() => void get().catch(() => {})), restAfter);
  return get;
}

/** The same `made` each time, made when it is first needed: the first formatter of a visit takes 12 to 15 ms. */
export function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Milliseconds in which a page has usually shown its data. */
const restAfter = 2_000;

/** Runs when nothing else is to be done, at the latest after 5 seconds. Safari has no requestIdleCallback. */
export function whenIdle(work: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 });
  else work();
}
