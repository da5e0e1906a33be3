/** Maximum numbers of running (`atOnce`) and waiting tasks, in total and of one owner (a user or an address). */
export type FairQueueLimits = {
  atOnce: number;
  atOnceOfOne: number;
  waiting: number;
  waitingOfOne: number;
  /** Milliseconds after which a waiting task is refused. By default, tasks wait without a time limit. */
  waitMs?: number;
};

/**
 * The error for a refused task: too many tasks wait already, or the task has waited longer than `waitMs`. The caller
 * should retry later.
 */
export class QueueRefusalError extends Error {}

/** A function to call when a task ends, so that a waiting task can start. A second call has no effect. */
export type QueuePlaceReleaser = () => void;

export type FairQueue = {
  /**
   * Waits until the owner's task can start.
   * @returns the function to call when the task ends
   * @throws QueueRefusalError, or the reason of `signal` if it aborts before the task starts
   */
  enter(owner: string, signal?: AbortSignal): Promise<QueuePlaceReleaser>;
  /** Rejects all waiting calls of `enter` with this error. */
  refuseWaiting(error: Error): void;
  /** Returns the numbers of running (`working`) and waiting tasks. */
  load(): { working: number; waiting: number };
};

type Waiter = { start(leave: QueuePlaceReleaser): void; refuse(error: unknown): void };
type Owner = { working: number; waiting: Set<Waiter> };

/**
 * Creates a queue that limits concurrent tasks. Owners with waiting tasks are served in round-robin order, one task
 * each. So the waiting tasks of one owner delay a second owner by only one task in each round.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /**
   * The owners with running or waiting tasks, in the order in which they are served. An owner moves to the end when one
   * of its tasks starts.
   */
  const owners = new Map<string, Owner>();
  let working = 0;
  let waiting = 0;

  async function enter(name: string, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const owner = owners.get(name) ?? { working: 0, waiting: new Set() };
    if (hasPlaceFor(owner)) return takePlace(name, owner);
    if (waiting >= limits.waiting || owner.waiting.size >= limits.waitingOfOne)
      throw new QueueRefusalError();
    owners.set(name, owner);
    return waitForPlace(name, owner, signal);
  }

  function hasPlaceFor(owner: Owner) {
    return working < limits.atOnce && owner.working < limits.atOnceOfOne;
  }

  function takePlace(name: string, owner: Owner): QueuePlaceReleaser {
    working += 1;
    owner.working += 1;
    owners.delete(name);
    owners.set(name, owner);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      working -= 1;
      owner.working -= 1;
      forgetIdle(name, owner);
      startNext();
    };
  }

  function waitForPlace(name: string, owner: Owner, signal: AbortSignal | undefined) {
    return new Promise<QueuePlaceReleaser>((resolve, reject) => {
      const waiter: Waiter = {
        start: (leave) => {
          forget();
          resolve(leave);
        },
        refuse: (error) => {
          forget();
          forgetIdle(name, owner);
          reject(error);
        },
      };
      const onAbort = () => waiter.refuse(signal?.reason);
      const late =
        limits.waitMs && setTimeout(() => waiter.refuse(new QueueRefusalError()), limits.waitMs);
      const forget = () => {
        waiting -= 1;
        owner.waiting.delete(waiter);
        clearTimeout(late);
        signal?.removeEventListener('abort', onAbort);
      };
      waiting += 1;
      owner.waiting.add(waiter);
      signal?.addEventListener('abort', onAbort);
    });
  }

  function startNext() {
    if (waiting === 0) return;
    for (const [name, owner] of owners) {
      const [next] = owner.waiting;
      if (next === undefined || !hasPlaceFor(owner)) continue;
      next.start(takePlace(name, owner));
      return;
    }
  }

  function forgetIdle(name: string, owner: Owner) {
    if (owner.working === 0 && owner.waiting.size === 0) owners.delete(name);
  }

  function refuseWaiting(error: Error) {
    for (const owner of owners.values()) for (const waiter of owner.waiting) waiter.refuse(error);
  }

  return { enter, refuseWaiting, load: () => ({ working, waiting }) };
}
