/** How much work runs and waits, in all and of one owner (a person, an address). */
export type FairQueueLimits = {
  atOnce: number;
  atOnceOfOne: number;
  waiting: number;
  waitingOfOne: number;
  /** Work that has waited so long is refused; without it work waits as long as it takes. */
  waitMs?: number;
};

/** Too much work waits already, or it has waited for too long: the caller should come back later. */
export class QueueIsFull extends Error {}

/** Gives a place back. Only the first call counts. */
export type Leave = () => void;

export type FairQueue = {
  /**
   * Waits for a place.
   * @throws QueueIsFull, or the reason of `signal` when it aborts meanwhile
   */
  enter(owner: string, signal?: AbortSignal): Promise<Leave>;
  /** Refuses all work that waits. */
  refuseWaiting(error: Error): void;
  /** How much work runs and waits now. */
  load(): { working: number; waiting: number };
};

type Waiter = { start(leave: Leave): void; refuse(error: unknown): void };
type Owner = { working: number; waiting: Set<Waiter> };

/**
 * Places for work. Owners of waiting work take places in turn: a flood of one owner delays another by the work that
 * runs, never by the work that waits.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** The owners with work; the one who got a place last is at the end. */
  const owners = new Map<string, Owner>();
  let working = 0;
  let waiting = 0;

  async function enter(name: string, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const owner = owners.get(name) ?? { working: 0, waiting: new Set() };
    if (hasPlaceFor(owner)) return place(name, owner);
    if (waiting >= limits.waiting || owner.waiting.size >= limits.waitingOfOne)
      throw new QueueIsFull();
    owners.set(name, owner);
    return waitForPlace(name, owner, signal);
  }

  function hasPlaceFor(owner: Owner) {
    return working < limits.atOnce && owner.working < limits.atOnceOfOne;
  }

  function place(name: string, owner: Owner): Leave {
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
    return new Promise<Leave>((resolve, reject) => {
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
        limits.waitMs && setTimeout(() => waiter.refuse(new QueueIsFull()), limits.waitMs);
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
      next.start(place(name, owner));
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
