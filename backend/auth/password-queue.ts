import { availableParallelism } from 'node:os';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { createFairQueue, QueueRefusalError } from '../fair-queue.ts';
import { createRateLimitError } from './errors.ts';

const RETRY_SECONDS = 5;

/**
 * Number of concurrent password checks, at most 4. A check is the slowest operation that an anonymous client can
 * request: it takes a quarter of a second of CPU time. With several cores, at least one core stays free for all other
 * requests.
 */
const atOnce = Math.min(4, Math.max(1, availableParallelism() - 1));
/**
 * The fair queue of the password checks. The limits of one owner (`…OfOne`) hold for each client address. A full queue
 * refuses checks.
 */
export const passwordQueue = createFairQueue({
  atOnce,
  atOnceOfOne: atOnce,
  waiting: 100,
  waitingOfOne: 60,
});

/**
 * Runs `work`, which hashes a password, when `passwordQueue` admits it. If `work` fails because the database does not
 * respond, all waiting work fails with the same error.
 * @throws AuthError 429 over_request_rate_limit when the queue is full
 */
export async function queuePasswordWork<T>(address: string, work: () => Promise<T>): Promise<T> {
  const leave = await passwordQueue.enter(address).catch((error: unknown) => {
    throw error instanceof QueueRefusalError
      ? createRateLimitError('over_request_rate_limit', RETRY_SECONDS)
      : error;
  });
  try {
    return await work();
  } catch (error) {
    // The database does not respond. Refuse the waiting work, because each item would time out after the previous one.
    if (error instanceof DatabaseUnavailableError && error.reason === 'no_response')
      passwordQueue.refuseWaiting(error);
    throw error;
  } finally {
    leave();
  }
}
