import { writeFile } from 'node:fs/promises';
import { cloneDatabase, runAs, startTestCluster } from '../backend/testing/cluster.ts';
import { readSchema } from './types/catalogue.ts';
import { renderTypes } from './types/render.ts';

const FILE = new URL('../src/data/database.types.ts', import.meta.url);

/** Writes the types of the migrated schema: `npm run types` after every new migration. */
const cluster = await startTestCluster();
try {
  const database = await cloneDatabase(cluster.superuser, 'schema');
  await writeFile(FILE, renderTypes(await runAs(database, readSchema)));
} finally {
  await cluster.stop();
}
