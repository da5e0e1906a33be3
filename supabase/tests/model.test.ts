import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, dropDatabase } from '../../backend/testing/cluster.ts';
import { exploreModel, type ModelRunner, openModel } from './model/explore.ts';

/** Minimum number of sequences. The test runs as many as fit in `MILLISECONDS`; `npm run test:model` runs 20,000. */
const MIN_SEQUENCES = 60;
const MILLISECONDS = 45_000;
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000);

let client: pg.Client;
let model: ModelRunner;
let database: string;

beforeAll(async () => {
  const cloned = await cloneDatabase(inject('cluster'), 'schema');
  database = cloned.database;
  client = new pg.Client(cloned);
  await client.connect();
  model = await openModel(client);
});
afterAll(async () => {
  await client.end();
  await dropDatabase(inject('cluster'), database);
});

it('two users mix all commands on a few records: the database equals the model', async () => {
  const { sequences, steps, failures } = await exploreModel(model, {
    seed,
    count: MIN_SEQUENCES,
    milliseconds: MILLISECONDS,
  });
  console.log(`${sequences} sequences of ${steps} commands, seed ${seed}`);
  expect([...failures.values()].map(({ text }) => text)).toEqual([]);
  expect(sequences).toBeGreaterThanOrEqual(MIN_SEQUENCES);
}, 600_000);
