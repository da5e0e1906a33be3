import { POOL_SIZES } from '../database/database.ts';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import {
  createFairQueue,
  QueueRefusalError,
  type FairQueue,
  type QueuePlaceReleaser,
} from '../fair-queue.ts';
import type { Identity } from '../identity.ts';
import { createTooManyRequestsError } from './errors.ts';
import { REST_LIMITS } from './limits.ts';
import type { PreparedRequest } from './response.ts';
import type { RestTarget } from './prepare.ts';

/**
 * Functions that are slow, or that read many rows. Each user runs at most one heavy request at a time, and all users
 * together run at most two.
 */
export const HEAVY_FUNCTIONS: ReadonlySet<string> = new Set([
  'activity',
  'batches_per_day',
  'anonymise',
  'apply_batch',
  'export_products',
  'personal_data',
  'plan_change',
  'plan_import',
  'plan_pictures',
  'record_history',
  'stage_rows',
  'undo_batch',
]);

/**
 * The client of a request. A user is identified by the token's `sub`, an anonymous client by its address, the service
 * role by its role.
 */
export type Client = { identity: Identity; address: string };

/**
 * The functions that release a request's places in the queues. Call `done` when the database has finished the request.
 * Call `sent` when the response has been sent, or when the client has disconnected.
 */
export type RequestPlaceReleasers = { done: QueuePlaceReleaser; sent: QueuePlaceReleaser };

const WAITING = { waiting: 400, waitingOfOne: 100, waitMs: 10_000 };

/**
 * Creates the queues that limit the concurrent requests of each client, so that no client blocks the others. A request
 * waits for a place in each queue that it needs. The queues `connection` and `anonymous` have one place for each
 * connection of their pool, so a request with a place does not wait for a connection.
 * @param named the map to which the queues are added, keyed by name
 */
export function createShareQueues(named: Map<string, FairQueue>) {
  /**
   * Queue of heavy requests. A request waits at most 20 s, because the panel waits 30 s for a response, and a statement
   * takes at most 8 s.
   */
  const heavy = createFairQueue({ ...WAITING, atOnce: 2, atOnceOfOne: 1, waitMs: 20_000 });
  /**
   * Queue of all requests that are not anonymous. A place is held until the response has been sent, so that responses
   * to clients with a slow connection do not fill the memory.
   */
  const person = createFairQueue({ ...WAITING, atOnce: Infinity, atOnceOfOne: 6 });
  const connection = createFairQueue({ ...WAITING, ...placesOf(POOL_SIZES.rest) });
  const anonymous = createFairQueue({ ...WAITING, ...placesOf(POOL_SIZES.anonymous) });

  for (const [name, queue] of Object.entries({ heavy, person, connection, anonymous }))
    named.set(name, queue);

  async function enterAll(queues: FairQueue[], owner: string, signal: AbortSignal) {
    const leaves: QueuePlaceReleaser[] = [];
    try {
      for (const queue of queues) leaves.push(await queue.enter(owner, signal));
      return leaves;
    } catch (error) {
      for (const leave of leaves) leave();
      throw error instanceof QueueRefusalError
        ? createTooManyRequestsError(REST_LIMITS.retrySeconds)
        : error;
    }
  }

  return {
    /**
     * Waits for a place in each queue that the request needs.
     * @throws RestError 429 when too many requests wait, or when this request has waited too long; the reason of
     * `signal` if it aborts
     */
    async enter(
      { identity, address }: Client,
      needsHeavyPlace: boolean,
      signal: AbortSignal,
    ): Promise<RequestPlaceReleasers> {
      if (identity.role === 'anon') {
        const [done = releaseNothing] = await enterAll([anonymous], address, signal);
        return { done, sent: releaseNothing };
      }
      const owner = identity.claims.sub ?? identity.role;
      // Enter `heavy` first: a request that waits there does not hold one of the user's places in the other queues.
      const queues = needsHeavyPlace ? [heavy, person, connection] : [person, connection];
      const leaves = await enterAll(queues, owner, signal);
      const sent = leaves[queues.indexOf(person)] ?? releaseNothing;
      return { done: () => leaves.forEach((leave) => leave !== sent && leave()), sent };
    },

    /**
     * Refuses all waiting requests if the error shows that the database does not respond. Otherwise these requests
     * would time out one after the other.
     */
    refuseWaitingFor(error: unknown) {
      if (!(error instanceof DatabaseUnavailableError) || error.reason !== 'no_response') return;
      for (const queue of [heavy, person, connection, anonymous]) queue.refuseWaiting(error);
    },
  };
}

/**
 * Returns the limits of a queue with one place for each connection. One client gets at most half of the connections, so
 * that the other half is left to the other clients.
 */
function placesOf(connections: number) {
  return { atOnce: connections, atOnceOfOne: connections / 2 };
}

function releaseNothing() {
  // Does nothing: the request has no place in this queue.
}

export function isHeavyRequest(
  { kind, name }: RestTarget,
  { patterns }: Pick<PreparedRequest, 'patterns'>,
) {
  return kind === 'function' ? HEAVY_FUNCTIONS.has(name) : patterns > REST_LIMITS.lightPatterns;
}
