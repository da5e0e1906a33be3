import type pg from 'pg';
import { insertStorageObjects } from '../records.ts';
import { insertTestUsers } from '../database.ts';
import { type Adapter, makeAdapter } from './adapter.ts';
import { generateCommands, runSequence, shrinkSequence } from './run.ts';
import type { Command } from './step.ts';

export type ModelRunner = {
  adapter: Adapter;
  run(commands: Command[]): ReturnType<typeof runSequence>;
};
export type ExploreResult = {
  sequences: number;
  steps: number;
  skipped: number;
  pairs: Map<string, number>;
  failures: Map<string, { text: string; times: number }>;
};

/** Adds users and stored pictures to an empty database. `run` of the returned model runs a sequence on new records. */
export async function openModel(client: pg.Client): Promise<ModelRunner> {
  await insertTestUsers((text, values) => client.query(text, values));
  await insertStorageObjects(
    { sql: async (text, values) => (await client.query(text, values)).rows },
    ...['a', 'b', 'c', 'd'].map(
      (name) => `https://vitrine.exemplo/storage/v1/object/public/product-images/main/${name}.png`,
    ),
  );
  // JIT compilation would take longer than any of these small statements.
  await client.query('set jit = off');
  const adapter = makeAdapter(client);
  let number = 0;
  return { adapter, run: (commands) => runSequence(adapter, (number += 1), commands) };
}

/** Runs at least `count` sequences, for at least `milliseconds`. Shortens and prints the first failure of each rule. */
export async function exploreModel(
  model: ModelRunner,
  { seed, count, milliseconds = 0 }: { seed: number; count: number; milliseconds?: number },
): Promise<ExploreResult> {
  const explored: ExploreResult = {
    sequences: 0,
    steps: 0,
    skipped: 0,
    pairs: new Map(),
    failures: new Map(),
  };
  const end = performance.now() + milliseconds;
  while (explored.sequences < count || performance.now() < end) {
    const own = seed + explored.sequences;
    const commands = generateCommands(own);
    const ran = await model.run(commands);
    explored.sequences += 1;
    explored.steps += ran.kinds.length;
    explored.skipped += ran.skipped;
    for (const [place, kind] of ran.kinds.slice(1).entries()) {
      const pair = `${ran.kinds[place]} → ${kind}`;
      explored.pairs.set(pair, (explored.pairs.get(pair) ?? 0) + 1);
    }
    if (!ran.failure) continue;
    const known = explored.failures.get(ran.failure.rule);
    if (known) known.times += 1;
    else {
      const { failure } = await shrinkSequence(model.run, commands, ran.failure);
      const steps = failure.steps.map((step) => `    ${step}`).join('\n');
      const text = `seed ${own}: ${failure.rule}\n  ${failure.problem}\n${steps}`;
      explored.failures.set(ran.failure.rule, { text, times: 1 });
      console.log(`\n${text}`);
    }
  }
  return explored;
}
