import { expect, it } from 'vitest';
import { drill } from './drill.ts';
import { createReport } from './report.ts';

it(
  'brings a lost machine back as it was, backed up while people write, however often it is cut short',
  { timeout: 240_000 },
  async () => {
    const report = createReport(() => undefined);

    await drill({ products: 40, kills: 2 }, report);

    expect(report.problems()).toEqual([]);
  },
);
