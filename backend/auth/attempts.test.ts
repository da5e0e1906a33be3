import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '../build-server.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { sendRawAuthRequest } from './testing/clients.ts';

const PASSWORD = 'senha-de-teste';
const ANA = 'ana@vitrine.exemplo';
const BRUNO = 'bruno@vitrine.exemplo';

let server: TestServer;
function signIn(email: string, password: string, { url = server.url, ip = '192.0.2.1' } = {}) {
  return sendRawAuthRequest({ url, anonKey: server.anonKey }, '/token?grant_type=password', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip },
  });
}

async function fail(times: number, email: string, ip?: string) {
  for (let count = 0; count < times; count += 1) {
    expect((await signIn(email, 'errada', ip ? { ip } : {})).status).toBe(400);
  }
}

describe('failed sign-ins', () => {
  beforeAll(async () => {
    server = await startTestServer({
      seed: 'staff',
      env: {
        FAILED_ATTEMPTS_PER_ACCOUNT: '3',
        FAILED_ATTEMPTS_PER_ADDRESS: '6',
        TRUST_PROXY: '127.0.0.1',
      },
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('delete from vitrine_backend.attempts'));

  it('block an account for a while, also with the right password, and return the remaining time', async () => {
    await fail(3, ANA);

    const { status, headers, body } = await signIn(ANA, PASSWORD);

    expect(status).toBe(429);
    expect(body).toMatchObject({ error_code: 'over_request_rate_limit' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(880);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await signIn(BRUNO, PASSWORD)).status).toBe(200);
  });

  it('block an e-mail without a login in the same way', async () => {
    await fail(3, 'ninguem@vitrine.exemplo');

    expect((await signIn('Ninguem@vitrine.exemplo', 'errada')).status).toBe(429);
  });

  it('block an address that tries many accounts, and no other address', async () => {
    for (const account of ['a', 'b', 'c', 'd', 'e', 'f'])
      await fail(1, `${account}@vitrine.exemplo`);

    expect((await signIn(ANA, PASSWORD)).status).toBe(429);
    expect((await signIn(ANA, PASSWORD, { ip: '198.51.100.7' })).status).toBe(200);
  });

  it('are deleted by a successful sign-in', async () => {
    await fail(2, ANA);
    expect((await signIn(ANA, PASSWORD)).status).toBe(200);
    await fail(2, ANA);

    expect((await signIn(ANA, PASSWORD)).status).toBe(200);
  });

  it('expire with their time window', async () => {
    await fail(3, ANA);
    await server.sql(
      "update vitrine_backend.attempts set happened_at = happened_at - interval '15 minutes'",
    );

    expect((await signIn(ANA, PASSWORD)).status).toBe(200);
    expect(await server.sql('select from vitrine_backend.attempts')).toHaveLength(0);
  });

  it('count in every process that shares the database', async () => {
    const second = await buildServer(server.platform);
    const url = await second.listen({ port: 0, host: '127.0.0.1' });
    try {
      await fail(2, ANA);
      expect((await signIn(ANA, 'errada', { url })).status).toBe(400);

      expect((await signIn(ANA, PASSWORD)).status).toBe(429);
      expect((await signIn(ANA, PASSWORD, { url })).status).toBe(429);
    } finally {
      await second.close();
    }
  });

  it('reach the limit also when they are sent concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => signIn(ANA, 'errada')));

    expect(responses.filter(({ status }) => status === 400)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(9);
  });

  it('are not counted for concurrent sign-ins with the right password', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => signIn(ANA, PASSWORD)));

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  it('are stored without the e-mail, since users type passwords there', async () => {
    await fail(1, 'minha-senha-secreta');

    const [row] = await server.sql(
      'select to_jsonb(a)::text as kept from vitrine_backend.attempts a',
    );
    expect(row?.['kept']).not.toContain('secreta');
  });

  it('of a process that died during the check expire', async () => {
    await server.sql(
      `insert into vitrine_backend.attempts (kind, account, address, happened_at)
        select 'sign-in', sha256($1::text::bytea), '192.0.2.1', now() - interval '1 minute' from generate_series(1, 3)`,
      [ANA],
    );

    expect((await signIn(ANA, PASSWORD)).status).toBe(200);
  });
});
