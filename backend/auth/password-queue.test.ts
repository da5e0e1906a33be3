import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { AuthError } from './errors.ts';
import { queuePasswordWork } from './password-queue.ts';

const work = (ms = 5) => wait(ms).then(() => 'done');

describe('the fair queue of password checks', () => {
  it('leaves one core to all other requests', async () => {
    let [running, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        queuePasswordWork(`10.0.0.${index}`, async () => {
          most = Math.max(most, (running += 1));
          await work();
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(Math.min(4, Math.max(1, availableParallelism() - 1)));
  });

  it('refuses requests beyond the limits, for each address and in total', async () => {
    const crowd = (address: (index: number) => string, length: number) =>
      Promise.allSettled(
        Array.from({ length }, (_, index) => queuePasswordWork(address(index), work)),
      );
    const running = Math.min(4, Math.max(1, availableParallelism() - 1));

    const ofOne = await crowd(() => '10.0.0.1', 500);
    const ofMany = await crowd((index) => `10.0.${index}.1`, 500);

    expect(ofOne.filter(({ status }) => status === 'fulfilled')).toHaveLength(running + 60);
    expect(ofMany.filter(({ status }) => status === 'fulfilled')).toHaveLength(running + 100);
    const [refusal] = ofOne.filter((one) => one.status === 'rejected');
    expect(refusal?.reason).toBeInstanceOf(AuthError);
    expect(refusal?.reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });

  it('serves a second address after a few checks, however many requests of the first one wait', async () => {
    const order: string[] = [];
    const turn = (address: string) =>
      queuePasswordWork(address, async () => {
        await work(1);
        order.push(address);
      });
    const flood = Array.from({ length: 50 }, () => turn('10.0.0.1'));
    await Promise.all([...flood, turn('10.0.0.2')]);

    expect(order.indexOf('10.0.0.2')).toBeLessThan(5);
  });

  it('fails waiting requests at once when the database does not respond', async () => {
    let calls = 0;
    const silent = () => {
      calls += 1;
      return work().then(() => {
        throw new DatabaseUnavailableError('no_response', 'silent');
      });
    };
    const running = Math.min(4, Math.max(1, availableParallelism() - 1));

    const crowd = await Promise.allSettled(
      Array.from({ length: 40 }, () => queuePasswordWork('10.0.0.1', silent)),
    );

    expect(crowd.filter(({ status }) => status === 'rejected')).toHaveLength(40);
    expect(calls).toBe(running);
    expect(await queuePasswordWork('10.0.0.1', () => work())).toBe('done');
  });

  it('continues after a check that failed', async () => {
    await expect(
      queuePasswordWork('10.0.0.1', () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow();
    expect(await queuePasswordWork('10.0.0.1', () => work())).toBe('done');
  });
});
