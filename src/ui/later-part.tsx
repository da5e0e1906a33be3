import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { later, whenIdle } from '#lib/later.ts';

/**
 * A component whose code is fetched later: nothing, or what stands in meanwhile, is shown until it is there,
 * and a fetch that fails is made again for as long as the part is wanted. It begins when the part is `drawn`, if the
 * page has not rested before; for what few people need, only then (`asked`); for what shows nothing by itself, when
 * the browser has a moment (`resting`): what is drawn with it comes first.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
  when: 'drawn' | 'resting' | 'asked' = 'drawn',
) {
  let Part: ComponentType<Props> | undefined;
  const get = later(async () => (Part = await load()), when === 'asked' ? when : 'resting');
  return function LaterPart(props: Props) {
    const [, setThere] = useState(false);
    useEffect(function fetchWhenMissing() {
      const wanted = new AbortController();
      const fetchPart = () => void untilThere(get, wanted.signal).then(() => setThere(true));
      if (!Part && when === 'resting') whenIdle(fetchPart);
      else if (!Part) fetchPart();
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
