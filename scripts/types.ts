import { writeFile } from 'node:fs/promises';
import { withClient } from '../backend/database/superuser.ts';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { readAreas, renderAreas } from './generate/areas.ts';
import { readSchema } from './generate/catalogue.ts';
import { renderPermissions } from './generate/permissions.ts';
import { renderTypes } from './generate/render.ts';

const TYPES = new URL('../src/data/database.types.ts', import.meta.url);
const AREAS = new URL('../src/data/stored-areas.ts', import.meta.url);
const PERMISSIONS = new URL('../src/data/permissions.ts', import.meta.url);

/**
 * `npm run types`: generates three files in src/data: the types of the schema, the rules of the areas (private.areas),
 * and the permissions. Run it after every change of a migration or of supabase/tests/permission-table.ts.
 */
await writeFile(PERMISSIONS, renderPermissions());
const cluster = await startTestCluster();
try {
  const database = await cloneDatabase(cluster.superuser, 'schema');
  await writeFile(TYPES, renderTypes(await withClient(database, readSchema)));
  await writeFile(AREAS, renderAreas(await withClient(database, readAreas)));
} finally {
  await cluster.stop();
}
