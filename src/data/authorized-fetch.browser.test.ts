import { StorageUnknownError } from '@supabase/storage-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { authorizedFetch } from './authorized-fetch.ts';
import { errorCode } from './errors.ts';
import { getCurrentSession, stopWaitingForSignIn, signOut } from './session.ts';
import { storedSessionKey } from './stored-session.ts';

type Session = { user: { id: string; email: string }; access_token: string; expires_at: number };
type Listener = (event: string, session: Session | null) => void;

/** A fake of the platform's auth client. It stores the session in memory and in localStorage. */
const client = vi.hoisted(() => {
  let listener: Listener = () => {};
  let session: Session | null = null;
  let reports = 0;
  return {
    /** Whether the session is open on the auth server. */
    isOpen: true,
    /** Whether the data API requires a second factor that the user does not have. */
    isFactorSetupRequired: false,
    /** The error of every refresh; null if refreshes succeed. */
    unrefreshed: null as { status: number } | null,
    becomes(person: string | null, token = `token of ${person}`) {
      const user = { id: person ?? '', email: `${person}@vitrine.exemplo` };
      reports += 1;
      const access_token = `${token} ${reports}`;
      session = person ? { user, access_token, expires_at: Date.now() / 1000 + 3600 } : null;
      if (session) localStorage.setItem('vitrine:session', JSON.stringify(session));
      else localStorage.removeItem('vitrine:session');
      listener(person ? 'SIGNED_IN' : 'SIGNED_OUT', session);
    },
    auth: {
      onAuthStateChange: (given: Listener) => (listener = given),
      getSession: async () => ({ data: { session }, error: null }),
      async getUser() {
        if (!client.isOpen) client.becomes(null);
        return { data: { user: session?.user ?? null }, error: null };
      },
      async refreshSession() {
        if (!client.unrefreshed) client.becomes('ana', 'new token');
        return { error: client.unrefreshed };
      },
      async signOut() {
        client.becomes(null);
        return { error: null };
      },
    },
  };
});
vi.mock('./auth-client.ts', () => ({ auth: client.auth }));
vi.mock('./required-factor.ts', () => ({
  isFactorSetupRequired: async () => client.isFactorSetupRequired,
}));

/** The tokens of the requests without their numbers, in the order in which they were sent. */
let sent: string[];
/** Functions that create the platform's error responses, keyed by the refused token. */
let refused: Map<string, () => Response>;

const unauthorized = () => new Response('{"code":"PT401"}', { status: 401 });
const forbidden = () =>
  new Response('{"statusCode":"403","error":"Unauthorized"}', { status: 400 });

const expired = () => Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });
const expiredFile = () =>
  Response.json(
    { statusCode: '403', error: 'Unauthorized', message: '"exp" claim timestamp check failed' },
    { status: 400 },
  );

function request() {
  return authorizedFetch('/rest/v1/frutas', { method: 'POST' }, async (_input, init) => {
    const header = new Headers(init?.headers).get('Authorization') ?? '';
    const token = header.replace('Bearer ', '').replace(/ \d+$/, '');
    sent.push(token);
    return refused.get(token)?.() ?? new Response('feito');
  });
}

beforeEach(async () => {
  sent = [];
  refused = new Map();
  client.isOpen = true;
  client.isFactorSetupRequired = false;
  client.unrefreshed = null;
  await signOut();
  client.becomes('ana');
});

