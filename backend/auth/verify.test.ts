import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { makeRecoveryToken } from './one-time-tokens.ts';
import { authClient, rawAuth } from './testing/clients.ts';

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
  return rawAuth(server, '/verify', { body });
}

describe('redeeming a recovery link', () => {
  it('opens a session in which the password can be changed, and forgets failed sign-ins', async () => {
    const token = await recoveryToken();
    for (let count = 0; count < 10; count += 1) {
      await rawAuth(server, '/token?grant_type=password', {
        body: { email: ANA, password: 'errada' },
      });
    }
    const client = authClient(server);

    const { data } = await client.verifyOtp({ token_hash: token, type: 'recovery' });
    const { error } = await client.updateUser({ password: 'senha-bem-nova' });

    expect(error).toBeNull();
    const claims = await client.getClaims(data.session?.access_token);
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'otp' }]);
    expect(
      (await authClient(server).signInWithPassword({ email: ANA, password: 'senha-bem-nova' }))
        .error,
    ).toBeNull();
  });

  it('is kept in the database only as a hash', async () => {
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

  it('works once, even when it comes twice at once', async () => {
    const token = await recoveryToken();

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => verify({ type: 'recovery', token_hash: token })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(4);
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
  ])('is clear about %s', async (_, body) => {
    const answer = await verify(body);

    expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
  });
});

describe('a kind of link that is never sent', () => {
  it.each(['signup', 'invite', 'magiclink', 'email_change', 'email'])(
    'answers %s like a spent one, and spends no other',
    async (type) => {
      const token = await recoveryToken();

      const { status, body } = await verify({ type, token_hash: token });

      expect([status, body['error_code']]).toEqual([403, 'otp_expired']);
      expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200);
    },
  );
});

describe("the platform's own form of a link", () => {
  async function follow(query: Record<string, string>) {
    const response = await fetch(
      `${server.url}/auth/v1/verify?${new URLSearchParams(query).toString()}`,
      {
        redirect: 'manual',
      },
    );
    const [page, fragment] = (response.headers.get('location') ?? '').split('#');
    return { status: response.status, page, fragment: new URLSearchParams(fragment) };
  }

  it('needs no key and leads to the panel with the session in the fragment', async () => {
    const { status, page, fragment } = await follow({
      token: await recoveryToken(),
      type: 'recovery',
      redirect_to: `${server.url}/reset-password`,
    });

    expect([status, page]).toEqual([303, `${server.url}/reset-password`]);
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: 'bearer',
      type: 'recovery',
      expires_in: '3600',
    });
    const { data } = await authClient(server).setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(data.user?.email).toBe(ANA);
  });

  it('is not spent by a mail scanner that asks by HEAD', async () => {
    const query = { token: await recoveryToken(), type: 'recovery' };

    const url = `${server.url}/auth/v1/verify?${new URLSearchParams(query).toString()}`;
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual' });

    expect(status).toBe(404);
    expect((await follow(query)).fragment.get('access_token')).not.toBeNull();
  });

  it('tells the panel when it is spent', async () => {
    const { page, fragment } = await follow({
      token: 'x',
      type: 'recovery',
      redirect_to: `${server.url}/reset-password`,
    });

    expect(page).toBe(`${server.url}/reset-password`);
    expect(Object.fromEntries(fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  it('tells the panel, in the fragment, of a ban and of a type that is none', async () => {
    const token = await recoveryToken();
    await server.sql("update auth.users set banned_until = now() + interval '1 hour'");
    const banned = await follow({ token, type: 'recovery' });
    await server.sql('update auth.users set banned_until = null');
    const unknown = await follow({ token, type: 'nada' });

    expect(Object.fromEntries(banned.fragment)).toEqual({
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
      sb: '',
    });
    expect([unknown.status, unknown.page]).toEqual([303, server.url]);
    expect(Object.fromEntries(unknown.fragment)).toEqual({
      error: 'invalid_request',
      error_code: 'validation_failed',
      error_description: 'Invalid email verification type',
      sb: '',
    });
  });

  it('answers without a redirect where type or token is missing', async () => {
    for (const query of ['type=recovery', 'token=x']) {
      const { status, body } = await rawAuth(server, `/verify?${query}`);
      expect([status, body['error_code']]).toEqual([400, 'validation_failed']);
    }
  });

  it('carries the fields that the official client looks for, in the order GoTrue writes them', async () => {
    const { fragment } = await follow({ token: await recoveryToken(), type: 'recovery' });
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ]);
  });

  it('leads to no other site, and to the loopback twin', async () => {
    const port = new URL(server.url).port;
    const pageFor = async (redirect: string) =>
      (await follow({ token: 'x', type: 'recovery', redirect_to: redirect })).page;

    expect(await pageFor(`http://localhost:${port}/reset-password`)).toBe(
      `http://localhost:${port}/reset-password`,
    );
    for (const elsewhere of [
      'https://mal.exemplo/reset-password',
      `${server.url}@mal.exemplo/`,
      `${server.url}.mal.exemplo/`,
      `http://user:pass@127.0.0.1:${port}/`,
      'http://127.0.0.1:1/',
      `https://127.0.0.1:${port}/`,
      'javascript:alert(1)',
      '//mal.exemplo',
      '',
    ]) {
      expect(await pageFor(elsewhere)).toBe(server.url);
    }
  });

  it('follows PUBLIC_URL, whatever the Host header says', async () => {
    const behindProxy = await startTestServer({ env: { PUBLIC_URL: 'https://painel.exemplo' } });
    try {
      const pageFor = async (redirect: string) => {
        const query = new URLSearchParams({ token: 'x', type: 'recovery', redirect_to: redirect });
        const { headers } = await rawAuth(behindProxy, `/verify?${query.toString()}`, {
          headers: { 'x-forwarded-host': 'mal.exemplo' },
        });
        return headers.get('location')?.split('#')[0];
      };

      expect(await pageFor('https://painel.exemplo/reset-password')).toBe(
        'https://painel.exemplo/reset-password',
      );
      expect(await pageFor('https://mal.exemplo/')).toBe('https://painel.exemplo');
      expect(await pageFor(`${behindProxy.url}/reset-password`)).toBe(
        `${behindProxy.url}/reset-password`,
      );
    } finally {
      await behindProxy.stop();
    }
  });
});
