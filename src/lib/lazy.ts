/**
 * Lazy code: `load` is an `import()`. The returned function loads it once, and again after a failure. The code is
 * prefetched when the page has been idle for a while: it is then available if the connection drops. With `used`, for
 * rarely used code, it is not prefetched.
 */
export function lazy<Code>(
  load: () => Promise<Code>,
  when: 'idle' | 'used' = 'idle',
): () => Promise<Code> {
  let loading: Promise<Code> | undefined;
  function get(): Promise<Code> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }
  if (when === 'idle') setTimeout(() => whenIdle(() => void get().catch(() => {})), restAfter);
  return get;
}

/** A lazily created value: the first formatter of a visit takes 12 to 15 ms to create. */
export function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Milliseconds after which a page has usually rendered its data. */
const restAfter = 2_000;

/** Runs when the browser is idle, at the latest after 5 seconds. Safari has no requestIdleCallback. */
export function whenIdle(work: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 });
  else work();
}
