import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { setUpDatabase } from '../backend/database/setup.ts';
import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';
import { insertTestUsers } from '../supabase/tests/database.ts';
import {
  measureBulkChangeCost,
  measureDeletionCost,
  measureListCost,
  measureSaveCost,
  measureBulkChangeStepCost,
  createListRequestsFromDatabase,
  openMeasuredConnection,
  readFindableTableSizes,
  type MeasuredConnection,
  type DatabaseCost,
} from './database-costs.ts';
import { computePercentile } from './percentile.ts';

// Measures the time that the tables `private.findable…` (copies of some columns of the products) add to a write, and
// the lists that read them.
// Usage: `npm run bench:weight` for 1,000,000 products, `npm run bench:weight 100000` for fewer.
// With the migrations of a second checkout, the benchmark measures both schemas alternately on one server:
// `npm run bench:weight 1000000 ../before/supabase/migrations`.
// A million products are 4 GB for each schema, and take minutes to fill.

const PRODUCTS = Number(process.argv[2] ?? 1_000_000);
const OTHER = process.argv[3];
const LIST_ROUNDS = 12;
const WRITE_ROUNDS = 20;
const STEP_ROUNDS = 5;
const STEP_SIZE = 2000;
const MANY = 100_000;
const PRICE = { kind: 'price', by: 'percent', value: 10, ending: 0.9, promo: 'same' };

type Named = MeasuredConnection & { name: string };
type Measure = (bench: Named, round: number) => Promise<DatabaseCost>;

const cluster = await startTestCluster();
try {
  const databases: [name: string, ConnectionSettings][] = [];
  if (OTHER !== undefined) databases.push(['before', await otherSchema(OTHER)]);
  databases.push(['now', await cloneDatabase(cluster.superuser, 'schema')]);
  for (const [, database] of databases) await fill(database);
  const benches = await Promise.all(
    databases.map(async ([name, database]) => ({
      name,
      ...(await openMeasuredConnection(database)),
    })),
  );
  try {
    console.log(await compareWeights(benches, PRODUCTS));
  } finally {
    await Promise.all(benches.map(({ client }) => client.end()));
  }
} finally {
  await cluster.stop();
}

async function otherSchema(folder: string): Promise<ConnectionSettings> {
  const database = { ...cluster.superuser, database: `other_${process.pid}` };
  await withClient(cluster.superuser, (client) =>
    client.query(`create database ${database.database} template template0`),
  );
  await setUpDatabase(database, pathToFileURL(`${resolve(folder)}/`));
  return database;
}

async function fill(database: ConnectionSettings) {
  await withClient(database, async (client) => {
    await insertTestUsers((text, values) => client.query(text, values));
    await client.query(`select set_config('bench.rows', $1, false)`, [PRODUCTS]);
    await client.query(await readFile(new URL('./catalogue.sql', import.meta.url), 'utf8'));
    await client.query('vacuum analyze');
  });
}

/** Measures every list and write in all databases alternately; returns a table with one column for each database. */
async function compareWeights(benches: Named[], products: number) {
  const lines = [
    `CPU time of PostgreSQL in ms, fastest / 95th percentile, in the database as a Colaborador; ${products.toLocaleString('en')} products.`,
    '',
    `| what | ${benches.map(({ name }) => name).join(' | ')} |`,
    `|---|${benches.map(() => '---|').join('')}`,
  ];
  const add = (what: string, cells: string[]) => {
    lines.push(`| ${what} | ${cells.join(' | ')} |`);
    console.error(lines.at(-1));
  };
  const [first] = benches;
  for (const [what, request] of first ? await createListRequestsFromDatabase(first, products) : [])
    add(
      what,
      await measureInTurns(benches, LIST_ROUNDS, (bench) => measureListCost(bench, request)),
    );
  for (const [what, values] of [
    ['save: a price', { real_price: 7.77 }],
    ['save: a name', { name: 'Açaí novo' }],
  ] as const)
    add(
      what,
      await measureInTurns(benches, WRITE_ROUNDS, (bench, round) =>
        measureSaveCost(bench, round, values),
      ),
    );
  add('delete one', await measureInTurns(benches, WRITE_ROUNDS, measureDeletionCost));
  for (const hasCopies of [true, false])
    add(
      `${STEP_SIZE.toLocaleString('en')} prices, ${hasCopies ? 'with' : 'without'} the copies`,
      await measureInTurns(benches, STEP_ROUNDS, (bench) =>
        measureBulkChangeStepCost(bench, STEP_SIZE, PRICE, hasCopies),
      ),
    );
  const many = Math.min(MANY, products);
  add(
    `${many.toLocaleString('en')} prices, in steps`,
    await measureInTurns(benches, 1, (bench) => measureBulkChangeCost(bench, many, PRICE)),
  );
  for (const part of ['heap', 'indexes'] as const) {
    const cells = await Promise.all(
      benches.map(async (bench) => describeSizes(await readFindableTableSizes(bench), part)),
    );
    add(`size: ${part}`, cells);
  }
  return lines.join('\n');
}

/**
 * Measures all databases in each round. The first round only fills the caches and is not counted, unless `rounds` is 1.
 */
async function measureInTurns(benches: Named[], rounds: number, measure: Measure) {
  const costs = new Map<Named, DatabaseCost[]>(benches.map((bench) => [bench, []]));
  for (let round = rounds === 1 ? 1 : 0; round <= rounds; round += 1)
    for (const bench of benches) {
      const cost = await measure(bench, round);
      if (round > 0) costs.get(bench)?.push(cost);
    }
  return [...costs.values()].map(describe);
}

function describe(costs: DatabaseCost[]) {
  const times = costs.map(({ ms }) => ms);
  const wal = Math.min(...costs.map((cost) => cost.wal));
  const written = wal > 10_000 ? `, ${(wal / 1e6).toFixed(1)} MB of WAL` : '';
  return `${Math.min(...times).toFixed(1)} / ${computePercentile(times, 0.95).toFixed(1)}${written}`;
}

function describeSizes(
  sizes: Awaited<ReturnType<typeof readFindableTableSizes>>,
  part: 'heap' | 'indexes',
) {
  const megabytes = sizes.map((size) => Number(size[part]) / 1e6);
  const all = megabytes.reduce((sum, size) => sum + size, 0);
  const each = sizes.map(({ name }, index) => `${name} ${megabytes[index]?.toFixed(0)}`);
  return `${all.toFixed(0)} MB${each.length > 1 ? ` (${each.join(', ')})` : ''}`;
}
