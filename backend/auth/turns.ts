import { availableParallelism } from 'node:os';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { tooMany } from './errors.ts';

type Job = { begin(): void; sendAway(error: Error): void };

/**
 * Checking a password is the dearest thing that a stranger may ask for: a tenth of a second of a core. One
 * core stays free for everybody else, and a crowd is told to come back instead of being kept waiting.
 */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
const WAITING = 100;
const WAITING_OF_AN_ADDRESS = 60;

/** Who waits, by address. The addresses take turns: a flood from one delays the others by a single check. */
const queues = new Map<string, Job[]>();
let running = 0;
let waiting = 0;

/**
 * Runs work that hashes a password, when its turn comes.
 * @throws AuthError 429 over_request_rate_limit when too many are waiting already
 */
export async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else await myTurn(address);
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailable && error.reason === 'no_answer') sendAllAway(error);
    throw error;
  } finally {
    passOn();
  }
}

function myTurn(address: string) {
  const queue = queues.get(address) ?? [];
  if (waiting >= WAITING || queue.length >= WAITING_OF_AN_ADDRESS)
    throw tooMany('over_request_rate_limit', 5);
  waiting += 1;
  queues.set(address, queue);
  return new Promise<void>((resolve, reject) => queue.push({ begin: resolve, sendAway: reject }));
}

/** Who waits behind somebody whom the database gave no answer would wait as long again, one after the other. */
function sendAllAway(error: Error) {
  for (const queue of queues.values()) for (const job of queue) job.sendAway(error);
  queues.clear();
  waiting = 0;
}

function passOn() {
  const [next] = queues;
  if (!next) {
    running -= 1;
    return;
  }
  const [address, queue] = next;
  const job = queue.shift();
  queues.delete(address);
  if (queue.length > 0) queues.set(address, queue); // behind the others
  waiting -= 1;
  job?.begin();
}
