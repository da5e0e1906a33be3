import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { printStartNotice } from './start-notice.ts';
import { startBackend } from './database/testing/backend-process.ts';
import {
  deleteFirstSignInFile,
  describeFirstSignInCredentials,
  deleteFirstSignInFileAfterUse,
  storeFirstSignInCredentials,
  type FirstSignInCredentials,
} from './first-sign-in.ts';
import { createAuthClient } from './auth/testing/clients.ts';
import { readOrCreateSecrets } from './secrets.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { changeEmail, resetPassword } from '../scripts/admin/logins.ts';

const ana = {
  people: [{ email: 'ana@vitrine.exemplo', role: 'Administrador' }],
  password: 'gerada-agora',
  passwordWasGenerated: true,
};

const bruno = { ...ana, people: [{ email: 'bruno@vitrine.exemplo', role: 'Colaborador' }] };

const demo = {
  people: [
    { email: 'caio@vitrine.exemplo', role: 'Administrador' },
    { email: 'bruno@vitrine.exemplo', role: 'Colaborador' },
  ],
  password: 'da-demonstração',
  passwordWasGenerated: true,
};

const { isTTY } = process.stdout;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterEach(() => {
  process.stdout.isTTY = isTTY;
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => server.stop());

const fileOf = () => join(server.dataDir, 'first-sign-in.txt');
const describeAll = (isTerminal: boolean, ...chosen: FirstSignInCredentials[]) =>
  describeFirstSignInCredentials(server.dataDir, chosen, isTerminal);

/** Runs the next check of the file to its end: a check that is still running can delete the file of the next test. */
async function runNextCheck() {
  const query = vi.spyOn(server.platform.databases.auth, 'query');
  await vi.advanceTimersByTimeAsync(15_000);
  await query.mock.results[0]?.value;
  query.mockRestore();
}

describe('a first password', () => {
  beforeEach(() => deleteFirstSignInFile(server.dataDir));

  it('is shown on a terminal, and then stored nowhere', () => {
    storeFirstSignInCredentials(server.dataDir, ana);
    expect(describeAll(true)).toContain('gerada-agora');
    process.stdout.isTTY = true;
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const { config } = server.platform;
    printStartNotice({ version: '1', address: server.url, config, firstSignIns: [ana] });
    expect(printed.mock.calls.flat().join('\n')).toContain('gerada-agora');
    expect(existsSync(fileOf())).toBe(false);
  });

  it('is printed and stored nowhere when the operator chose it', () => {
    const chosen = { ...ana, passwordWasGenerated: false };
    storeFirstSignInCredentials(server.dataDir, chosen);
    expect(describeAll(false, chosen)).toContain('ana@vitrine.exemplo');
    expect(describeAll(false, chosen)).not.toContain('gerada');
    expect(existsSync(fileOf())).toBe(false);
  });

  it('includes the next steps: first steps in an empty panel, how to leave a demonstration', () => {
    storeFirstSignInCredentials(server.dataDir, ana);
    for (const isTerminal of [true, false]) {
      expect(describeAll(isTerminal)).toContain('troque a senha em Perfil');
      expect(describeAll(isTerminal)).not.toContain('demo:clear');
    }
    storeFirstSignInCredentials(server.dataDir, demo);
    for (const isTerminal of [true, false]) expect(describeAll(isTerminal)).toContain('demo:clear');
  });

  it('is stored once for each user, and not beside one that the operator chose later', () => {
    storeFirstSignInCredentials(server.dataDir, { ...ana, password: 'de-um-início-interrompido' });
    storeFirstSignInCredentials(server.dataDir, demo);
    storeFirstSignInCredentials(server.dataDir, ana);
    expect(describeAll(true)).toContain('da-demonstração');
    expect(describeAll(true)).toContain('gerada-agora');
    expect(describeAll(true)).not.toContain('interrompido');
    storeFirstSignInCredentials(server.dataDir, { ...ana, passwordWasGenerated: false });
    expect(describeAll(true)).not.toContain('ana@vitrine.exemplo');
    expect(describeAll(true)).toContain('da-demonstração');
  });

  it('is written to a closed file when the output is no terminal, until the first sign-in', async () => {
    storeFirstSignInCredentials(server.dataDir, ana);
    const text = describeAll(false, ana);
    expect(text).not.toContain('gerada-agora');
    expect(text).toContain(fileOf());
    expect(text).toContain('ana@vitrine.exemplo');
    expect(await readFile(fileOf(), 'utf8')).toContain('gerada-agora');
    expect((await stat(fileOf())).mode & 0o777).toBe(0o600);

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    deleteFirstSignInFileAfterUse(server.platform);
    await runNextCheck();
    expect(existsSync(fileOf())).toBe(true);

    await server.sql('update auth.users set last_sign_in_at = now() where email = $1', [
      ana.people[0]?.email,
    ]);
    await runNextCheck();
    expect(existsSync(fileOf())).toBe(false);
  });

  it('leaves the file when it is reset, and stays there for the other users', async () => {
    storeFirstSignInCredentials(server.dataDir, demo);
    await resetPassword(server.platform, 'Bruno@vitrine.exemplo');
    expect(describeAll(true)).not.toContain('bruno@vitrine.exemplo');
    expect(describeAll(true)).toContain('  caio@vitrine.exemplo (Administrador)');
    expect(describeAll(true)).toContain('da-demonstração');

    storeFirstSignInCredentials(server.dataDir, bruno);
    await resetPassword(server.platform, 'bruno@vitrine.exemplo');
    expect(describeAll(true)).not.toContain('gerada-agora');
    expect(describeAll(true)).toContain('da-demonstração');

    deleteFirstSignInFile(server.dataDir);
    storeFirstSignInCredentials(server.dataDir, bruno);
    await resetPassword(server.platform, 'bruno@vitrine.exemplo');
    expect(existsSync(fileOf())).toBe(false);
  });

  it('is in the file under a changed e-mail, until the first sign-in with it', async () => {
    storeFirstSignInCredentials(server.dataDir, bruno);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    deleteFirstSignInFileAfterUse(server.platform);
    await changeEmail(server.platform, 'bruno@vitrine.exemplo', 'bruno@empresa.exemplo');
    expect(describeAll(true)).toContain('  bruno@empresa.exemplo (Colaborador)');
    expect(describeAll(true)).toContain('gerada-agora');
    expect((await stat(fileOf())).mode & 0o777).toBe(0o600);
    await runNextCheck();
    expect(existsSync(fileOf())).toBe(true);

    await server.sql('update auth.users set last_sign_in_at = now() where email = $1', [
      'bruno@empresa.exemplo',
    ]);
    await runNextCheck();
    expect(existsSync(fileOf())).toBe(false);
  });

  it('is deleted when none of its users has a login', async () => {
    storeFirstSignInCredentials(server.dataDir, {
      ...ana,
      people: [{ email: 'ninguem@vitrine.exemplo', role: 'Administrador' }],
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    deleteFirstSignInFileAfterUse(server.platform);
    await runNextCheck();
    expect(existsSync(fileOf())).toBe(true);
    await runNextCheck();
    expect(existsSync(fileOf())).toBe(false);
  });

  it('is in the file when the start fails after creating the Administrador, and the next start names the file', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-first-'));
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const failing = startBackend(dataDir, { PORT: String(port) });
    try {
      expect(await failing.exitCode(60_000)).toBe(1);
    } finally {
      await failing.end();
      other.close();
    }
    const backend = startBackend(dataDir);
    try {
      const { url } = await backend.ready();
      const file = join(dataDir, 'first-sign-in.txt');
      await expect.poll(backend.output).toContain(file);
      const password = /Senha: (\S+)/.exec(await readFile(file, 'utf8'))?.[1];
      const { anonKey } = await readOrCreateSecrets(dataDir);
      const client = createAuthClient({ url, anonKey });
      const email = 'admin@vitrine.exemplo';
      expect(
        (await client.signInWithPassword({ email, password: password ?? '' })).error,
      ).toBeNull();
    } finally {
      await backend.end();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 120_000);
});
