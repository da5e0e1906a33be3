import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isPostgresProcess,
  readPostmasterPid,
  startBackend,
  waitForCondition,
} from '../backend/database/testing/backend-process.ts';
import { readOrCreateSecrets } from '../backend/secrets.ts';
import { uploadRandomJpeg } from './testing/catalogue.ts';

const PERSON = { email: 'ana@vitrine.exemplo', password: 'tulipa-azul-de-teste' };
const ADMIN = { ADMIN_EMAIL: PERSON.email, ADMIN_PASSWORD: PERSON.password };
const PASSPHRASE = { BACKUP_PASSPHRASE: 'quinze tulipas azuis' };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-lost-'));
  await chmod(root, 0o711);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const program = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

async function run(name: 'backup' | 'restore', dataDir: string, file: string, more = {}) {
  const env = { ...process.env, DATA_DIR: dataDir, ...more };
  return promisify(execFile)(process.execPath, [program(name), file], { env }).then(
    ({ stdout }) => ({ ok: true, output: stdout }),
    (error: { stderr: string }) => ({ ok: false, output: error.stderr }),
  );
}

async function signIn(url: string, dataDir: string) {
  const { anonKey: apikey } = await readOrCreateSecrets(dataDir);
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(PERSON),
  });
  const { access_token: token } = (await response.json()) as { access_token: string }; // GoTrue's response
  return { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

it(
  'restores a lost installation on another host, where users continue with their sessions',
  { timeout: 180_000 },
  async () => {
    const [first, second] = [join(root, 'first'), join(root, 'second')];
    const file = join(root, 'vitrine.backup');
    const lost = startBackend(first, ADMIN);
    const { url } = await lost.ready(60_000);
    const session = await signIn(url, first);
    const { serviceKey } = await readOrCreateSecrets(first);
    await uploadRandomJpeg(url, serviceKey, 'main/before.jpg');
    const bytes = await (
      await fetch(`${url}/storage/v1/object/public/product-images/main/before.jpg`)
    ).bytes();
    const add = (name: string) =>
      fetch(`${url}/rest/v1/categories`, {
        method: 'POST',
        headers: session,
        body: JSON.stringify({ name }),
      });
    expect((await add('Antes')).status).toBe(201);

    const backup = await run('backup', first, file, PASSPHRASE);
    expect(backup.output).toMatch(/linhas e 1 arquivos[^]*mesmo disco/);
    await add('Depois');
    const server = await readPostmasterPid(first);
    await lost.signal('SIGKILL');
    process.kill(server!.pid, 'SIGKILL');
    await waitForCondition(
      'PostgreSQL is gone',
      async () => !(await isPostgresProcess(server!.pid)),
    );
    await rm(first, { recursive: true });

    await mkdir(second);
    expect(await run('restore', second, file, { BACKUP_PASSPHRASE: 'uma senha errada' })).toEqual({
      ok: false,
      output: expect.stringContaining('A senha não abre este backup'),
    });
    expect(await readdir(second)).toEqual([]);
    await interruptRestore(second, file);
    const refused = startBackend(second);
    expect(await refused.exitCode()).toBe(1);
    expect(refused.output()).toContain('não terminou: faça-a de novo com');
    const restored = await run('restore', second, file, PASSPHRASE);
    expect(restored).toEqual({ ok: true, output: expect.stringContaining('1 arquivos') });

    const found = startBackend(second, ADMIN);
    try {
      const { url: there } = await found.ready(60_000);
      const get = async (path: string, headers: Record<string, string>) =>
        (await fetch(there + path, { headers })).json();
      expect(await get('/rest/v1/categories?select=name', session)).toEqual([{ name: 'Antes' }]);
      expect(await get('/rest/v1/profiles?select=email', await signIn(there, second))).toEqual([
        { email: PERSON.email },
      ]);
      const picture = await fetch(
        `${there}/storage/v1/object/public/product-images/main/before.jpg`,
      );
      expect(Buffer.from(await picture.bytes()).equals(Buffer.from(bytes))).toBe(true);
      expect((await readFile(file)).length).toBeGreaterThan(0);
      expect(await run('restore', second, file, PASSPHRASE)).toEqual({
        ok: false,
        output: expect.stringContaining('não está vazia'),
      });
    } finally {
      await found.signal('SIGTERM');
      await found.end();
    }
  },
);

/** Starts a restore and kills it as soon as its database accepts connections, as if the host had failed. */
async function interruptRestore(dataDir: string, file: string) {
  const env = { ...process.env, ...PASSPHRASE, DATA_DIR: dataDir };
  const restoring = spawn(process.execPath, [program('restore'), file], { env, stdio: 'ignore' });
  await waitForCondition(
    'its database runs',
    async () => (await readPostmasterPid(dataDir))?.ready === true,
    60_000,
  );
  restoring.kill('SIGKILL');
}
