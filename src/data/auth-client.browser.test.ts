import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auth } from './auth-client.ts';
import { storedSessionKey } from './stored-session.ts';

const user = { id: 'ana', email: 'ana@vitrine.exemplo' };
const now = () => Math.floor(Date.now() / 1000);

/** Whether the platform can be reached. */
let isReachable: boolean;
/** The number of refreshes that were sent. */
let refreshes: number;

beforeEach(() => {
  isReachable = false;
  refreshes = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    refreshes += 1;
    if (!isReachable) throw new TypeError('Failed to fetch');
    const session = { access_token: 'a.e30.c', refresh_token: 'next', token_type: 'bearer' };
    return Response.json({ ...session, expires_in: 3600, expires_at: now() + 3600, user });
  });
  const expired = { access_token: 'a.e30.c', refresh_token: 'first', expires_at: now() - 10, user };
  localStorage.setItem(storedSessionKey, JSON.stringify(expired));
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem(storedSessionKey);
});

/** Requests the session. Returns the error, or null, after 26 seconds: auth-js retries a refresh for 25.4 seconds. */
async function failure() {
  const request = auth.getSession();
  await vi.advanceTimersByTimeAsync(26_000);
  return (await request).error;
}

const withoutResponse = { name: 'AuthRetryableFetchError' };

it('refreshes the session a few seconds after a refresh without a response', async () => {
  expect(await failure()).toMatchObject(withoutResponse);
  isReachable = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await failure()).toBeNull();
});

it('refreshes the session at once when the connection returns', async () => {
  expect(await failure()).toMatchObject(withoutResponse);
  const before = refreshes;
  expect(await failure()).toMatchObject(withoutResponse);
  expect(refreshes).toBe(before);

  isReachable = true;
  dispatchEvent(new Event('online'));
  expect((await auth.getSession()).error).toBeNull();
});
