import { mkdir } from 'node:fs/promises';
import { startTestCluster } from '../backend/testing/cluster.ts';
import { startTestServer } from '../backend/testing/server.ts';
import { createLocalSource } from '../operations/source.ts';
import { RELEASES_FOLDER } from '../operations/releases.ts';
import { fillReleaseInstallation } from '../operations/testing/release.ts';
import { writeBackup } from '../operations/write-backup.ts';
import packageJson from '../package.json' with { type: 'json' };

// `npm run keep-release`: stores a backup of this version, with a record of every area and without secrets.
// After that the tests upgrade the backup, and `npm run check` refuses changes of the migrations that the backup lists.
// An existing backup is never overwritten.

const file = `${RELEASES_FOLDER}${packageJson.version}.backup`;
const cluster = await startTestCluster();
try {
  const server = await startTestServer({ seed: 'staff' }, cluster.superuser);
  try {
    await fillReleaseInstallation(server);
    await mkdir(RELEASES_FOLDER, { recursive: true });
    const source = createLocalSource({ ...server, secrets: null });
    const { manifest, bytes } = await writeBackup(source, file, undefined);
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    console.log(`${packageJson.version}: ${rows} rows, ${bytes} bytes`);
  } finally {
    await server.stop();
  }
} finally {
  await cluster.stop();
}
