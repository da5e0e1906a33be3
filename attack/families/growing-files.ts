import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Family, AssertionRecorder, FamilyRecorders } from '../family.ts';
import { measureAttack } from '../measure.ts';
import { sendHttpRequest, type RequestOptions } from '../send.ts';
import { startInstallation, type Installation } from '../installation.ts';
import { addLogin } from '../attack-target.ts';

const REQUESTS = 400;
const ACCOUNTS = 100;
const MAILS = 1_000;
/** Maximum number of messages that the test accepts in the outbox. The backend stores about 500. */
const MAX_MAILS = 600;
/** Maximum number of bytes that a request adds to the logs on average: enough to name an event without its data. */
const LOGGED_BYTES = 400;
const OUTBOX_MB = 20;

/** Sends requests that fill the logs and the outbox. Both must stay small. Logs must not contain data of users. */
export const growingFiles: Family = {
  name: 'growing files',
  needs: 'a quiet host',
  async attack(_world, holds, note) {
    const installation = await startInstallation({
      RECOVERY_INTERVAL_SECONDS: '0',
      FAILED_ATTEMPTS_PER_ADDRESS: '1000000',
    });
    try {
      await growLogs(installation, { holds, note });
      await leakIntoLogs(installation, holds);
      await growOutbox(installation, { holds, note });
    } finally {
      await installation.stop();
    }
  },
};

function request(
  { url, anonKey }: Installation,
  method: string,
  path: string,
  sending: RequestOptions = {},
) {
  return sendHttpRequest(url, method, path, {
    ...sending,
    headers: { apikey: anonKey, ...sending.headers },
  });
}

/** Functions that each send an invalid request with a long value, without a valid access token. */
const INVALID_REQUESTS: ((installation: Installation) => Promise<unknown>)[] = [
  (installation) => request(installation, 'GET', `/rest/v1/products?id=eq.${'x'.repeat(15_000)}`),
  (installation) =>
    request(installation, 'GET', `/rest/v1/products?real_price=eq.${'9'.repeat(15_000)}x`),
  (installation) => request(installation, 'GET', `/rest/v1/${'x'.repeat(15_000)}`),
  (installation) =>
    request(installation, 'GET', `/storage/v1/object/public/logos/${'x'.repeat(900)}`),
  (installation) =>
    request(installation, 'POST', '/rest/v1/rpc/announce_user', {
      body: { email: 'x'.repeat(15_000) },
    }),
  (installation) =>
    request(installation, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email: `${'x'.repeat(15_000)}@vitrine.exemplo`, password: 'errada' },
    }),
  (installation) =>
    request(installation, 'POST', '/auth/v1/recover', {
      body: { email: `${'x'.repeat(15_000)}@a.exemplo` },
    }),
  (installation) =>
    request(installation, 'GET', '/rest/v1/products', {
      headers: { authorization: `Bearer ${'x'.repeat(8_000)}` },
    }),
];

async function growLogs(installation: Installation, report: FamilyRecorders) {
  const before = await loggedBytes(installation);
  await measureAttack(installation, report, {
    what: `${REQUESTS} invalid requests of an anonymous client`,
    limits: { seconds: 30, node: 100, postgres: 60, disk: 1 },
    attack: async () => {
      for (let index = 0; index < REQUESTS; index += 1)
        await INVALID_REQUESTS[index % INVALID_REQUESTS.length]?.(installation);
    },
  });
  const each = ((await loggedBytes(installation)) - before) / REQUESTS;
  report.holds(
    `at most ${LOGGED_BYTES} bytes are logged of each request`,
    each <= LOGGED_BYTES,
    Math.round(each),
  );
}

/** Returns the logs of PostgreSQL and of the backend. */
async function readLogs({ dataDir, output }: Installation) {
  const names = await readdir(dataDir);
  const logs = names.filter((name) => name.startsWith('postgres.log'));
  const texts = await Promise.all(logs.map((name) => readFile(join(dataDir, name), 'utf8')));
  return [...texts, output()].join('\n');
}

async function loggedBytes(installation: Installation) {
  return Buffer.byteLength(await readLogs(installation));
}

/** Sends invalid requests with data of users. The data must not reach a log. */
async function leakIntoLogs(installation: Installation, holds: AssertionRecorder) {
  const { sql, bruno, ana } = installation;
  const as = { authorization: `Bearer ${bruno.token}` };
  const secret = () => `segredo-${randomUUID()}`;
  const existing = { name: secret(), description: secret() };
  const [category] = await sql<{ id: string }>(
    'insert into public.categories (name) values ($1) returning id',
    [existing.name],
  );
  const product = {
    name: 'a',
    subtitle: 'b',
    mini_description: 'c',
    description: 'd',
    category_id: category?.id,
    real_price: 1,
  };
  const attempts: [what: string, path: string, body: (value: string) => object][] = [
    ['a value that already exists', 'products', (sku) => ({ ...product, sku })],
    [
      'a value of the wrong type',
      'products',
      (value) => ({ ...product, sku: 'x', real_price: value }),
    ],
    [
      'a value that a check refuses',
      'products',
      (value) => ({ ...product, sku: value, name: ' ' }),
    ],
    [
      'a reference to a missing row',
      'products',
      (sku) => ({ ...product, sku, category_id: randomUUID() }),
    ],
    ['an argument of the wrong type', 'rpc/delete_product', (value) => ({ product_id: value })],
    ['a name that is no column', 'products', (name) => ({ ...product, [name]: 1 })],
  ];
  for (const [what, path, makeBody] of attempts) {
    const value = secret();
    const body = makeBody(value);
    if (what === 'a value that already exists')
      await request(installation, 'POST', `/rest/v1/${path}`, { headers: as, body });
    const { status, text } = await request(installation, 'POST', `/rest/v1/${path}`, {
      headers: as,
      body,
    });
    holds(`${what} is refused`, status >= 400 && status < 500, text);
    const logs = await readLogs(installation);
    holds(`${what} is not logged`, !logs.includes(value), lineWith(logs, value));
  }
  const logs = await readLogs(installation);
  for (const user of [ana, bruno])
    holds(`nothing of ${user.email}'s token is logged`, !logs.includes(user.token.slice(-40)));
}

function lineWith(logs: string, value: string) {
  return logs
    .split('\n')
    .find((line) => line.includes(value))
    ?.slice(0, 300);
}

/** Requests many recovery mails. Without SMTP_URL, the backend stores mails in the outbox, which must stay small. */
async function growOutbox(installation: Installation, report: FamilyRecorders) {
  const emails = Array.from({ length: ACCOUNTS }, (_, index) => `pessoa${index}@vitrine.exemplo`);
  for (const email of emails) await addLogin(installation.sql, email);
  await measureAttack(installation, report, {
    what: `${MAILS} recovery mails`,
    limits: { seconds: 60, node: 200, postgres: 60, disk: 3 },
    attack: async () => {
      for (let round = 0; round < MAILS / ACCOUNTS; round += 1)
        await Promise.all(
          emails.map((email) =>
            request(installation, 'POST', '/auth/v1/recover', { body: { email } }),
          ),
        );
    },
  });
  const folder = join(installation.dataDir, 'outbox');
  const mails = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(mails.map(async (name) => (await stat(join(folder, name))).size));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
  report.holds('the outbox has mails', mails.length > 0);
  report.holds('the outbox is bounded', mails.length <= MAX_MAILS && megabytes < OUTBOX_MB, [
    mails.length,
    megabytes,
  ]);
}
