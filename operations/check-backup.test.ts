import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrCreateSecrets } from '../backend/secrets.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import { createLocalSource } from './source.ts';
import { fillCatalogue } from './testing/catalogue.ts';
import { writeBackup } from './write-backup.ts';

const BACKUP = fileURLToPath(new URL('./backup.ts', import.meta.url));
const PASSPHRASE = 'quinze tulipas azuis';

let server: TestServer;
let folder: string;
let rows: number;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-check-'));
  server = await startTestServer({ seed: 'staff' });
  await fillCatalogue(server, 3);
  const { superuser, dataDir } = server;
  const source = createLocalSource({
    superuser,
    dataDir,
    secrets: await readOrCreateSecrets(dataDir),
  });
  const { manifest } = await writeBackup(source, at('plain.backup'), undefined);
  rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  await writeBackup(source, at('sealed.backup'), PASSPHRASE);
  await copyFile(at('plain.backup'), at('changed.backup'));
  const handle = await open(at('changed.backup'), 'r+');
  await handle.write(Buffer.from('#'), 0, 1, 3_000);
  await handle.close();
  await copyFile(at('plain.backup'), at('cut.backup'));
  await truncate(at('cut.backup'), 9_000);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function check(words: string[], env: Record<string, string> = {}) {
  return promisify(execFile)(process.execPath, [BACKUP, ...words], {
    env: { ...process.env, DATA_DIR: at('no-installation'), ...env },
    timeout: 60_000,
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

it('reads a whole backup and lists its contents, on a host without an installation', async () => {
  const before = await readdir(folder);

  const { code, output } = await check(['--check', at('plain.backup')]);

  expect([code, output]).toEqual([0, expect.stringContaining('somas conferidas')]);
  expect(output).toContain(`${rows.toLocaleString('pt-BR')} linhas`);
  expect(output).toContain('6 arquivos');
  expect(await readdir(folder)).toEqual(before);
});

it('reads an encrypted backup', async () => {
  const { code, output } = await check(['--check', at('sealed.backup')], {
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  expect([code, output]).toEqual([0, expect.stringContaining('6 arquivos')]);
});

it.each([
  ['changed.backup', {}, 'alterado'],
  ['cut.backup', {}, 'cortado'],
  ['sealed.backup', {}, 'é cifrado'],
  ['sealed.backup', { BACKUP_PASSPHRASE: 'outra senha qualquer' }, 'A senha não abre'],
  ['none.backup', {}, 'não pôde ser lido'],
])('exits with 1 and the reason for %s %o', async (name, env, why) => {
  const { code, output } = await check(['--check', at(name)], env);
  expect([code, output]).toEqual([1, expect.stringContaining(why)]);
  expect(output).not.toMatch(/\bat .*:\d+:\d+/);
});

it.each([[['--check']], [['--chek', 'x']], [['one', 'two']]])(
  'says how it is used for %j',
  async (words) => {
    const { code, output } = await check(words);
    expect([code, output]).toEqual([1, expect.stringContaining('Uso: npm run backup')]);
  },
);
