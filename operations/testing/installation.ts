import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { withClient, type ConnectionSettings } from '../../backend/database/superuser.ts';
import { buildDatabaseUrl, dropDatabase } from '../../backend/testing/cluster.ts';
import { computeTableChecksum, type TableChecksum } from '../checksums.ts';
import { listTables, setCopySettings } from '../tables.ts';

/** Computes the number of rows and the checksum of every table. */
export async function computeTableChecksums(
  superuser: ConnectionSettings,
): Promise<TableChecksum[]> {
  return withClient(superuser, async (client) => {
    await setCopySettings(client);
    const found: TableChecksum[] = [];
    for (const table of await listTables(client))
      found.push(await computeTableChecksum(client, table));
    return found;
  });
}

/** Creates a data folder and an empty database, for a restore. */
export async function createEmptyRestoreTarget() {
  const cluster = inject('cluster');
  const name = `restored_${Date.now().toString(36)}_${randomBytes(3).toString('hex')}`;
  await withClient(cluster, (client) => client.query(`create database ${name} template template0`));
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-restored-'));
  const superuser = { ...cluster, database: name };
  return {
    config: { DATA_DIR: dataDir, DATABASE_URL: buildDatabaseUrl(superuser) },
    superuser,
    async remove() {
      await dropDatabase(cluster, name);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