describe('a request whose session has ended', () => {
  it('waits until the same user has signed in again, and is then sent once more', async () => {
    refused.set('token of ana', unauthorized);
    const response = request();
    await expect
      .poll(() => getCurrentSession())
      .toMatchObject({ status: 'ended', isAwaited: true });
    expect(sent).toEqual(['token of ana']);
    client.becomes('ana', 'new token');
    expect(await (await response).text()).toBe('feito');
    expect(sent).toEqual(['token of ana', 'new token']);
  });

  it('is never sent in the name of another user', async () => {
    refused.set('token of ana', unauthorized);
    const response = request();
    const failure = expect(response).rejects.toMatchObject({ code: 'session_missing' });
    await expect.poll(() => getCurrentSession().status).toBe('ended');
    client.becomes('bia');
    stopWaitingForSignIn();
    await failure;
    expect(getCurrentSession()).toMatchObject({ status: 'signedIn', userId: 'bia' });
    expect(sent).toEqual(['token of ana']);
  });

  it('fails when the user gives up', async () => {
    refused.set('token of ana', unauthorized);
    const failure = expect(request()).rejects.toMatchObject({ code: 'session_missing' });
    await expect.poll(() => getCurrentSession().status).toBe('ended');
    stopWaitingForSignIn();
    await failure;
    expect(sent).toEqual(['token of ana']);
  });

  it('fails with an error that is recognized after the storage client has wrapped it', async () => {
    refused.set('token of ana', unauthorized);
    const failure = request().catch(
      (error: Error) => new StorageUnknownError(error.message, error),
    );
    await expect.poll(() => getCurrentSession().status).toBe('ended');
    stopWaitingForSignIn();
    expect(errorCode(await failure)).toBe('session_missing');
  });

  it('waits too if the browser forbids storage', async () => {
    const forbidden = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    refused.set('token of ana', unauthorized);
    const response = request();
    await expect
      .poll(() => getCurrentSession())
      .toMatchObject({ status: 'ended', isAwaited: true });
    client.becomes('ana', 'new token');
    expect(await (await response).text()).toBe('feito');
    expect(sent).toEqual(['token of ana', 'new token']);
    forbidden.mockRestore();
  });

  it('is sent at once with the token of another tab', async () => {
    refused.set('token of ana', () => {
      const stored = JSON.parse(localStorage.getItem(storedSessionKey) ?? '{}') as object;
      localStorage.setItem(
        storedSessionKey,
        JSON.stringify({ ...stored, access_token: 'new token' }),
      );
      return unauthorized();
    });
    expect(await (await request()).text()).toBe('feito');
    expect(getCurrentSession().status).toBe('signedIn');
    expect(sent).toEqual(['token of ana', 'new token']);
  });

  it('is refused by storage like a missing permission; the auth server reports the ended session', async () => {
    refused.set('token of ana', forbidden);
    expect((await request()).status).toBe(400);
    expect(getCurrentSession().status).toBe('signedIn');
    client.isOpen = false;
    const response = request();
    await expect
      .poll(() => getCurrentSession())
      .toMatchObject({ status: 'ended', isAwaited: true });
    client.becomes('ana', 'new token');
    expect(await (await response).text()).toBe('feito');
  });

  it('is refused by storage because a second factor has become required; the data API reports it', async () => {
    refused.set('token of ana', forbidden);
    client.isFactorSetupRequired = true;
    const response = request();
    await expect
      .poll(() => getCurrentSession())
      .toMatchObject({ status: 'ended', isAwaited: true });
    client.becomes('ana', 'new token');
    expect(await (await response).text()).toBe('feito');
  });

  it('has already completed: then the ended session is not awaited', async () => {
    await request();
    client.becomes(null);
    expect(getCurrentSession()).toMatchObject({ status: 'ended', isAwaited: false });
  });
});

describe('a request whose token has expired, although the clock of the device is earlier', () => {
  for (const [by, refusal] of Object.entries({ 'the data API': expired, storage: expiredFile }))
    it(`is sent once more with a refreshed token after a refusal by ${by}`, async () => {
      refused.set('token of ana', refusal);
      expect(await (await request()).text()).toBe('feito');
      expect(sent).toEqual(['token of ana', 'new token']);
      expect(getCurrentSession()).toMatchObject({ status: 'signedIn', userId: 'ana' });
    });

  it('waits until the user has signed in again, if the refresh is refused', async () => {
    refused.set('token of ana', expired);
    client.unrefreshed = { status: 400 };
    const response = request();
    await expect
      .poll(() => getCurrentSession())
      .toMatchObject({ status: 'ended', isAwaited: true });
    client.becomes('ana', 'new token');
    expect(await (await response).text()).toBe('feito');
  });

  for (const status of [0, 500, 503])
    it(`fails in an open session, if the refresh fails with the status ${status}`, async () => {
      refused.set('token of ana', expired);
      client.unrefreshed = Object.assign(new Error(), { status });
      await expect(request()).rejects.toMatchObject({ status });
      expect(getCurrentSession().status).toBe('signedIn');
    });
});
