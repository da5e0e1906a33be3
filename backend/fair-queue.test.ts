import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairQueue, QueueRefusalError, type FairQueue } from './fair-queue.ts';

const WIDE = { atOnce: 2, atOnceOfOne: 2, waiting: 100, waitingOfOne: 100 };

/**
 * Returns the function `work`, which runs a task of an owner in the queue. `begun` lists the owners in the order in
 * which their tasks started. `most` returns the highest number of concurrent tasks.
 */
function worker(queue: FairQueue) {
  const begun: string[] = [];
  let [running, most] = [0, 0];
  const work = async (owner: string, signal?: AbortSignal) => {
    const leave = await queue.enter(owner, signal);
    begun.push(owner);
    most = Math.max(most, (running += 1));
    await wait(2);
    running -= 1;
    leave();
  };
  return { work, begun, most: () => most };
}

describe('a fair queue', () => {
  it('limits concurrent work, in total and for each owner', async () => {
    const all = worker(createFairQueue({ ...WIDE, atOnce: 3, atOnceOfOne: 2 }));
    await Promise.all(Array.from({ length: 10 }, () => all.work('ana')));
    expect(all.most()).toBe(2);
    await Promise.all(Array.from({ length: 10 }, (_, n) => all.work(`person ${n}`)));
    expect(all.most()).toBe(3);
  });

  it('gives places to the owners in round-robin order', async () => {
    const { work, begun } = worker(createFairQueue({ ...WIDE, atOnce: 1 }));
    const flood = Array.from({ length: 20 }, () => work('ana'));
    await Promise.all([...flood, work('bruno'), work('carla'), work('bruno')]);
    expect(begun.slice(0, 6)).toEqual(['ana', 'ana', 'bruno', 'carla', 'ana', 'bruno']);
  });

  it('skips an owner who has reached the limit of running work', async () => {
    const queue = createFairQueue({ ...WIDE, atOnce: 2, atOnceOfOne: 1 });
    const leave = await queue.enter('ana');
    const second = queue.enter('ana');
    const other = await queue.enter('bruno');
    other();
    expect(await Promise.race([second, wait(20, 'waits')])).toBe('waits');
    leave();
    expect(await second).toBeTypeOf('function');
  });

  it('refuses work beyond the limit of waiting work, for each owner and in total', async () => {
    const queue = createFairQueue({ atOnce: 1, atOnceOfOne: 1, waiting: 3, waitingOfOne: 2 });
    await queue.enter('ana');
    const entered = ['ana', 'ana', 'ana', 'bruno', 'carla'].map((owner) => queue.enter(owner));
    await expect(entered[2]).rejects.toBeInstanceOf(QueueRefusalError);
    await expect(entered[4]).rejects.toBeInstanceOf(QueueRefusalError);
  });

  it('refuses work that has waited too long or was aborted, and continues', async () => {
    const queue = createFairQueue({ ...WIDE, atOnce: 1, waitMs: 30 });
    const leave = await queue.enter('ana');
    const abandoned = new AbortController();
    const gone = queue.enter('bruno', abandoned.signal);
    const late = queue.enter('carla');
    abandoned.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    await expect(late).rejects.toBeInstanceOf(QueueRefusalError);
    leave();
    leave(); // the second release is ignored
    const next = await queue.enter('bruno');
    expect(await Promise.race([queue.enter('carla').catch(String), wait(10, 'waits')])).toBe(
      'waits',
    );
    next();
  });

  it('takes no place for work that is already aborted', async () => {
    const queue = createFairQueue({ ...WIDE, atOnce: 1 });
    await expect(queue.enter('ana', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(await queue.enter('bruno')).toBeTypeOf('function');
  });

  it('refuses all waiting work on request', async () => {
    const queue = createFairQueue({ ...WIDE, atOnce: 1 });
    const leave = await queue.enter('ana');
    const waiting = [queue.enter('ana'), queue.enter('bruno')];
    queue.refuseWaiting(new Error('silent'));
    for (const each of waiting) await expect(each).rejects.toThrow('silent');
    leave();
    expect(await queue.enter('carla')).toBeTypeOf('function');
  });
});
