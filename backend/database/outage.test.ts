import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrCreateSecrets } from '../secrets.ts';
import {
  readPostmasterPid,
  startBackend,
  waitForCondition,
  type Backend,
} from './testing/backend-process.ts';

const PERSON = { email: 'ana@vitrine.exemplo', password: 'tulipa-azul-de-teste' };
const SECRET_OF_OURS = 'segredo-do-ambiente';

let dataDir: string;
let backend: Backend;
let url: string;
let headers: Record<string, string>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-outage-'));
  backend = startBackend(dataDir, {
    ADMIN_EMAIL: PERSON.email,
    ADMIN_PASSWORD: PERSON.password,
    SMTP_URL: `smtp://x:${SECRET_OF_OURS}@127.0.0.1:1`,
  });
  ({ url } = await backend.ready());
  const { anonKey: apikey } = await readOrCreateSecrets(dataDir);
  headers = { apikey, 'content-type': 'application/json' };
  const token = (await (await signIn()).json()) as { access_token: string }; // GoTrue's response
  headers['authorization'] = `Bearer ${token.access_token}`;
});
afterAll(async () => {
  await backend.end();
  await rm(dataDir, { recursive: true, force: true });
});

function signIn() {
  const body = JSON.stringify(PERSON);
  return fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body });
}

it('responds to every request while PostgreSQL is unresponsive, and recovers with it', async () => {
  const [first] = await servers();
  if (!first) throw new Error('no server');
  await Promise.all(Array.from({ length: 6 }, () => fetch(`${url}/rest/v1/plans`, { headers })));
  for (const pid of await servers()) process.kill(pid, 'SIGSTOP');
  try {
    const begun = Date.now();
    const responses = await Promise.all([
      ...Array.from({ length: 30 }, () => fetch(`${url}/rest/v1/plans`, { headers })),
      fetch(`${url}/storage/v1/object/public/product-images/a.png`),
      ...Array.from({ length: 5 }, signIn),
      fetch(`${url}/readyz`),
    ]);
    const statuses = new Set(responses.map(({ status }) => status));

    expect(Date.now() - begun).toBeLessThan(9_000);
    expect([...statuses].filter((status) => ![429, 503, 504, 544].includes(status))).toEqual([]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  } finally {
    for (const pid of await servers()) process.kill(pid, 'SIGCONT');
  }
  await waitForCondition(
    'it is ready again',
    async () => (await fetch(`${url}/readyz`)).status === 200,
    15_000,
  );
  expect((await fetch(`${url}/rest/v1/plans`, { headers })).status).toBe(200);
  expect((await signIn()).status).toBe(200);
}, 60_000);

/** Returns the process ids of the postmaster and its children. */
async function servers() {
  const { pid = 0 } = (await readPostmasterPid(dataDir)) ?? {};
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return [pid, ...stdout.split('\n').map(Number).filter(Boolean)];
}

it("writes no request data into PostgreSQL's log", async () => {
  const logs = async () => {
    const names = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.log'));
    return (await Promise.all(names.map((name) => readFile(join(dataDir, name), 'utf8')))).join('');
  };
  const before = await logs();
  for (const path of [
    '/rest/v1/products?id=eq.pessoa-secreta',
    '/rest/v1/products?real_price=eq.pessoa-secreta',
    '/rest/v1/profiles?select=id',
  ]) {
    const anonymous = { apikey: headers['apikey'] ?? '' };
    await fetch(`${url}${path}`, { headers });
    await fetch(`${url}${path}`, { headers: anonymous });
  }
  const body = JSON.stringify({ name: null, description: 'pessoa-secreta' });
  const refused = await fetch(`${url}/rest/v1/categories`, { method: 'POST', headers, body });
  expect(refused.status).toBe(400);

  const added = (await logs()).slice(before.length);

  expect(added).toBe('');
});

it("gives PostgreSQL no variable of this process's environment", async () => {
  const { pid = 0 } = (await readPostmasterPid(dataDir)) ?? {};
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain(SECRET_OF_OURS);
  expect(environment).not.toContain(PERSON.password);
});

it('creates all files and folders with permissions for their owner only', async () => {
  const open: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true })) {
    const { mode } = await stat(join(dataDir, entry)).catch(() => ({ mode: 0 })); // the file was deleted in the meantime
    if ((mode & 0o077) !== 0) open.push(`${entry} ${(mode & 0o777).toString(8)}`);
  }
  expect(open).toEqual([]);
});
