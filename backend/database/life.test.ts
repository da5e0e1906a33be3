import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOrCreateSecrets } from '../secrets.ts';
import { findAccount } from './account.ts';
import { findRunningServer } from './running.ts';
import {
  isPostgresProcess,
  readPostmasterPid,
  startBackend,
  waitForCondition,
  type Backend,
} from './testing/backend-process.ts';

const ADMIN = { ADMIN_EMAIL: 'ana@vitrine.exemplo', ADMIN_PASSWORD: 'senha-de-teste' };

// A long limit, because a busy host takes long to create a database.
vi.setConfig({ testTimeout: 60_000 });

/** A data folder with an Administrador. Its backend has stopped cleanly. */
let prepared: string;
let dataDir: string;
let backends: Backend[];

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'vitrine-life-'));
  const backend = startBackend(prepared, ADMIN);
  await backend.ready();
  await backend.signal('SIGTERM');
});
afterAll(() => rm(prepared, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-life-'));
  backends = [];
});
afterEach(async () => {
  for (const backend of backends) await backend.end();
  const left = await readPostmasterPid(dataDir);
  if (left && (await isPostgresProcess(left.pid))) process.kill(left.pid, 'SIGQUIT');
  await rm(dataDir, { recursive: true, force: true });
});

async function killServer(pid: number) {
  process.kill(pid, 'SIGKILL');
  await waitForCondition('the server is dead', async () => !(await isPostgresProcess(pid)));
}

/** Starts a backend on a copy of the prepared folder, with the file owners that PostgreSQL requires. */
function startOnPrepared(env?: Record<string, string>) {
  spawnSync('cp', ['-a', `${prepared}/.`, dataDir]);
  return start(env);
}

function start(env?: Record<string, string>) {
  const backend = startBackend(dataDir, env);
  backends.push(backend);
  return backend;
}

async function runningServer() {
  const server = await readPostmasterPid(dataDir);
  if (!server) throw new Error('no server is running');
  return server;
}

async function signsIn(url: string) {
  const { anonKey } = await readOrCreateSecrets(dataDir);
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@vitrine.exemplo', password: 'senha-de-teste' }),
  });
  return response.status === 200;
}

