import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('limits concurrency, keeps the order, and continues after a failure', async () => {
  const inTurn = limitConcurrency(2);
  const begun: number[] = [];
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const results = gates.map(({ promise }, index) =>
    inTurn(() => {
      begun.push(index);
      return promise;
    }).then(
      () => 'done',
      () => 'failed',
    ),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[0]?.reject(new Error('no'));
  await results[0];
  expect(begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(results)).toEqual(['failed', 'done', 'done', 'done']);
  expect(begun).toEqual([0, 1, 2, 3]);
});
