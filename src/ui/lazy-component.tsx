import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { lazy, whenIdle } from '#lib/lazy.ts';
import { loadCode, MissingCode } from '#lib/missing-code.ts';
import { toast } from './toast.ts';

/**
 * A lazy component: renders nothing, or a placeholder, until its code has loaded; a failed load is retried as long as
 * the component is rendered. If a newer version has replaced the code, a message asks for a reload instead. The load
 * begins with the first render (`rendered`), unless it was prefetched while the page was idle. Rarely used code loads
 * with the first render only (`used`); code without visible content loads when the browser is idle (`idle`), after the
 * visible content.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: 'rendered' | 'idle' | 'used' = 'rendered',
  Meanwhile?: ComponentType<Props>,
) {
  let Part: ComponentType<Props> | undefined;
  const get = lazy(async () => (Part = await loadCode(load)), when === 'used' ? when : 'idle');
  return function LazyComponent(props: Props) {
    const [, setLoaded] = useState(false);
    useEffect(function loadPart() {
      const wanted = new AbortController();
      const fetchPart = () => void untilLoaded(get, wanted.signal).then(() => setLoaded(true));
      if (!Part && when === 'idle') whenIdle(fetchPart);
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
      if (!(error instanceof MissingCode)) throw error;
      if (error.isOutdated && !wanted.aborted) return askForReload(error.message);
    }
    await new Promise((resolve) => setTimeout(resolve, retryAfter));
  }
}

function askForReload(text: string) {
  toast.error(text, { action: { label: 'Recarregar', run: () => location.reload() } });
}

/** Milliseconds. */
const retryAfter = 2_000;
