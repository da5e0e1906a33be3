import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { lazyImport, runWhenIdle } from '#lib/lazy.ts';
import { loadCode, CodeLoadError } from '#lib/load-code.ts';
import { toast } from './toast.ts';

/**
 * Returns a component whose code is lazy. Until the code has loaded, it renders nothing, or the placeholder
 * `Meanwhile`. A load that fails without a connection is retried as long as the component is rendered. If a newer
 * version has replaced the code, a message asks for a reload instead. `when` decides when the code loads:
 * - `rendered`: at the first render. The code is also prefetched when the browser is idle.
 * - `used`: at the first render, without a prefetch. For rarely used code.
 * - `idle`: when the browser is idle after the first render. The code is also prefetched. For code that renders
 *   nothing at first.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: 'rendered' | 'idle' | 'used' = 'rendered',
  Meanwhile?: ComponentType<Props>,
) {
  let Part: ComponentType<Props> | undefined;
  const get = lazyImport(
    async () => (Part = await loadCode(load)),
    when === 'used' ? when : 'idle',
  );
  return function LazyComponent(props: Props) {
    const [, setLoaded] = useState(false);
    useEffect(function loadPart() {
      const wanted = new AbortController();
      const fetchPart = () => void untilLoaded(get, wanted.signal).then(() => setLoaded(true));
      if (!Part && when === 'idle') runWhenIdle(fetchPart);
      else if (!Part) fetchPart();
      return () => wanted.abort();
    }, []);
    if (Part) return <Part {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  };
}

async function untilLoaded(get: () => Promise<unknown>, wanted: AbortSignal) {
  while (!wanted.aborted) {
    try {
      return await get();
    } catch (error) {
      if (!(error instanceof CodeLoadError)) throw error;
      if (error.isOutdated && !wanted.aborted) return askForReload(error.message);
    }
    await new Promise((resolve) => setTimeout(resolve, retryAfter));
  }
}

function askForReload(text: string) {
  toast.error(text, { action: { label: 'Recarregar', run: () => location.reload() } });
}

/** Milliseconds between a failed load and the next attempt. */
const retryAfter = 2_000;
