import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { later } from '#lib/later.ts';

/**
 * A component whose code is fetched later: nothing, or what stands in meanwhile, is shown until it is there,
 * and a fetch that fails is made again for as long as the part is wanted.
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
      if (!Part) void untilThere(get, wanted.signal).then(() => setThere(true));
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
