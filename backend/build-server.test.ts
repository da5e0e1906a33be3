import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { printStartNotice } from './start-notice.ts';
import { buildServer } from './build-server.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

/**
 * Runs `work` with a second server on the platform of `server`, with the settings of `config`. The second server does
 * not listen on a port: use `app.inject`.
 */
async function withServer<T>(
  config: Partial<TestServer['platform']['config']>,
  work: (app: FastifyInstance) => Promise<T>,
) {
  const platform = { ...server.platform, config: { ...server.platform.config, ...config } };
  const app = await buildServer(platform);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

describe('the rate limit of an address', () => {
  async function statuses(app: FastifyInstance, urls: [url: string, from: string][]) {
    const codes: number[] = [];
    for (const [url, remoteAddress] of urls)
      codes.push((await app.inject({ url, remoteAddress })).statusCode);
    return codes;
  }

  it('counts every request: pages, unknown paths, requests without a key', async () => {
    await withServer({ REQUESTS_PER_MINUTE: 3 }, async (app) => {
      const urls = ['/%zz', '/nothing.js', '/rest/v1/products', '/', '/auth/v1/x', '/health'];
      const codes = await statuses(
        app,
        urls.map((url) => [url, '192.0.2.1']),
      );
      expect(codes).toEqual([404, 404, 401, 429, 429, 429]);
    });
  });

  it('counts an IPv6 network as one address, and the next network as another', async () => {
    await withServer({ REQUESTS_PER_MINUTE: 1 }, async (app) => {
      const urls = [
        '2001:db8:0:1::1',
        '2001:db8:0:1:ffff::2',
        '2001:db8:0:2::1',
        '::ffff:192.0.2.7',
      ];
      const codes = await statuses(app, [
        ...urls.map((from): [string, string] => ['/health', from]),
        ['/health', '192.0.2.7'],
      ]);
      expect(codes).toEqual([200, 429, 200, 200, 429]);
    });
  });
});

describe('/readyz', () => {
  it('checks database and disk; /health checks only that the process is alive', async () => {
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      database: 'ok',
      disk: 'ok',
      writes: 'ok',
    });
  });

  it('stays 200 while only writes are refused, so that load balancers still send readers', async () => {
    await withServer({ MIN_FREE_DISK_PERCENT: 101 }, async (app) => {
      const response = await app.inject('/readyz');
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ database: 'ok', disk: 'nearly full', writes: 'refused' });
      expect((await app.inject('/health')).statusCode).toBe(200);
    });
  });
});

it('refuses writes on a nearly full disk, and still reads, deletes and closes logins', async () => {
  const headers = {
    apikey: server.serviceKey,
    authorization: `Bearer ${server.serviceKey}`,
    'content-type': 'application/json',
  };
  await withServer({ MIN_FREE_DISK_PERCENT: 101 }, async (app) => {
    const request = async (
      method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
      url: string,
      payload = '{}',
    ) => {
      const response = await app.inject({
        method,
        url,
        headers,
        payload: method === 'GET' ? undefined : payload,
      });
      return [response.statusCode, response.body] as const;
    };
    for (const [method, url] of [
      ['POST', '/rest/v1/categories'],
      ['PATCH', '/rest/v1/categories?id=is.null'],
      ['POST', '/rest/v1/rpc/save_product'],
      ['POST', '/rest/v1/rpc/save%5Fproduct'],
      ['POST', '/storage/v1/object/product-images/a.png'],
    ] as const) {
      const [status, body] = await request(method, url);
      expect([url, status]).toEqual([url, 507]);
      expect(JSON.parse(body)).toMatchObject({
        code: 'disk_full',
        message: expect.stringContaining('O disco do servidor está quase cheio'),
      });
    }
    const none = '00000000-0000-0000-0000-000000000000';
    expect((await request('GET', '/rest/v1/categories'))[0]).toBe(200);
    expect((await request('POST', '/auth/v1/token?grant_type=password'))[0]).toBe(400);
    expect((await request('POST', '/auth/v1/factors'))[0]).not.toBe(507);
    expect((await request('DELETE', `/rest/v1/categories?id=eq.${none}`))[0]).toBe(204);
    expect((await request('POST', '/rest/v1/rpc/search_everything', '{"term":"x"}'))[0]).not.toBe(
      507,
    );
    expect((await request('POST', '/storage/v1/object/move'))[0]).not.toBe(507);
    for (const [name, given] of [
      ['delete_product', { product_id: none }],
      ['discard_records', { batch: 1, records: [none] }],
      ['drop_batch', { batch_id: none }],
      ['sweep_batches', {}],
      ['prune_history', {}],
      ['end_sessions', {}],
      ['remove_factors', { user_id: none }],
      ['anonymise', { area: 'parceiros', record_id: none }],
    ] as const) {
      const [status] = await request('POST', `/rest/v1/rpc/${name}`, JSON.stringify(given));
      expect([name, status]).not.toEqual([name, 507]);
    }
  });
});

