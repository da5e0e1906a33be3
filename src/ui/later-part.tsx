import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { later, whenIdle } from '#lib/later.ts';

/**
 * A component whose code is fetched later: nothing, or what stands in meanwhile, is shown until it is there,
 * and a fetch that fails is made again for as long as the part is wanted. What else is drawn with it comes first:
 * it waits for the browser to rest a moment, unless it was `asked` for.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
  when?: 'resting' | 'asked',
) {
  let Part: ComponentType<Props> | undefined;
  const get = later(async () => (Part = await load()), when);
  return function LaterPart(props: Props) {
    const [, setThere] = useState(false);
    useEffect(function fetchWhenMissing() {
      const wanted = new AbortController();
      const fetchPart = () => void untilThere(get, wanted.signal).then(() => setThere(true));
      if (!Part && when === 'asked') fetchPart();
      else if (!Part) whenIdle(fetchPart);
      return () => wanted.abort();
    }, []);
    if (Part) return <Part {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  };
}

async function untilThere(get: () => Promise<unknown>, wanted: AbortSignal) {
  while (!wanted.aborted) {
    const found = await get().catch(() => undefined);
    if (found) return;
    await new Promise((resolve) => setTimeout(resolve, retryAfter));
  }
}

/** Milliseconds. */
const retryAfter = 2_000;
