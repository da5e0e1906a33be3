import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
let first: { access_token: string; refresh_token: string };
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { data } = await createAuthClient(server).signInWithPassword(ana);
  if (!data.session) throw new Error('not signed in');
  first = data.session;
});

function refresh(token: string) {
  return sendRawAuthRequest(server, '/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  });
}

/** Moves `updated_at` of a token into the past. */
async function age(token: string, seconds: number) {
  await server.sql(
    'update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2) where token = $1',
    [token, seconds],
  );
}

describe('refreshing a session', () => {
  it('returns new tokens for the refresh token, without a sign-in [CALL-02] [SESS-05]', async () => {
    const client = createAuthClient(server);
    const { data, error } = await client.refreshSession(first);

    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first.refresh_token);
    expect(data.user?.email).toBe(ana.email);
    expect((await client.getUser()).data.user?.email).toBe(ana.email);
  });

  it('keeps the session and its sign-in method', async () => {
    const { data } = await createAuthClient(server).refreshSession(first);
    const before = await createAuthClient(server).getClaims(first.access_token);
    const after = await createAuthClient(server).getClaims(data.session?.access_token);

    expect(after.data?.claims.session_id).toBe(before.data?.claims.session_id);
    expect(after.data?.claims.amr).toMatchObject([{ method: 'password' }]);
  });

  it('works with an expired access token', async () => {
    const expired = await server.platform.tokens.sign({ role: 'authenticated' }, -10);

    const { status } = await sendRawAuthRequest(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: first.refresh_token },
      token: expired,
    });

    expect(status).toBe(200);
  });

  it('returns the same new token to concurrent requests with one token', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => refresh(first.refresh_token)),
    );

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body['refresh_token'])).size).toBe(1);
  });
});

describe('the lifetime of a session', () => {
  const daysLeft = async () => {
    const [row] = await server.sql<{ days: number }>(
      `select round(extract(epoch from not_after - now()) / 86400)::int as days
        from auth.sessions where id = $1`,
      [decodeJwt(first.access_token)['session_id']],
    );
    return row?.days;
  };

  it('is 30 days from the last refresh, and 90 days at most', async () => {
    expect(await daysLeft()).toBe(30);
    await server.sql(
      "update auth.sessions set created_at = now() - interval '20 days', not_after = now() + interval '10 days'",
    );
    const second = await refresh(first.refresh_token);
    expect(await daysLeft()).toBe(30);

    await server.sql("update auth.sessions set created_at = now() - interval '80 days'");
    await refresh(String(second.body['refresh_token']));
    expect(await daysLeft()).toBe(10);
  });

  it('ends without a sign-out, for data and for the refresh', async () => {
    await server.sql("update auth.sessions set not_after = now() - interval '1 second'");
    const headers = { apikey: server.anonKey, authorization: `Bearer ${first.access_token}` };
    const rows = await fetch(`${server.url}/rest/v1/profiles?select=id`, { headers });
    expect(rows.status).toBe(401);
    expect(await rows.json()).toMatchObject({ code: 'PT401' });
    expect((await refresh(first.refresh_token)).body['error_code']).toBe('session_expired');
  });
});

it('a refresh token has 128 random bits', () => {
  expect(Buffer.from(first.refresh_token, 'base64url')).toHaveLength(16);
});

describe('a refresh token used again', () => {
  it('within ten seconds returns the current token', async () => {
    const second = await refresh(first.refresh_token);
    const third = await refresh(String(second.body['refresh_token']));
    await age(first.refresh_token, 8);

    const again = await refresh(first.refresh_token);

    expect(again.body['refresh_token']).toBe(third.body['refresh_token']);
  });

  it('after ten seconds ends the session, also for its newer tokens', async () => {
    const second = await refresh(first.refresh_token);
    await age(first.refresh_token, 11);

    const stolen = await refresh(first.refresh_token);
    const owner = await refresh(String(second.body['refresh_token']));
    const access = await sendRawAuthRequest(server, '/user', {
      token: String(second.body['access_token']),
    });

    expect([stolen.status, stolen.body['error_code']]).toEqual([400, 'refresh_token_already_used']);
    expect([owner.status, owner.body['error_code']]).toEqual([400, 'refresh_token_not_found']);
    expect([access.status, access.body['error_code']]).toEqual([403, 'session_not_found']);
  });

  it('does not end the other sessions of the user', async () => {
    const other = createAuthClient(server);
    await other.signInWithPassword(ana);
    await refresh(first.refresh_token);
    await age(first.refresh_token, 11);
    await refresh(first.refresh_token);

    expect((await other.getUser()).error).toBeNull();
  });
});

describe('a refused refresh', () => {
  it.each([
    ['an unknown token', 'a'.repeat(22), 'refresh_token_not_found'],
    ['something that is no token', 'abc', 'validation_failed'],
    ['nothing', '', 'validation_failed'],
  ])('has its own error code for %s', async (_, token, code) => {
    const { status, body } = await refresh(token);

    expect([status, body['error_code']]).toEqual([400, code]);
  });

  it('is the result after a sign-out', async () => {
    await sendRawAuthRequest(server, '/logout?scope=local', {
      method: 'POST',
      token: first.access_token,
    });

    expect((await refresh(first.refresh_token)).body['error_code']).toBe('refresh_token_not_found');
  });

  it('is the result after a ban and after the end of the session', async () => {
    await server.sql(
      "update auth.users set banned_until = now() + interval '1 hour' where email = $1",
      [ana.email],
    );
    expect((await refresh(first.refresh_token)).body['error_code']).toBe('user_banned');
    await server.sql('update auth.users set banned_until = null');

    await server.sql('update auth.sessions set not_after = now()');
    const { status, body } = await refresh(first.refresh_token);
    expect([status, body['error_code']]).toEqual([400, 'session_expired']);
    const user = await sendRawAuthRequest(server, '/user', { token: first.access_token });
    expect(user.body['error_code']).toBe('session_not_found');
  });
});
