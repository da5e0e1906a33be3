import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { setUpDatabase } from '../backend/database/setup.ts';
import { asOneClient, type Superuser } from '../backend/database/superuser.ts';
import { addPeople } from '../supabase/tests/database.ts';
import { openBench } from './copies.ts';
import { compareWeights } from './weights.ts';

/**
 * Measures the time that the narrow copies of the products add to a write, and the lists that read them: `npm run
 * bench:weight`, with fewer products than 1,000,000 `npm run bench:weight 100000`. With the migrations of another
 * checkout, both schemas are measured in turns on one server: `npm run bench:weight 1000000
 * ../before/supabase/migrations`. A million products are 4 GB for each schema, and take minutes to fill.
 */
const PRODUCTS = Number(process.argv[2] ?? 1_000_000);
const OTHER = process.argv[3];

const cluster = await startTestCluster();
try {
  const databases: [name: string, Superuser][] = [];
  if (OTHER !== undefined) databases.push(['before', await otherSchema(OTHER)]);
  databases.push(['now', await cloneDatabase(cluster.superuser, 'schema')]);
  for (const [, database] of databases) await fill(database);
  const benches = await Promise.all(
    databases.map(async ([name, database]) => ({ name, ...(await openBench(database)) })),
  );
  try {
    console.log(await compareWeights(benches, PRODUCTS));
  } finally {
    await Promise.all(benches.map(({ client }) => client.end()));
  }
} finally {
  await cluster.stop();
}

async function otherSchema(folder: string): Promise<Superuser> {
  const database = { ...cluster.superuser, database: `other_${process.pid}` };
  await asOneClient(cluster.superuser, (client) =>
    client.query(`create database ${database.database} template template0`),
  );
  await setUpDatabase(database, pathToFileURL(`${resolve(folder)}/`));
  return database;
}

async function fill(database: Superuser) {
  await asOneClient(database, async (client) => {
    await addPeople((text, values) => client.query(text, values));
    await client.query(`select set_config('bench.rows', $1, false)`, [PRODUCTS]);
    await client.query(await readFile(new URL('./catalogue.sql', import.meta.url), 'utf8'));
    await client.query('vacuum analyze');
  });
}
