import { mkdir } from 'node:fs/promises';
import { startTestCluster } from '../backend/testing/cluster.ts';
import { startTestServer } from '../backend/testing/server.ts';
import { localSource } from '../operations/source.ts';
import { RELEASES } from '../operations/releases.ts';
import { fillRelease } from '../operations/testing/release.ts';
import { writeBackup } from '../operations/write-backup.ts';
import packageJson from '../package.json' with { type: 'json' };

// `npm run keep-release`: stores a backup of this version, with a record of every area and without secrets.
// After that the tests upgrade the backup, and `npm run check` refuses changes of the migrations that the backup lists.
// An existing backup is never overwritten.

const file = `${RELEASES}${packageJson.version}.backup`;
const cluster = await startTestCluster();
try {
  const server = await startTestServer({ seed: 'staff' }, cluster.superuser);
  try {
    await fillRelease(server);
    await mkdir(RELEASES, { recursive: true });
    const source = localSource({ ...server, secrets: null });
    const { manifest, bytes } = await writeBackup(source, file, undefined);
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    console.log(`${packageJson.version}: ${rows} rows, ${bytes} bytes`);
  } finally {
    await server.stop();
  }
} finally {
  await cluster.stop();
}
