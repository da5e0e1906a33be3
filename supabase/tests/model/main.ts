import pg from 'pg';
import { cloneDatabase, dropDatabase, startTestCluster } from '../../../backend/testing/cluster.ts';
import { COMMAND_KINDS } from './commands.ts';
import { exploreModel, openModel } from './explore.ts';

/**
 * `npm run test:model [-- sequences] [seed]`: runs many sequences, on two databases at once. Prints the steps of the
 * first failure of each rule in each database, and the ten rarest pairs of consecutive kinds of commands.
 */
const [count = 20_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const WORKERS = 2;
/** Minimum number of times that each ordered pair of kinds of commands must occur in 20,000 sequences. */
const PAIR_TIMES = 20;
/** Minimum share of the commands that are applicable. With a smaller share, the run fails. */
const MIN_APPLICABLE = 0.8;
/** Number of sequences in one database: a longer history would make the database slow. */
const IN_ONE_DATABASE = 100;

const cluster = await startTestCluster();
try {
  console.log(`${count} sequences, seed ${seed}`);
  let next = 0;
  const begun = performance.now();
  const reports = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      const found = [];
      while (next < count) {
        const first = next;
        next += IN_ONE_DATABASE;
        const database = await cloneDatabase(cluster.superuser, 'schema');
        const client = new pg.Client(database);
        try {
          await client.connect();
          const model = await openModel(client);
          const part = await exploreModel(model, {
            seed: seed + first,
            count: Math.min(IN_ONE_DATABASE, count - first),
          });
          found.push(part);
        } finally {
          await client.end();
          await dropDatabase(cluster.superuser, database.database);
        }
        console.log(
          `${Math.min(next, count)} of ${count}, ${Math.round((performance.now() - begun) / 1000)} s`,
        );
      }
      return found;
    }),
  );
  process.exitCode = report(reports.flat()) ? 0 : 1;
} finally {
  await cluster.stop();
}

function report(all: Awaited<ReturnType<typeof exploreModel>>[]): boolean {
  const failures = new Map<string, { text: string; times: number }>();
  const pairs = new Map<string, number>();
  let [steps, skipped, sequences] = [0, 0, 0];
  for (const one of all) {
    steps += one.steps;
    skipped += one.skipped;
    sequences += one.sequences;
    for (const [pair, times] of one.pairs) pairs.set(pair, (pairs.get(pair) ?? 0) + times);
    for (const [rule, { text, times }] of one.failures) {
      const known = failures.get(rule);
      failures.set(rule, { text: known?.text ?? text, times: times + (known?.times ?? 0) });
    }
  }
  for (const { text, times } of failures.values()) console.log(`${times}× ${text.split('\n')[0]}`);
  const possible = COMMAND_KINDS.flatMap((one) =>
    COMMAND_KINDS.map((other) => `${one} → ${other}`),
  );
  const times = (pair: string) => pairs.get(pair) ?? 0;
  const rarest = possible.toSorted((one, other) => times(one) - times(other));
  const enough = possible.filter((pair) => times(pair) * 20_000 >= PAIR_TIMES * sequences);
  console.log(
    `\n${sequences} sequences, ${steps} commands, ${Math.round((100 * steps) / (steps + skipped))} % applicable`,
  );
  console.log(
    `${enough.length} of ${possible.length} ordered pairs as often as ${PAIR_TIMES} times in 20,000 sequences; rarest: ${rarest
      .slice(0, 10)
      .map((pair) => `${pair} ${times(pair)}×`)
      .join('; ')}`,
  );
  // A run of fewer than 20,000 sequences need not contain all pairs.
  const isMixed = sequences < 20_000 || enough.length === possible.length;
  return failures.size === 0 && isMixed && steps >= (steps + skipped) * MIN_APPLICABLE;
}
