import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { cloneDatabase, dropDatabase, runAs } from '../../backend/testing/cluster.ts';
import { readSchema } from '../../scripts/types/catalogue.ts';
import { renderTypes } from '../../scripts/types/render.ts';

const GENERATED = new URL('../../src/data/database.types.ts', import.meta.url);

it('has types in the panel that fit the migrations (else: npm run types)', async () => {
  const cluster = inject('cluster');
  const database = await cloneDatabase(cluster, 'schema');
  try {
    const schema = await runAs(database, readSchema);
    expect(await readFile(GENERATED, 'utf8')).toBe(renderTypes(schema));
  } finally {
    await dropDatabase(cluster, database.database);
  }
});