describe('start and stop', () => {
  it('starts on an empty folder, and again on the existing one', async () => {
    const first = start();
    const { url } = await first.ready();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await first.signal('SIGTERM')).toBe(0);

    const later = start();
    expect((await fetch(`${(await later.ready()).url}/health`)).status).toBe(200);
    expect(await later.signal('SIGTERM')).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('stops cleanly on %s', async (signal) => {
    const backend = startOnPrepared();
    const { url } = await backend.ready();
    expect(await signsIn(url)).toBe(true);
    const { pid, socketFolder } = await runningServer();

    expect(await backend.signal(signal)).toBe(0);

    expect(await isPostgresProcess(pid)).toBe(false);
    expect(await readPostmasterPid(dataDir)).toBeUndefined();
    expect(existsSync(socketFolder)).toBe(false);
  });

  it('refuses a second process on the same folder and names the first', async () => {
    const first = startOnPrepared();
    const { url } = await first.ready();

    const second = start();

    expect(await second.exitCode()).toBe(1);
    expect(second.output()).toContain(`já está em uso pelo processo ${first.pid}, iniciado em `);
    expect(second.output()).not.toContain('    at '); // the output has a reason, but no stack
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it('stops the database server when the start fails afterwards', async () => {
    const first = startOnPrepared();
    const port = new URL((await first.ready()).url).port;
    const otherDir = await mkdtemp(join(tmpdir(), 'vitrine-life-'));
    spawnSync('cp', ['-a', `${prepared}/.`, otherDir]);
    const second = startBackend(otherDir, { PORT: port });
    backends.push(second);

    expect(await second.exitCode()).toBe(1);

    expect(second.output()).toContain('Escolha outra porta com PORT.');
    expect(await readPostmasterPid(otherDir)).toBeUndefined(); // PostgreSQL deletes postmaster.pid only when it ends
    await rm(otherDir, { recursive: true, force: true });
  });

  it('starts on a copy of the folder of a running server, which stays reachable', async () => {
    await startOnPrepared().ready();
    const { socketFolder } = await runningServer();
    const copy = await mkdtemp(join(tmpdir(), 'vitrine-life-'));
    spawnSync('cp', ['-a', `${dataDir}/.`, copy]);
    const second = startBackend(copy);
    backends.push(second);

    await second.ready();

    expect(await readdir(socketFolder)).toContain('.s.PGSQL.5432');
    const { databasePassword } = await readOrCreateSecrets(dataDir);
    expect(await findRunningServer(join(dataDir, 'postgres'), databasePassword)).toBeDefined();
    await second.signal('SIGTERM');
    await rm(copy, { recursive: true, force: true });
  });

  it('starts only one of two processes on an empty folder', async () => {
    const both = [start(), start()];
    const results = await Promise.allSettled(both.map((backend) => backend.ready()));
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('after kill -9 of the backend', () => {
  it('the next start stops the old server and continues with the same data', async () => {
    const killed = startOnPrepared();
    await killed.ready();
    const orphan = await runningServer();
    await killed.signal('SIGKILL');
    expect(await isPostgresProcess(orphan.pid)).toBe(true);

    const { url } = await start().ready();

    expect(await isPostgresProcess(orphan.pid)).toBe(false);
    expect((await runningServer()).pid).not.toBe(orphan.pid);
    expect(existsSync(orphan.socketFolder)).toBe(false);
    expect(await signsIn(url)).toBe(true);
  });

  it('the next start recovers when the server was killed as well', async () => {
    const killed = startOnPrepared();
    await killed.ready();
    const server = await runningServer();
    await killed.signal('SIGKILL');
    await killServer(server.pid);
    expect(await readPostmasterPid(dataDir)).toBeDefined();

    const { url } = await start().ready();

    expect(await signsIn(url)).toBe(true);
  });

  it('the next start ignores another process with the process id of the old server', async () => {
    const killed = startOnPrepared();
    await killed.ready();
    const server = await runningServer();
    await killed.signal('SIGKILL');
    await killServer(server.pid);
    const account = await findAccount(join(dataDir, 'postgres'));
    const otherProcess = spawn('sleep', ['60'], { ...account, cwd: '/' });
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(otherProcess.pid)));

    await start().ready();

    expect(otherProcess.exitCode).toBeNull();
    expect(otherProcess.signalCode).toBeNull();
    otherProcess.kill();
  });

  it('an interrupted initdb runs again', async () => {
    const killed = start();
    await waitForCondition('initdb is at work', async () =>
      (await readdir(dataDir)).some((name) => name.startsWith('postgres.new-')),
    );
    await killed.signal('SIGKILL');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

    const next = start();
    await next.ready();

    await next.signal('SIGTERM');
    await start().ready(); // by now the initdb that survived its parent has ended
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([]);
  });
});

describe('PostgreSQL that ends unexpectedly', () => {
  it('is restarted, and the backend continues', async () => {
    const backend = startOnPrepared();
    const { url } = await backend.ready();
    expect(await signsIn(url)).toBe(true);
    const server = await runningServer();

    process.kill(server.pid, 'SIGKILL');

    await waitForCondition('a new server runs', async () => {
      const now = await readPostmasterPid(dataDir);
      return now !== undefined && now.pid !== server.pid && (await isPostgresProcess(now.pid));
    });
    await waitForCondition('sign-in works again', () => signsIn(url).catch(() => false));
    expect(backend.output()).toContain('O PostgreSQL encerrou inesperadamente; iniciando de novo.');
    expect(await backend.signal('SIGTERM')).toBe(0);
  });

  it('ends the backend with a clear message after several times', async () => {
    const backend = startOnPrepared();
    await backend.ready();

    await waitForCondition(
      'the backend gives up',
      async () => {
        const server = await readPostmasterPid(dataDir);
        if (server?.ready && (await isPostgresProcess(server.pid)))
          process.kill(server.pid, 'SIGKILL');
        await wait(20);
        return backend.hasEnded();
      },
      40_000,
    ); // each restart is slow on a busy host

    expect(await backend.exitCode()).toBe(1);
    expect(backend.output()).toContain('O PostgreSQL encerra repetidamente.');
    expect(backend.output()).toContain('Sem banco de dados a Vitrine não continua.');
    expect(backend.output()).not.toContain('    at '); // the output has a reason, but no stack
  });
});

describe('on an unusual host', () => {
  it('finds a folder for its socket when the path of the temporary folder is long', async () => {
    const long = join(dataDir, 'x'.repeat(90));
    await mkdir(long);
    const backend = startOnPrepared({ TMPDIR: long });
    await backend.ready();
    const { socketFolder } = await runningServer();
    expect(Buffer.byteLength(join(socketFolder, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107);
  });

  it('reports a secrets.json of another database', async () => {
    const first = startOnPrepared();
    await first.ready();
    await first.signal('SIGTERM');
    const file = join(dataDir, 'secrets.json');
    const secrets = await readOrCreateSecrets(dataDir);
    await writeFile(file, JSON.stringify({ ...secrets, databasePassword: 'outra' }));

    const second = start();

    expect(await second.exitCode()).toBe(1);
    expect(second.output()).toContain('A senha em secrets.json não é a deste banco');
  });

  it.runIf(process.getuid?.() === 0)(
    'runs PostgreSQL under another account than root',
    async () => {
      await startOnPrepared().ready();
      const { pid } = await runningServer();
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
    },
  );

  it.runIf(process.getuid?.() === 0)(
    'reports that this account cannot enter the data folder',
    async () => {
      await chmod(dataDir, 0o700);
      const backend = startBackend(join(dataDir, 'closed'));
      backends.push(backend);
      expect(await backend.exitCode()).toBe(1);
      expect(backend.output()).toContain(
        'Escolha com DATA_DIR uma pasta fora das que só o root abre.',
      );
    },
  );
});
