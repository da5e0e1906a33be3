import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../build-server.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { makeRecoveryToken } from './recovery-tokens.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

describe('the auth protocol', () => {
  it('returns its health and its public signing key', async () => {
    const health = await sendRawAuthRequest(server, '/health');
    const keys = await sendRawAuthRequest(server, '/.well-known/jwks.json');

    expect(health.body).toMatchObject({ name: 'GoTrue' });
    expect(keys.body).toMatchObject({ keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256' }] });
    expect(JSON.stringify(keys.body)).not.toContain('"d"');
  });

  it('lets clients verify tokens with the public key alone, which they cache [SESS-09]', async () => {
    const paths: string[] = [];
    const client = createAuthClient(server, (input, init) => {
      paths.push(new URL(input instanceof Request ? input.url : input).pathname);
      return fetch(input, init);
    });
    await client.signInWithPassword(ana);

    const { data, error } = await client.getClaims();
    await client.getClaims();

    expect(error).toBeNull();
    expect(data?.claims.email).toBe(ana.email);
    expect(data?.header.alg).toBe('ES256');
    // The client requests the keys once. If it could not verify the token itself, it would also request `/user`.
    expect(paths).toEqual(['/auth/v1/token', '/auth/v1/.well-known/jwks.json']);
  });

  it('lets clients detect a forged token', async () => {
    const client = createAuthClient(server);
    const { data } = await client.signInWithPassword(ana);
    const [head = '', body = '', signature = ''] = (data.session?.access_token ?? '').split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' }));

    const { error } = await client.getClaims(
      `${head}.${forged.toString('base64url')}.${signature}`,
    );

    expect(error?.name).toBe('AuthInvalidJwtError');
  });

  it.each([
    ['POST', '/otp'],
    ['POST', '/magiclink'],
    ['POST', '/sso'],
    ['POST', '/invite'],
    ['GET', '/authorize?provider=google'],
    ['GET', '/callback'],
    ['GET', '/reauthenticate'],
    ['GET', '/user/identities/authorize'],
    ['GET', '/admin/users'],
    ['POST', '/admin/generate_link'],
    ['POST', '/resend'],
    ['GET', '/settings'],
    ['GET', '/'],
  ])('responds to the unsupported %s %s with 404 in JSON [CALL-07]', async (method, path) => {
    const response = await request(method, path);

    expect(response.status).toBe(404);
    expect(response.headers.get('x-sb-error-code')).toBe('route_not_found');
    expect(await response.json()).toEqual({
      code: 404,
      error_code: 'route_not_found',
      msg: '404 page not found',
    });
  });

  it.each([
    ['GET', '/token', 'POST'],
    ['GET', '/verify?token=x&type=recovery', 'POST'],
    ['DELETE', '/user', 'GET, PUT'],
  ])('responds to %s %s with 405 and Allow: %s [CALL-07]', async (method, path, known) => {
    const response = await request(method, path);

    expect([response.status, response.headers.get('allow')]).toEqual([405, known]);
    expect(await response.json()).toMatchObject({ error_code: 'method_not_allowed' });
  });

  it('returns a readable message to the official client for a missing route', async () => {
    const { error } = await createAuthClient(server).signInWithOtp({ email: 'a@b.test' });

    expect(error).toMatchObject({
      status: 404,
      code: 'route_not_found',
      message: '404 page not found',
    });
  });

  function request(method: string, path: string) {
    const headers = { apikey: server.anonKey, authorization: `Bearer ${server.serviceKey}` };
    return fetch(`${server.url}/auth/v1${path}`, { method, headers });
  }

  it('requires the API key', async () => {
    const response = await fetch(`${server.url}/auth/v1/user`);

    expect(response.status).toBe(401);
  });

  it('forbids caching of every response except the public keys', async () => {
    const response = await sendRawAuthRequest(server, '/token?grant_type=password', { body: ana });
    const keys = await sendRawAuthRequest(server, '/.well-known/jwks.json');

    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
  });

  it('refuses a body that is too large', async () => {
    const { status, body } = await sendRawAuthRequest(server, '/token?grant_type=password', {
      body: { email: 'a'.repeat(2_000_000) },
    });

    expect([status, body['error_code']]).toEqual([413, 'request_entity_too_large']);
  });

  it('refuses a body that is nested too deep', async () => {
    const depth = 150_000;
    const endless = `${'['.repeat(depth)}${']'.repeat(depth)}`;

    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: `{"email":"deep@vitrine.exemplo","password":"senha-de-teste","data":{"a":${endless}}}`,
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: 'bad_json' });
  });

  it('returns a general message when the database fails', async () => {
    const broken = await startTestServer({ seed: 'staff' });
    try {
      await broken.sql('drop table vitrine_backend.attempts');

      const { status, body } = await sendRawAuthRequest(broken, '/token?grant_type=password', {
        body: ana,
      });

      expect(status).toBe(500);
      expect(body).toEqual({
        code: 500,
        error_code: 'unexpected_failure',
        msg: 'Unexpected failure, please check server logs for more information',
      });
    } finally {
      await broken.stop();
    }
  });
});

describe('the logs', () => {
  it('never hold a password, a token or a link', async () => {
    let written = '';
    const sink = new Writable({
      write(chunk, _, done) {
        written += String(chunk);
        done();
      },
    });
    const [user] = await server.sql<{ id: string }>('select id from auth.users where email = $1', [
      ana.email,
    ]);
    const link = await makeRecoveryToken(server.platform.databases.auth, {
      id: user?.id ?? '',
      email: ana.email,
    });
    const app = await buildServer({
      ...server.platform,
      log: pino({ level: 'debug', serializers: serializersOf(server) }, sink),
    });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const logged = { url, anonKey: server.anonKey };
    try {
      const { body } = await sendRawAuthRequest(logged, '/token?grant_type=password', {
        body: ana,
      });
      await sendRawAuthRequest(logged, '/token?grant_type=refresh_token', {
        body: { refresh_token: body['refresh_token'] },
      });
      await sendRawAuthRequest(logged, '/user', {
        method: 'PUT',
        token: String(body['access_token']),
        body: { password: 'curta' },
      });
      await sendRawAuthRequest(logged, `/verify?type=recovery&token_hash=${link}`, {
        body: { type: 'recovery', token_hash: link },
      });
      await sendRawAuthRequest(logged, '/recover', { body: { email: ana.email } });
      await new Promise((resolve) => setTimeout(resolve, 100));

      expect(written).toContain('/auth/v1/token');
      for (const secret of [
        ana.password,
        'curta',
        link,
        body['refresh_token'],
        body['access_token'],
        server.anonKey,
      ]) {
        expect(written).not.toContain(String(secret));
      }
      expect(written).not.toMatch(/token_hash=|token=/);
    } finally {
      await app.close();
    }
  });
});

function serializersOf({ platform }: TestServer) {
  return (platform.log as unknown as Record<symbol, object>)[
    pino.symbols.serializersSym
  ] as pino.LoggerOptions['serializers']; // the server's log is a pino logger, which has its serializers in this field
}
