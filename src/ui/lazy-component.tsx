import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { lazy, whenIdle } from '#lib/lazy.ts';

/**
 * A lazy component: renders nothing, or a placeholder, until its code has loaded; a failed load is retried as long as
 * the component is rendered. The load begins with the first render (`rendered`), unless it was prefetched while the page
 * was idle. Rarely used code loads with the first render only (`used`); code without visible content loads when the
 * browser is idle (`idle`), after the visible content.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: 'rendered' | 'idle' | 'used' = 'rendered',
  Meanwhile?: ComponentType<Props>,
) {
  let Part: ComponentType<Props> | undefined;
  const get = lazy(async () => (Part = await load()), when === 'used' ? when : 'idle');
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
    const found = await get().catch(() => undefined);
    if (found) return;
    await new Promise((resolve) => setTimeout(resolve, retryAfter));
  }
}

/** Milliseconds. */
const retryAfter = 2_000;
