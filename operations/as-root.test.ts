import { execFile } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startBackend, type Backend } from '../backend/database/testing/backend-process.ts';

const EMAIL = 'chefe@empresa.exemplo';
const program = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

let root: string;
let account: { uid: number; gid: number };
let backend: Backend | undefined;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-as-root-'));
  await chmod(root, 0o755);
  const [, , uid, gid] = /^nobody:.*$/m.exec(await readFile('/etc/passwd', 'utf8'))![0].split(':');
  account = { uid: Number(uid), gid: Number(gid) };
});
afterEach(() => backend?.end());
afterAll(() => rm(root, { recursive: true, force: true }));

async function run(path: string, words: string[], env: Record<string, string>) {
  const options = { env: { ...process.env, ...env }, timeout: 120_000 };
  return promisify(execFile)(process.execPath, [program(path), ...words], options);
}

/** Creates an empty folder that belongs to the service's account. */
async function ownedFolder(name: string) {
  const folder = join(root, name);
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, account.uid, account.gid);
  return folder;
}

/** Starts the server once with the service's account, and stops it. */
async function startAndStop(dataDir: string) {
  backend = startBackend(dataDir, { ADMIN_EMAIL: EMAIL }, account);
  await backend.ready(90_000);
  expect(await backend.signal('SIGTERM')).toBe(0);
}

async function ownersAndModes(folder: string) {
  const names = ['.', ...(await readdir(folder, { recursive: true }))];
  const entries = await Promise.all(
    names.map(async (name) => {
      const { uid, gid, mode } = await lstat(join(folder, name));
      return [name, `${uid}:${gid} ${mode.toString(8)}`] as const;
    }),
  );
  return new Map(entries);
}

const isRoot = process.getuid?.() === 0;

it.runIf(isRoot)(
  'changes no owner and no mode of the service when root runs admin and backup',
  { timeout: 300_000 },
  async () => {
    const dataDir = await ownedFolder('data');
    await startAndStop(dataDir);
    const before = await ownersAndModes(dataDir);

    const { stdout } = await run('scripts/admin.ts', ['sessions', EMAIL], { DATA_DIR: dataDir });
    await run('operations/backup.ts', [], { DATA_DIR: dataDir });

    expect(stdout).toContain('Nenhuma sessão aberta');
    const after = await ownersAndModes(dataDir);
    for (const [name, state] of before)
      if (after.has(name)) expect(after.get(name), name).toBe(state);
    const owner = `${account.uid}:${account.gid} `;
    const foreign = [...after].filter(([, state]) => !state.startsWith(owner));
    expect(foreign).toEqual([]);
    await startAndStop(dataDir);
  },
);

it.runIf(isRoot)(
  'refuses to start as root in the folder of the service, and changes nothing there',
  { timeout: 300_000 },
  async () => {
    const dataDir = await ownedFolder('served');
    await startAndStop(dataDir);
    const before = await ownersAndModes(dataDir);

    const start = run('backend/main.ts', [], { DATA_DIR: dataDir, PORT: '0' });

    const reason = `A pasta de dados ${dataDir} é da conta ${account.uid}`;
    await expect(start).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(reason) });
    expect(await ownersAndModes(dataDir)).toEqual(before);
  },
);

it.runIf(isRoot)(
  'restores as root into the folder of the service, which then starts there, or prints the missing step',
  { timeout: 300_000 },
  async () => {
    const dataDir = await ownedFolder('source');
    await startAndStop(dataDir);
    await run('operations/backup.ts', [], {
      DATA_DIR: dataDir,
      BACKUP_DIR: await ownedFolder('b'),
    });
    const name = (await readdir(join(root, 'b'))).find((each) => each.endsWith('.backup')) ?? '';

    const target = await ownedFolder('target');
    await run('operations/restore.ts', [join(root, 'b', name)], { DATA_DIR: target });

    const owner = `${account.uid}:${account.gid} `;
    const foreign = [...(await ownersAndModes(target))].filter(([, s]) => !s.startsWith(owner));
    expect(foreign).toEqual([]);
    await startAndStop(target);

    const unowned = join(root, 'unowned');
    const { stdout } = await run('operations/restore.ts', [join(root, 'b', name)], {
      DATA_DIR: unowned,
    });
    expect(stdout).toContain(`chown -R CONTA: ${unowned}`);
  },
);
