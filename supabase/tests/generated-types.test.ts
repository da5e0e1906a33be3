import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { withClient } from '../../backend/database/superuser.ts';
import { cloneDatabase, dropDatabase } from '../../backend/testing/cluster.ts';
import { readAreas, renderAreas } from '../../scripts/generate/areas.ts';
import { readSchema } from '../../scripts/generate/catalogue.ts';
import { renderPermissions } from '../../scripts/generate/permissions.ts';
import { renderTypes } from '../../scripts/generate/render.ts';

const TYPES = new URL('../../src/data/database.types.ts', import.meta.url);
const AREAS = new URL('../../src/data/stored-areas.ts', import.meta.url);
const PERMISSIONS = new URL('../../src/data/permissions.ts', import.meta.url);

it('has types and areas in the panel that match the migrations (else: npm run types)', async () => {
  const cluster = inject('cluster');
  const database = await cloneDatabase(cluster, 'schema');
  try {
    const schema = await withClient(database, readSchema);
    expect(await readFile(TYPES, 'utf8')).toBe(renderTypes(schema));
    const areas = await withClient(database, readAreas);
    expect(await readFile(AREAS, 'utf8')).toBe(renderAreas(areas));
  } finally {
    await dropDatabase(cluster, database.database);
  }
});

it('has permissions in the panel that match the permission table (else: npm run types)', async () => {
  expect(await readFile(PERMISSIONS, 'utf8')).toBe(renderPermissions());
});
