import { parseArgs } from 'node:util';
import { failDisk } from './disk.ts';
import { runRestoreDrill } from './drill.ts';
import { cutPower } from './power.ts';
import { killNode, killPostgres } from './kills.ts';
import { describeLedger } from './ledger.ts';
import { createReport, type Report } from './report.ts';
import { stopWhileWriting } from './stop.ts';
import { killPurge, killUndo } from './undo-and-purge.ts';
import { openWorld } from './world.ts';

const RESTART_LIMIT_MS = 5_000;

type Kills = { node: number; postgres: number; cuts: number; limitMs: number };

/** Kills and stops the backend, and kills its database, while clients write. Reports lost writes. */
export async function killAndCount({ node, postgres, cuts, limitMs }: Kills, report: Report) {
  const world = await openWorld();
  try {
    await killNode(world, { times: node, limitMs }, report);
    await killPostgres(world, { times: postgres, limitMs }, report);
    await stopWhileWriting(world, report);
    await killUndo(world, cuts, report);
    await killPurge(world, cuts, report);
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
  const report = createReport();
  const [node, postgres, cuts] = [values.node, values.postgres, values.cuts].map(Number) as [
    number,
    number,
    number,
  ];
  await killAndCount({ node, postgres, cuts, limitMs: RESTART_LIMIT_MS }, report);
  await failDisk(report);
  await cutPower(cuts, report);
  await runRestoreDrill({ products: Number(values.products), kills: cuts }, report);
  const problems = report.problems().length;
  report.line(problems === 0 ? 'nothing lost' : `${problems} problems`);
  process.exit(problems === 0 ? 0 : 1);
}
