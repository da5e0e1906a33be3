import { decodeJwt, decodeProtectedHeader } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { hashPassword } from './passwords.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';
import { waitForLock } from './testing/locks.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

describe('signing in with a password', () => {
  it('returns user, access token, refresh token and expiry [CALL-01] [SESS-04]', async () => {
    const { data, error } = await createAuthClient(server).signInWithPassword(ana);

    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: ana.email,
      role: 'authenticated',
      aud: 'authenticated',
    });
    expect(data.user?.identities).toMatchObject([
      { provider: 'email', identity_data: { email: ana.email } },
    ]);
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.session?.refresh_token).toMatch(/^[\w-]{22}$/);
    expect(data.session?.expires_at).toBe(decodeJwt(data.session?.access_token ?? '').exp);
  });

  it('opens no session if the password is changed while the old one is checked', async () => {
    const tx = new pg.Client(server.superuser);
    await tx.connect();
    try {
      await tx.query('begin');
      await tx.query(`update auth.users set encrypted_password = $2 where email = $1`, [
        'bruno@vitrine.exemplo',
        await hashPassword('outra-senha-boa', 4),
      ]);
      const bruno = { ...ana, email: 'bruno@vitrine.exemplo' };
      const signingIn = createAuthClient(server).signInWithPassword(bruno);
      await waitForLock(server);
      await tx.query('delete from auth.sessions');
      await tx.query('commit');
      expect((await signingIn).error?.code).toBe('invalid_credentials');
      expect(await server.sql('select from auth.sessions')).toEqual([]);
      const changed = { ...bruno, password: 'outra-senha-boa' };
      expect((await createAuthClient(server).signInWithPassword(changed)).error).toBeNull();
      await tx.query('update auth.users set encrypted_password = $2 where email = $1', [
        bruno.email,
        await hashPassword(ana.password, 4),
      ]);
    } finally {
      await tx.end();
    }
  });

  it('signs the claims that policies and clients read, with one algorithm', async () => {
    const { data } = await createAuthClient(server).signInWithPassword(ana);
    const token = data.session?.access_token ?? '';

    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(decodeJwt(token)).toMatchObject({
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: ana.email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      app_metadata: { provider: 'email', providers: ['email'] },
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
  });

  it('accepts the e-mail in any case and stores the time of the sign-in', async () => {
    const { data } = await createAuthClient(server).signInWithPassword({
      ...ana,
      email: 'Ana@Vitrine.Exemplo',
    });

    const lastSignIn = new Date(data.user?.last_sign_in_at ?? 0).getTime();
    expect(Math.abs(Date.now() - lastSignIn)).toBeLessThan(10_000);
  });

  it('never returns the hash of a password or of a token', async () => {
    const { body } = await sendRawAuthRequest(server, '/token?grant_type=password', { body: ana });

    expect(JSON.stringify(body)).not.toMatch(/\$2[aby]\$|encrypted_password|recovery_token/);
  });

  it('warns about a password that is shorter than the current minimum', async () => {
    await server.sql("update auth.users set encrypted_password = $1 where email like 'bruno@%'", [
      await hashPassword('curta', 4),
    ]);

    const { data, error } = await createAuthClient(server).signInWithPassword({
      email: 'bruno@vitrine.exemplo',
      password: 'curta',
    });

    expect(error).toBeNull();
    expect(data.weakPassword?.reasons).toEqual(['length']);
  });
});

describe('a refused sign-in', () => {
  it('has the same response for a wrong password, an unknown e-mail and a login without password', async () => {
    await server.sql(
      "insert into auth.users (id, aud, email) values (gen_random_uuid(), 'authenticated', 'sem@vitrine.exemplo')",
    );

    const responses = await Promise.all(
      [ana.email, 'ninguem@vitrine.exemplo', 'sem@vitrine.exemplo', 'isto não é e-mail\0'].map(
        (email) =>
          sendRawAuthRequest(server, '/token?grant_type=password', {
            body: { email, password: 'errada-errada' },
          }),
      ),
    );

    for (const { status, body } of responses) {
      expect(status).toBe(400);
      expect(body).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      });
    }
  });

  it('reaches the client with its code and message', async () => {
    const { error } = await createAuthClient(server).signInWithPassword({
      ...ana,
      password: 'errada-errada',
    });

    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    await createAuthClient(server).signInWithPassword(ana);
  });

  it('has both versions of the error format', async () => {
    const body = { email: ana.email, password: '' };
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    const older = await sendRawAuthRequest(server, '/token?grant_type=password', { body });
    const newer = await sendRawAuthRequest(server, '/token?grant_type=password', { body, headers });

    expect(older.body).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(older.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(newer.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  });

  it('reports a ban only after the right password', async () => {
    await server.sql(
      "update auth.users set banned_until = now() + interval '1 hour' where email = $1",
      [ana.email],
    );

    const wrong = await createAuthClient(server).signInWithPassword({
      ...ana,
      password: 'errada-errada',
    });
    const right = await createAuthClient(server).signInWithPassword(ana);

    expect(wrong.error?.code).toBe('invalid_credentials');
    expect(right.error?.code).toBe('user_banned');
    await server.sql('update auth.users set banned_until = null');
  });

  it.each([
    ['no e-mail', { password: 'x' }, 400, 'validation_failed'],
    ['a phone', { phone: '+5511912345678', password: 'x' }, 422, 'phone_provider_disabled'],
    ['both', { email: 'a@b.c', phone: '+5511912345678', password: 'x' }, 400, 'validation_failed'],
    ['an e-mail that is a number', { email: 1, password: 'x' }, 400, 'bad_json'],
    ['no object', '[]', 400, 'bad_json'],
    ['no JSON', '{', 400, 'bad_json'],
    ['an empty body', '', 400, 'bad_json'],
  ])('has its own error code for %s', async (_, body, status, code) => {
    const response = await sendRawAuthRequest(server, '/token?grant_type=password', { body });

    expect([response.status, response.body['error_code']]).toEqual([status, code]);
  });

  it('supports no other grant', async () => {
    for (const grant of ['pkce', 'id_token', 'web3', '']) {
      const { status, body } = await sendRawAuthRequest(server, `/token?grant_type=${grant}`, {
        body: ana,
      });
      expect([status, body['msg']]).toEqual([400, 'unsupported_grant_type']);
    }
  });
});
