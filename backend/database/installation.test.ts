import { buildDatabaseUrl } from '../testing/cluster.ts';
import { chmod, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreBackup } from '../../operations/restore-backup.ts';
import { createLocalSource } from '../../operations/source.ts';
import { createEmptyRestoreTarget } from '../../operations/testing/installation.ts';
import { writeBackup } from '../../operations/write-backup.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import { openPlatform } from '../open-platform.ts';
import { readOrCreateSecrets } from '../secrets.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { OperatorError } from './operator-error.ts';

let server: TestServer;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-folders-'));
  await chmod(root, 0o711);
  server = await startTestServer({ seed: 'staff' });
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

/** Opens and closes the installation: like the server when it starts, or like a command of the operator (`joins`). */
async function open(dataDir: string, options = {}) {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: buildDatabaseUrl(server.superuser),
  });
  const { close } = await openPlatform(config, createLogger('silent'), options);
  await close();
}

const noted = () => server.sql('select * from vitrine_backend.installation');

it('refuses an empty data folder on the database of another one, names both and creates nothing', async () => {
  const before = await noted();

  const refusal = await open(join(root, 'other')).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(OperatorError);
  expect(String(refusal)).toContain(`${hostname()}:${server.dataDir}`);
  expect(String(refusal)).toContain(`${hostname()}:${join(root, 'other')}`);
  expect(await readdir(root)).toEqual([]);
  expect(await noted()).toEqual(before);
});

it('refuses a folder with other keys, also for a command, and one with these keys and other files', async () => {
  const [keys, files] = [join(root, 'keys'), join(root, 'files')];
  await readOrCreateSecrets(keys);
  await cp(join(server.dataDir, 'secrets.json'), join(files, 'secrets.json'));
  try {
    await expect(open(keys)).rejects.toThrow('outras chaves');
    await expect(open(keys, { joins: true })).rejects.toThrow('outras chaves');
    await expect(open(files)).rejects.toThrow('outros arquivos');
    expect(await readdir(keys)).toEqual(['secrets.json']);
    expect(await readdir(files)).toEqual(['secrets.json']);
  } finally {
    for (const folder of [keys, files]) await rm(folder, { recursive: true });
  }
});

it('accepts the same folder at another path, and stores the new path', async () => {
  const moved = join(root, 'moved');
  await cp(server.dataDir, moved, { recursive: true });
  await open(moved);
  expect(await noted()).toMatchObject([{ folder: `${hostname()}:${moved}` }]);
});

it('hides the record from all roles of the platform', async () => {
  const readers = await server.sql(`select rolname from pg_roles
    where not rolsuper and rolname !~ '^pg_' and rolname <> 'postgres'
      and (has_table_privilege(oid, 'vitrine_backend.installation', 'select')
        or has_any_column_privilege(oid, 'vitrine_backend.installation', 'select'))`);
  expect(readers).toEqual([]);
});

it('gives a restored installation a new id: neither folder works with the database of the other', async () => {
  const { superuser, dataDir } = server;
  const file = join(root, 'vitrine.backup');
  const source = createLocalSource({
    superuser,
    dataDir,
    secrets: await readOrCreateSecrets(dataDir),
  });
  await writeBackup(source, file, undefined);
  const place = await createEmptyRestoreTarget();
  try {
    await restoreBackup({ file, passphrase: undefined, config: place.config });

    await expect(open(place.config.DATA_DIR)).rejects.toThrow('outros arquivos');
    const { close } = await openPlatform(readConfig(place.config), createLogger('silent'));
    await close();
    const other = readConfig({ ...place.config, DATA_DIR: dataDir });
    await expect(openPlatform(other, createLogger('silent'))).rejects.toThrow('outros arquivos');
  } finally {
    await place.remove();
  }
});
