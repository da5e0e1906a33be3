import { parseArgs } from 'node:util';
import { troubleTheDisk } from './disk.ts';
import { killNode, killPostgres } from './kills.ts';
import { sizeOf } from './ledger.ts';
import { createReport, type Report } from './report.ts';
import { stopWhileWriting } from './stop.ts';
import { openWorld } from './world.ts';

const RESTART_LIMIT_MS = 5_000;

type Kills = { node: number; postgres: number; limitMs: number };

/** Kills the backend and its database again and again while people write, then counts what is lost. */
export async function killAndCount({ node, postgres, limitMs }: Kills, report: Report) {
  const world = await openWorld();
  try {
    await killNode(world, { times: node, limitMs }, report);
    await killPostgres(world, { times: postgres, limitMs }, report);
    await stopWhileWriting(world, report);
    report.losses('everything', await world.losses({ everything: true }));
    report.line(`acknowledged and found again: ${sizeOf(world.ledger)}`);
  } finally {
    await world.end();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      node: { type: 'string', default: '50' },
      postgres: { type: 'string', default: '20' },
    },
  });
  const report = createReport();
  const [node, postgres] = [Number(values.node), Number(values.postgres)];
  await killAndCount({ node, postgres, limitMs: RESTART_LIMIT_MS }, report);
  await troubleTheDisk(report);
  const problems = report.problems().length;
  report.line(problems === 0 ? 'nothing lost' : `${problems} problems`);
  process.exit(problems === 0 ? 0 : 1);
}
