import { writeFile } from 'node:fs/promises';
import { asOneClient } from '../backend/database/superuser.ts';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { readSchema } from './types/catalogue.ts';
import { renderPermissions } from './types/permissions.ts';
import { renderTypes } from './types/render.ts';

const TYPES = new URL('../src/data/database.types.ts', import.meta.url);
const PERMISSIONS = new URL('../src/data/permissions.ts', import.meta.url);

/**
 * `npm run types`: writes the panel's types of the schema and its permissions. Run it after every change of a migration
 * or of the permission table.
 */
await writeFile(PERMISSIONS, renderPermissions());
const cluster = await startTestCluster();
try {
  const database = await cloneDatabase(cluster.superuser, 'schema');
  await writeFile(TYPES, renderTypes(await asOneClient(database, readSchema)));
} finally {
  await cluster.stop();
}
