import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTemplateCluster } from '../../scripts/make-template.ts';

/** An account id that is not in /etc/passwd. */
const NAMELESS = { uid: 43_210, gid: 43_210 };
const START = fileURLToPath(new URL('./testing/start-cluster.ts', import.meta.url));

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-nameless-'));
  await chmod(root, 0o755);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Starts and stops a database in a folder of an account without a name. */
async function start(template: string) {
  const folder = await mkdtemp(join(root, 'data-'));
  await chown(folder, NAMELESS.uid, NAMELESS.gid);
  const options = { ...NAMELESS, env: { PATH: process.env.PATH }, timeout: 90_000 };
  const words = [START, join(folder, 'postgres'), template];
  return promisify(execFile)(process.execPath, words, options).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string }) => error.stderr,
  );
}

const isRoot = process.getuid?.() === 0;

it.runIf(isRoot)(
  'starts a database for an account id without a name, from a template, with its own password',
  { timeout: 180_000 },
  async () => {
    const template = join(root, 'template');
    await mkdir(root, { recursive: true });
    await createTemplateCluster(template);

    expect(await start(template)).toBe(
      'own password: yes, of the template: no, ICU pt-BR, checksums on',
    );
  },
);

it.runIf(isRoot)('reports the missing template to such an account', async () => {
  expect(await start(join(root, 'none'))).toMatch(/número sem nome em \/etc\/passwd/);
});
