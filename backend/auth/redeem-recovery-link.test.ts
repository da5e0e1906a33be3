import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { makeRecoveryToken } from './recovery-tokens.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ANA = 'ana@vitrine.exemplo';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

async function recoveryToken(email = ANA) {
  const [user] = await server.sql<{ id: string }>('select id from auth.users where email = $1', [
    email,
  ]);
  return makeRecoveryToken(server.platform.databases.auth, { id: user?.id ?? '', email });
}

function verify(body: object) {
  return sendRawAuthRequest(server, '/verify', { body });
}

describe('redeeming a recovery link', () => {
  it('opens a session in which the password can be changed, and deletes failed sign-ins', async () => {
    const token = await recoveryToken();
    for (let count = 0; count < 10; count += 1) {
      await sendRawAuthRequest(server, '/token?grant_type=password', {
        body: { email: ANA, password: 'errada' },
      });
    }
    const client = createAuthClient(server);

    const { data } = await client.verifyOtp({ token_hash: token, type: 'recovery' });
    const { error } = await client.updateUser({ password: 'senha-bem-nova' });

    expect(error).toBeNull();
    const claims = await client.getClaims(data.session?.access_token);
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'otp' }]);
    expect(
      (
        await createAuthClient(server).signInWithPassword({
          email: ANA,
          password: 'senha-bem-nova',
        })
      ).error,
    ).toBeNull();
  });

  it('is stored only as a hash', async () => {
    const token = await recoveryToken();

    const rows = await server.sql(
      'select u.recovery_token, t.token_hash from auth.users u join auth.one_time_tokens t on t.user_id = u.id',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('works for an hour', async () => {
    const token = await recoveryToken();
    await server.sql(
      "update auth.one_time_tokens set created_at = created_at - interval '3590 seconds'",
    );
    expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200);

    const late = await recoveryToken();
    await server.sql(
      "update auth.one_time_tokens set created_at = created_at - interval '3601 seconds'",
    );
    const { status, body } = await verify({ type: 'recovery', token_hash: late });
    expect([status, body['error_code'], body['msg']]).toEqual([
      403,
      'otp_expired',
      'Email link is invalid or has expired',
    ]);
  });

  it('works once, even in two simultaneous requests', async () => {
    const token = await recoveryToken();

    const responses = await Promise.all(
      Array.from({ length: 5 }, () => verify({ type: 'recovery', token_hash: token })),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(4);
  });

  it('works only for the newest mail', async () => {
    const older = await recoveryToken();
    const newer = await recoveryToken();

    expect((await verify({ type: 'recovery', token_hash: older })).status).toBe(403);
    expect((await verify({ type: 'recovery', token_hash: newer })).status).toBe(200);
  });

  it.each([
    ['no type', { token_hash: 'x' }],
    ['nothing to redeem', { type: 'recovery' }],
    ['both forms', { type: 'recovery', token: '1', token_hash: 'x' }],
    ['a code', { type: 'recovery', token: '123456', email: ANA }],
    ['an e-mail beside the hash', { type: 'recovery', token_hash: 'x', email: ANA }],
    ['a type that is none', { type: 'nada', token_hash: 'x' }],
    ['a type of telephones', { type: 'sms', token_hash: 'x' }],
  ])('has its own error code for %s', async (_, body) => {
    const response = await verify(body);

    expect([response.status, response.body['error_code']]).toEqual([400, 'validation_failed']);
  });
});

describe('a link type that is never sent', () => {
  it.each(['signup', 'invite', 'magiclink', 'email_change', 'email'])(
    'responds to %s as to a used token, and uses no other token',
    async (type) => {
      const token = await recoveryToken();

      const { status, body } = await verify({ type, token_hash: token });

      expect([status, body['error_code']]).toEqual([403, 'otp_expired']);
      expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200);
    },
  );
});

describe('a link with a session in its URL', () => {
  it('is never created: GET and HEAD of /verify redeem nothing and redirect nowhere [AUTH-28]', async () => {
    const token = await recoveryToken();
    const query = new URLSearchParams({ token, type: 'recovery', redirect_to: server.url });

    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await sendRawAuthRequest(server, `/verify?${query.toString()}`, {
        method,
      });
      expect([status, headers.get('location')]).toEqual([405, null]);
    }
    expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200);
  });
});
