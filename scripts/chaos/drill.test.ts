import { expect, it } from 'vitest';
import { runRestoreDrill } from './drill.ts';
import { createChaosReport } from './report.ts';

it(
  'restores a lost installation from a backup under load, also after interrupted backups and restores',
  { timeout: 240_000 },
  async () => {
    const report = createChaosReport(() => undefined);

    await runRestoreDrill({ products: 40, kills: 2 }, report);

    expect(report.problems()).toEqual([]);
  },
);
