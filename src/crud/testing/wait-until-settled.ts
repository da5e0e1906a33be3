import { expect } from 'vitest';
import { queryClient } from '#data/query-client.ts';

/** The number of frames in which React renders a response and the browser paints it. */
const FRAMES = 3;

/**
 * Waits until no request of the query cache is in flight and the last response is painted. Call it before an assertion
 * that something did not happen, because that assertion cannot be polled. All other assertions poll.
 */
export async function waitUntilSettled() {
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  for (let frame = 0; frame < FRAMES; frame += 1) await new Promise(requestAnimationFrame);
}
