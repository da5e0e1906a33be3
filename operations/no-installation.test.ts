import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../backend/database/superuser.ts';
import { readOrCreateSecrets } from '../backend/secrets.ts';
import { createEmptyRestoreTarget } from './testing/installation.ts';

const PROGRAMS = {
  admin: ['scripts/admin.ts', 'reset-password', 'ana@vitrine.exemplo'],
  backup: ['operations/backup.ts'],
  'move --to': [
    'operations/move.ts',
    '--to=postgres://postgres:x@127.0.0.1:1/x',
    '--storage=http://127.0.0.1:1',
    '--key=x',
  ],
};
const NAMES = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]; // the constant has only these keys

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-none-'));
  await chmod(root, 0o711);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function run(name: keyof typeof PROGRAMS, env: Record<string, string>) {
  const [program = '', ...words] = PROGRAMS[name];
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
  return promisify(execFile)(process.execPath, [path, ...words], {
    env: { ...process.env, LOG_LEVEL: 'silent', ...env },
    timeout: 90_000,
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

describe.each(NAMES)('%s', (name) => {
  it('refuses a folder that does not exist, names it and creates nothing', async () => {
    const folder = join(root, 'wrong');
    const { code, output } = await run(name, { DATA_DIR: folder });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining(`Não há instalação da Vitrine em ${folder}`),
    });
    expect(output).not.toMatch(/^ +at /m);
    expect(await readdir(root)).toEqual([]);
  }, 120_000);

  it('refuses an empty folder and a folder without a database, and changes nothing there', async () => {
    const folder = join(root, 'empty');
    await mkdir(folder, { mode: 0o755 });
    expect((await run(name, { DATA_DIR: folder })).output).toContain(
      `Não há instalação da Vitrine em ${folder}`,
    );
    expect(await readdir(folder)).toEqual([]);
    await writeFile(join(folder, 'secrets.json'), '{}'); // the state after a first start that failed
    const { code, output } = await run(name, { DATA_DIR: folder });
    expect([code, output]).toEqual([1, expect.stringContaining(folder)]);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  }, 120_000);

  it('refuses a DATABASE_URL without an installation, and creates nothing in it', async () => {
    const place = await createEmptyRestoreTarget();
    try {
      const { DATABASE_URL, DATA_DIR: folder } = place.config;
      const noFolder = await run(name, { DATA_DIR: folder, DATABASE_URL });
      expect([noFolder.code, noFolder.output]).toEqual([1, expect.stringContaining(folder)]);
      expect(await readdir(folder)).toEqual([]);
      await readOrCreateSecrets(folder);
      const { code, output } = await run(name, { DATA_DIR: folder, DATABASE_URL });
      expect([code, output]).toEqual([1, expect.stringContaining('banco de DATABASE_URL')]);
      expect(output).not.toMatch(/^ +at /m);
      expect(await readdir(folder)).toEqual(['secrets.json']);
      const made = await withClient(place.superuser, (client) =>
        client.query(`select from pg_namespace where nspname = 'vitrine_backend'`),
      );
      expect(made.rowCount).toBe(0);
    } finally {
      await place.remove();
    }
  }, 120_000);
});
