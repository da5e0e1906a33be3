/**
 * Returns a function that loads code at its first call. After a failure, the next call loads the code again. `load` is
 * an `import()`. By default, the code is also prefetched when the page is idle, so that it is available if the
 * connection drops. With `used`, for rarely used code, it is not prefetched.
 */
export function lazyImport<Code>(
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
  if (when === 'idle') setTimeout(() => runWhenIdle(() => void get().catch(() => {})), restAfter);
  return get;
}

/** Returns a function that makes a value at its first call, for example a formatter, which takes 12 to 15 ms. */
export function lazyValue<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** The delay of the prefetch in milliseconds. After this time, a page has usually rendered its data. */
const restAfter = 2_000;

/**
 * Runs `work` when the browser is idle, at the latest after 5 seconds. Runs `work` at once in Safari, which has no
 * requestIdleCallback.
 */
export function runWhenIdle(work: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 });
  else work();
}
