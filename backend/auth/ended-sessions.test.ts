import { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
let bruno: { email: string; password: string };
let office: ReturnType<typeof createAuthClient>;
let officeToken: string;
let phone: Device;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

type Device = { access_token: string; refresh_token: string };

/**
 * Signs Bruno in on two devices, `office` and `phone`. Each test ends or blocks the session of `phone` from elsewhere,
 * and checks the next requests of `phone`.
 */
beforeEach(async () => {
  bruno ??= { email: 'bruno@vitrine.exemplo', password: 'senha-de-teste' };
  office = createAuthClient(server);
  officeToken = (await signIn(office)).access_token;
  phone = await signIn(createAuthClient(server));
  if (await storageError(phone)) throw new Error('the session never opened anything');
  if ((await bucketOf(phone)) !== 'logos') throw new Error('the session never saw a bucket');
});

async function signIn(client: ReturnType<typeof createAuthClient>): Promise<Device> {
  const { data, error } = await client.signInWithPassword(bruno);
  if (error) throw error;
  return data.session;
}

let pictures = 0;
async function storageError({ access_token: token }: Device) {
  const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` };
  const bucket = new StorageClient(`${server.url}/storage/v1`, headers).from('logos');
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const file = new Blob([png], { type: 'image/png' });
  const { error } = await bucket.upload(`${(pictures += 1)}.png`, file);
  return error && 'statusCode' in error ? error.statusCode : error;
}

/** Returns the id of the bucket, or the error. A bucket that the caller cannot read is reported as missing. */
async function bucketOf({ access_token: token }: Device) {
  const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` };
  const { data, error } = await new StorageClient(`${server.url}/storage/v1`, headers).getBucket(
    'logos',
  );
  return data?.id ?? error?.message;
}

async function requestsOf(device: Device) {
  const user = await sendRawAuthRequest(server, '/user', { token: device.access_token });
  const refresh = await sendRawAuthRequest(server, '/token?grant_type=refresh_token', {
    body: { refresh_token: device.refresh_token },
  });
  const headers = { apikey: server.anonKey, authorization: `Bearer ${device.access_token}` };
  const rows = await fetch(`${server.url}/rest/v1/products?select=id`, { headers });
  return {
    user: user.body['error_code'] ?? user.status,
    refresh: refresh.body['error_code'] ?? refresh.status,
    upload: await storageError(device),
    bucket: await bucketOf(device),
    rows: rows.status,
  };
}

const CLOSED = {
  user: 'session_not_found',
  refresh: 'refresh_token_not_found',
  upload: '403',
  bucket: 'Bucket not found',
  rows: 401,
};

describe('at the next request of another device', () => {
  it('a global sign-out has ended its session [SESS-06]', async () => {
    await office.signOut({ scope: 'global' });

    expect(await requestsOf(phone)).toEqual(CLOSED);
  });

  it('a new password has ended its session, and not the one that set it', async () => {
    bruno = { ...bruno, password: 'senha-nova-1' };
    expect((await office.updateUser({ password: bruno.password })).error).toBeNull();

    expect(await requestsOf(phone)).toEqual(CLOSED);
    expect(await storageError({ access_token: officeToken, refresh_token: '' })).toBeNull();
  });

  it('a ban has blocked its session for /user and for the refresh', async () => {
    await server.sql(
      "update auth.users set banned_until = now() + interval '1 hour' where email = $1",
      [bruno.email],
    );

    const { user, refresh } = await requestsOf(phone);
    await server.sql('update auth.users set banned_until = null');
    expect([user, refresh]).toEqual(['user_banned', 'user_banned']);
  });

  it('a login with a deleted profile reads neither rows nor files [USER-36]', async () => {
    const token = (await createAuthClient(server).signInWithPassword(ana)).data.session
      ?.access_token;
    const deleted = await fetch(`${server.url}/rest/v1/profiles?email=eq.${bruno.email}`, {
      method: 'DELETE',
      headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
    });
    expect(deleted.status).toBe(204);

    expect(await requestsOf(phone)).toMatchObject({
      upload: '403',
      bucket: 'Bucket not found',
      rows: 401,
    });
  });
});
