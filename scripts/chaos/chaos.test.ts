import { expect, it } from 'vitest';
import { killWhileWriting } from './chaos.ts';
import { createChaosReport } from './report.ts';

it(
  'loses no acknowledged write when the backend or its database is killed, or when it stops',
  {
    timeout: 300_000,
  },
  async () => {
    const report = createChaosReport(() => undefined);

    // A long limit, because other tests use the CPU at the same time. `npm run chaos` sets a strict one.
    await killWhileWriting({ node: 3, postgres: 3, cuts: 2, limitMs: 30_000 }, report);

    expect(report.problems()).toEqual([]);
  },
);
