import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBackend } from '../backend/database/testing/backend-process.ts';
import { readSecrets } from '../backend/secrets.ts';
import { move } from './move-database.ts';

const PERSON = { email: 'ana@vitrine.exemplo', password: 'tulipa-azul-de-teste' };
const ADMIN = { ADMIN_EMAIL: PERSON.email, ADMIN_PASSWORD: PERSON.password };

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-move-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** What somebody who signs in with the old password sees and may do in this data folder. */
async function visit(
  work: (ask: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
) {
  const backend = startBackend(dataDir, ADMIN);
  try {
    const { url } = await backend.ready(40_000);
    const { anonKey: apikey } = await readSecrets(dataDir);
    const headers: Record<string, string> = { apikey, 'content-type': 'application/json' };
    const ask = (path: string, init?: RequestInit) => fetch(url + path, { ...init, headers });
    const grant = '/auth/v1/token?grant_type=password';
    const answer = await ask(grant, { method: 'POST', body: JSON.stringify(PERSON) });
    const { access_token: token } = (await answer.json()) as { access_token: string }; // GoTrue's answer
    headers['authorization'] = `Bearer ${token}`;
    await work(ask);
  } finally {
    await backend.signal('SIGTERM');
    await backend.end();
  }
}

it(
  'carries every row into a database made anew, where people go on',
  { timeout: 120_000 },
  async () => {
    const name = 'Açaí, com "aspas"\ne \\ barra';
    await visit(async (ask) => {
      const body = JSON.stringify({ name });
      expect((await ask('/rest/v1/categories', { method: 'POST', body })).status).toBe(201);
    });
    const out = await move('out', dataDir);
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-old'));

    expect(await move('in', dataDir)).toBe(out.replace('gravadas', 'lidas'));

    await visit(async (ask) => {
      expect(await (await ask('/rest/v1/categories?select=name')).json()).toEqual([{ name }]);
      expect(await (await ask('/rest/v1/profiles?select=email')).json()).toEqual([
        { email: PERSON.email },
      ]);
    });
    await expect(move('in', dataDir)).rejects.toThrow('já tem dados');
    await expect(move(undefined, dataDir)).rejects.toThrow('Diga "out"');
  },
);