it.each([
  '/auth/v1/token?grant_type=password',
  '/rest/v1/categories',
  '/storage/v1/object/move',
  '/storage/v1/object/logos/a.png',
  '/nothing',
])('sends the reason for the refusal to a client with a too large body for %s', async (path) => {
  const headers = { apikey: server.anonKey, 'content-type': 'application/json' };
  for (let times = 0; times < 5; times += 1) {
    const body = 'a'.repeat(5_000_000);
    const response = await fetch(server.url + path, { method: 'POST', headers, body });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.json()).toBeInstanceOf(Object);
  }
});

describe('warnings for the operator', () => {
  it.each([
    ['not set', undefined, 1],
    ['wrong', ['192.0.2.9'], 1],
    ['right', ['10.0.0.0/8', '127.0.0.1'], 0],
  ])(
    'mention a proxy once whose address TRUST_PROXY lacks: it is %s',
    async (_what, given, times) => {
      const warn = vi.spyOn(server.platform.log, 'warn').mockImplementation(() => undefined);
      await withServer({ TRUST_PROXY: given }, async (app) => {
        await app.inject('/health');
        expect(warn).not.toHaveBeenCalled();
        for (const from of ['192.0.2.1', '192.0.2.2'])
          await app.inject({ url: '/health', headers: { 'x-forwarded-for': from } });
      });
      expect(warn).toHaveBeenCalledTimes(times);
      if (times > 0)
        expect(warn.mock.calls[0]).toEqual([
          { address: '127.0.0.1' },
          expect.stringContaining('TRUST_PROXY'),
        ]);
      warn.mockRestore();
    },
  );

  it.each([
    ['127.0.0.1', undefined, false],
    ['0.0.0.0', undefined, true],
    ['0.0.0.0', 'http://painel.local', true],
    ['0.0.0.0', 'https://painel.empresa.com.br', false],
  ])('about passwords without encryption: host %s, public URL %s', (host, publicUrl, isLogged) => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const config = { ...server.platform.config, HOST: host, PUBLIC_URL: publicUrl };
    printStartNotice({ version: '0.0.0', address: server.url, config, firstSignIns: [] });
    expect(logged.mock.calls.join().includes('senhas passam em texto aberto')).toBe(isLogged);
    logged.mockRestore();
  });

  it.each([
    ['e-mail', { SMTP_URL: 'smtp://127.0.0.1:1' }, true],
    ['a proxy', { TRUST_PROXY: ['127.0.0.1'] }, true],
    ['e-mail', { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://painel.exemplo' }, false],
    ['neither', {}, false],
  ])('about the links of e-mails: %s, %o', (_name, settings, isLogged) => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const config = {
      ...server.platform.config,
      SMTP_URL: undefined,
      TRUST_PROXY: undefined,
      PUBLIC_URL: undefined,
      ...settings,
    };
    printStartNotice({ version: '0.0.0', address: server.url, config, firstSignIns: [] });
    expect(logged.mock.calls.join().includes('só abrem neste computador')).toBe(isLogged);
    logged.mockRestore();
  });
});
