import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';
import { waitForLock } from './testing/locks.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterEach(() => server.stop());

async function signedIn() {
  const client = createAuthClient(server);
  const { data } = await client.signInWithPassword(ana);
  return { client, token: data.session?.access_token ?? '', id: data.user?.id ?? '' };
}

describe('reading the signed-in user', () => {
  it('returns the login of the token [CALL-05]', async () => {
    const { client, id } = await signedIn();

    const { data, error } = await client.getUser();

    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email: ana.email, app_metadata: { provider: 'email' } });
    expect(JSON.stringify(data.user)).not.toContain('$2a$');
  });

  it('requires a valid token and an open session', async () => {
    const { token, id } = await signedIn();
    const sign = (claims: object, seconds: number) =>
      server.platform.tokens.sign({ role: 'authenticated', ...claims }, seconds);
    const responses = [
      await sendRawAuthRequest(server, '/user'),
      await sendRawAuthRequest(server, '/user', { token: server.anonKey }),
      await sendRawAuthRequest(server, '/user', { token: 'x.y.z' }),
      await sendRawAuthRequest(server, '/user', { token: token.slice(0, -6) + 'AAAAAA' }),
      await sendRawAuthRequest(server, '/user', { token: await sign({ sub: id }, -5) }),
      await sendRawAuthRequest(server, '/user', { token: await sign({ sub: id }, 60) }),
      await sendRawAuthRequest(server, '/user', {
        token: await sign({ sub: crypto.randomUUID() }, 60),
      }),
      await sendRawAuthRequest(server, '/user', { token: await sign({ sub: "' or true --" }, 60) }),
    ];

    expect(responses.map(({ status, body }) => [status, body['error_code']])).toEqual([
      [401, 'no_authorization'],
      [403, 'bad_jwt'],
      [403, 'bad_jwt'],
      [403, 'bad_jwt'],
      [403, 'bad_jwt'],
      [403, 'session_not_found'],
      [403, 'user_not_found'],
      [400, 'bad_jwt'],
    ]);
  });

  it('refuses a token with the session of another user', async () => {
    const { id } = await signedIn();
    const { data } = await createAuthClient(server).signInWithPassword({
      ...ana,
      email: 'bruno@vitrine.exemplo',
    });
    const claims = await createAuthClient(server).getClaims(data.session?.access_token);
    const mixed = {
      role: 'authenticated' as const,
      sub: id,
      session_id: claims.data?.claims.session_id,
    };

    const { body } = await sendRawAuthRequest(server, '/user', {
      token: await server.platform.tokens.sign(mixed, 60),
    });

    expect(body['error_code']).toBe('session_not_found');
  });
});

describe('changing the password', () => {
  it('replaces the old one without asking for it, and ends only the other sessions [CALL-06]', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];

    const { data, error } = await here.client.updateUser({ password: 'outra-senha-boa' });

    expect(error).toBeNull();
    expect(data.user?.email).toBe(ana.email);
    expect((await here.client.getUser()).error).toBeNull();
    expect((await elsewhere.client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await createAuthClient(server).signInWithPassword(ana)).error?.code).toBe(
      'invalid_credentials',
    );
    expect(
      (await createAuthClient(server).signInWithPassword({ ...ana, password: 'outra-senha-boa' }))
        .error,
    ).toBeNull();
  });

  it('refuses fewer than eight characters with the reason [USER-30]', async () => {
    const { client, token } = await signedIn();

    const { error } = await client.updateUser({ password: 'sete-77' });
    const { status, body } = await sendRawAuthRequest(server, '/user', {
      method: 'PUT',
      token,
      body: { password: 'sete-77' },
    });

    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      reasons: ['length'],
    });
    expect(status).toBe(422);
    expect(body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 8 characters.',
      weak_password: { reasons: ['length'] },
    });
    expect((await client.updateUser({ password: 'oito-888' })).error).toBeNull();
  });

  it.each([
    ['that many people use', 'Password1'],
    ['that is a common word with a year', 'flamengo2026'],
    ['that is the own e-mail', 'ana@vitrine.exemplo'],
    ['that is the own name', 'Ana.Souza-77'],
  ])('refuses one %s, as GoTrue does a stolen one [USER-30]', async (_, password) => {
    const { client, token } = await signedIn();
    await server.sql(
      `update auth.users set raw_user_meta_data = '{"name": "Ana Souza"}' where email = $1`,
      [ana.email],
    );

    const { error } = await client.updateUser({ password });
    const { status, body } = await sendRawAuthRequest(server, '/user', {
      method: 'PUT',
      token,
      body: { password },
    });

    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
    expect(status).toBe(422);
    expect(body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password is known to be weak and easy to guess, please choose a different one.',
      weak_password: { reasons: ['pwned'] },
    });
    expect((await createAuthClient(server).signInWithPassword(ana)).error).toBeNull();
  });

  it('refuses the current password, and more bytes than bcrypt reads', async () => {
    const { client } = await signedIn();

    expect((await client.updateUser({ password: ana.password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    });
    expect((await client.updateUser({ password: 'ç'.repeat(37) })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await client.updateUser({ password: 'ç'.repeat(36) })).error).toBeNull();
  });

  it.each([
    ['the session has ended', 'delete from auth.sessions where user_id = $1', 'session_not_found'],
    [
      'the login was closed',
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      'user_banned',
    ],
    [
      'a second factor was verified in another session',
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', 'A', now(), now())`,
      'insufficient_aal',
    ],
  ])('is refused if, while the password is hashed, %s', async (_, change, code) => {
    const { token, id } = await signedIn();
    const stored = () =>
      server.sql('select encrypted_password from auth.users where id = $1', [id]);
    const before = await stored();
    const tx = new pg.Client(server.superuser);
    await tx.connect();
    try {
      await tx.query('begin');
      await tx.query('select from auth.users where id = $1 for update', [id]);
      const body = { password: 'outra-senha-boa' };
      const changing = sendRawAuthRequest(server, '/user', { method: 'PUT', token, body });
      await waitForLock(server);
      await tx.query(change, [id]);
      await tx.query('commit');
      expect((await changing).body).toMatchObject({ error_code: code });
    } finally {
      await tx.end();
    }
    expect(await stored()).toEqual(before);
  });

  it('invalidates the pending recovery links', async () => {
    const { client, id } = await signedIn();
    await server.sql(
      "insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values (gen_random_uuid(), $1, 'recovery_token', 'x', '')",
      [id],
    );

    await client.updateUser({ password: 'outra-senha-boa' });

    expect(await server.sql('select from auth.one_time_tokens')).toHaveLength(0);
  });

  it('changes nothing else: no e-mail, no phone, no metadata, no rights [ROLE-17]', async () => {
    const { token, id } = await signedIn();
    const put = (body: object) =>
      sendRawAuthRequest(server, '/user', { method: 'PUT', token, body });

    expect((await put({ email: 'outra@vitrine.exemplo' })).status).toBe(400);
    expect((await put({ phone: '+5511912345678' })).status).toBe(400);
    expect((await put({ data: { role: 'Administrador' } })).status).toBe(400);
    expect((await put({ app_metadata: { role: 'Administrador' } })).status).toBe(403);
    expect((await put({ role: 'service_role', password: null })).status).toBe(200);

    const [row] = await server.sql(
      'select email, role, raw_app_meta_data, raw_user_meta_data from auth.users where id = $1',
      [id],
    );
    expect(row).toEqual({
      email: ana.email,
      role: 'authenticated',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: { email_verified: true },
    });
  });
});
