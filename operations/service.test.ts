import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const UNIT = fileURLToPath(new URL('./vitrine.service', import.meta.url));
const MAX_EXPOSURE = 3;
const LOAD_ENV = new URL('../scripts/load-env.ts', import.meta.url).href;

const canAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

it.runIf(canAnalyze)('has an exposure of at most 3.0 of 10 by systemd-analyze', () => {
  const words = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE * 10}`, UNIT];
  const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  expect([status, stdout.split('\n').at(-2)]).toEqual([0, expect.stringContaining('OK')]);
});

it('limits its start and its restarts, runs no npm and cannot write to the code', async () => {
  const unit = await readFile(UNIT, 'utf8');
  const settings = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  for (const name of ['TimeoutStartSec', 'RestartSec', 'StartLimitIntervalSec', 'EnvironmentFile'])
    expect(settings.has(name), name).toBe(true);
  expect(settings.get('ProtectSystem')).toBe('strict');
  expect(settings.has('ReadWritePaths')).toBe(false);
  expect(unit).not.toMatch(/^Exec\w+=.*\bnpm\b/m);
});

it('starts with the nginx of Debian 12 and Ubuntu 24.04, which has no directive for HTTP/2', async () => {
  const site = await readFile(new URL('./nginx.conf', import.meta.url), 'utf8');
  expect(site).not.toMatch(/^ *http2\b/m);
  expect(site.match(/^ *listen .*443 ssl http2;$/gm)).toHaveLength(2);
});

it('lets commands read the same file by a link, and reports an unreadable file without a stack', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-env-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, 'vitrine.env'),
    "MAIL_FROM=Loja <a@b.c>\nADMIN_PASSWORD='a#b$c\\d'\n",
  );
  await symlink(join(folder, 'vitrine.env'), join(folder, '.env'));
  await symlink(folder, join(folder, 'folder.env')); // a folder: it exists, but is not a readable file
  const load = (name: string) => {
    const text = `const { loadEnv } = await import(${JSON.stringify(LOAD_ENV)}); loadEnv(${JSON.stringify(join(folder, name))});
      console.log(process.env.MAIL_FROM, process.env.ADMIN_PASSWORD)`;
    const words = ['--input-type=module', '-e', text];
    return spawnSync(process.execPath, words, { encoding: 'utf8', env: {} });
  };

  expect(load('.env').stdout).toBe('Loja <a@b.c> a#b$c\\d\n');
  const { status, stderr } = load('folder.env');
  expect([status, stderr]).toEqual([1, expect.stringContaining('não podem ser lidas')]);
  expect(stderr).not.toMatch(/^ +at /m);
});
