import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBackend } from '../backend/database/testing/backend-process.ts';
import { readOrCreateSecrets } from '../backend/secrets.ts';

const ADMIN = fileURLToPath(new URL('./admin.ts', import.meta.url));
const EMAIL = 'chefe@empresa.exemplo';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-admin-'));
  await chmod(dataDir, 0o711);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function admin(...args: string[]) {
  const env = { ...process.env, DATA_DIR: join(dataDir, 'data'), LOG_LEVEL: 'silent' };
  const run = promisify(execFile)(process.execPath, [ADMIN, ...args], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

it('works while the server runs, and while it does not', async () => {
  const backend = startBackend(join(dataDir, 'data'), { ADMIN_EMAIL: EMAIL });
  try {
    const { url } = await backend.ready(60_000);
    const reset = await admin('reset-password', EMAIL);
    const password = /: (\S+)$/m.exec(reset.output)?.[1];
    const { anonKey } = await readOrCreateSecrets(join(dataDir, 'data'));
    const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password }),
    });
    expect([reset.code, signedIn.status]).toEqual([0, 200]);
    expect((await admin('sessions', EMAIL)).output).toMatch(/^desde .* · 127\.0\.0\.1/);
  } finally {
    await backend.end();
  }
  expect((await admin('sessions', '--end', EMAIL)).output).toContain('foram encerradas');
  expect((await admin('sessions', EMAIL)).output).toBe('Nenhuma sessão aberta.\n');
}, 180_000);

it('prints its usage, and its exit code reports failures', async () => {
  for (const args of [[], ['reset-password'], ['change-email', EMAIL], ['nada']]) {
    const { code, output } = await admin(...args);
    expect([code, output.startsWith('Uso: npm run admin')]).toEqual([2, true]);
  }
  expect(await admin('reset-password', 'ninguem@empresa.exemplo')).toEqual({
    code: 1,
    output: 'Não há login com o e-mail ninguem@empresa.exemplo.\n',
  });
}, 120_000);
