import { parseArgs } from 'node:util';
import { testDiskFailures } from './disk.ts';
import { runRestoreDrill } from './drill.ts';
import { testPowerCuts } from './power.ts';
import { killNode, killPostgres } from './kills.ts';
import { describeLedger } from './ledger.ts';
import { createChaosReport, type ChaosReport } from './report.ts';
import { stopWhileWriting } from './stop.ts';
import { killDuringPurges, killDuringUndos } from './undo-and-purge.ts';
import { startChaosSetup } from './chaos-setup.ts';

const RESTART_LIMIT_MS = 5_000;

type Kills = { node: number; postgres: number; cuts: number; limitMs: number };

/** Kills and stops the backend, and kills its database, while clients write. Reports lost writes. */
export async function killWhileWriting(
  { node, postgres, cuts, limitMs }: Kills,
  report: ChaosReport,
) {
  const world = await startChaosSetup();
  try {
    await killNode(world, { times: node, limitMs }, report);
    await killPostgres(world, { times: postgres, limitMs }, report);
    await stopWhileWriting(world, report);
    await killDuringUndos(world, cuts, report);
    await killDuringPurges(world, cuts, report);
    report.losses('everything', await world.losses({ everything: true }));
    report.line(`acknowledged and found again: ${describeLedger(world.ledger)}`);
  } finally {
    await world.end();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      node: { type: 'string', default: '50' },
      postgres: { type: 'string', default: '20' },
      products: { type: 'string', default: '10000' },
      cuts: { type: 'string', default: '10' },
    },
  });
  const report = createChaosReport();
  const [node, postgres, cuts] = [values.node, values.postgres, values.cuts].map(Number) as [
    number,
    number,
    number,
  ];
  await killWhileWriting({ node, postgres, cuts, limitMs: RESTART_LIMIT_MS }, report);
  await testDiskFailures(report);
  await testPowerCuts(cuts, report);
  await runRestoreDrill({ products: Number(values.products), kills: cuts }, report);
  const problems = report.problems().length;
  report.line(problems === 0 ? 'nothing lost' : `${problems} problems`);
  process.exit(problems === 0 ? 0 : 1);
}
