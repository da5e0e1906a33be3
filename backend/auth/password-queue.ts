import { availableParallelism } from 'node:os';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { createFairQueue, QueueIsFull } from '../fair-queue.ts';
import { rateLimited } from './errors.ts';

const RETRY_SECONDS = 5;

/**
 * Number of concurrent password checks. A check is the slowest operation that an anonymous client can request: a
 * quarter of a second of a core. With several cores, one stays free for all other requests.
 */
const atOnce = Math.min(4, Math.max(1, availableParallelism() - 1));
/** The queue of the password checks, with each address as an owner. Checks beyond its limits are refused. */
export const passwordQueue = createFairQueue({
  atOnce,
  atOnceOfOne: atOnce,
  waiting: 100,
  waitingOfOne: 60,
});

/**
 * Waits for a place in `passwordQueue`, then runs work that hashes a password.
 * @throws AuthError 429 over_request_rate_limit when too much work waits
 */
export async function queuePasswordWork<T>(address: string, work: () => Promise<T>): Promise<T> {
  const leave = await passwordQueue.enter(address).catch((error: unknown) => {
    throw error instanceof QueueIsFull
      ? rateLimited('over_request_rate_limit', RETRY_SECONDS)
      : error;
  });
  try {
    return await work();
  } catch (error) {
    // The database is unresponsive. Refuse the waiting calls, because they would time out one after the other.
    if (error instanceof DatabaseUnavailable && error.reason === 'no_response')
      passwordQueue.refuseWaiting(error);
    throw error;
  } finally {
    leave();
  }
}
