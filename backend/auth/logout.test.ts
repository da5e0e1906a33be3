import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };
const bruno = { email: 'bruno@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

async function signedIn(person = ana) {
  const client = createAuthClient(server);
  const { data } = await client.signInWithPassword(person);
  const token = data.session?.access_token ?? '';
  const works = async () => (await sendRawAuthRequest(server, '/user', { token })).status === 200;
  return { client, token, works };
}

describe('signing out', () => {
  it('ends all sessions of the user when it is global, and no session of other users [SESS-06]', async () => {
    const [here, elsewhere, other] = [await signedIn(), await signedIn(), await signedIn(bruno)];

    const { error } = await here.client.signOut({ scope: 'global' });

    expect(error).toBeNull();
    expect([await here.works(), await elsewhere.works(), await other.works()]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('ends only this session when it is local', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];

    await here.client.signOut({ scope: 'local' });

    expect([await here.works(), await elsewhere.works()]).toEqual([false, true]);
  });

  it('ends the other sessions, but not this one, with the scope others', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];

    await here.client.signOut({ scope: 'others' });

    expect([await here.works(), await elsewhere.works()]).toEqual([true, false]);
  });

  it('is global by default, has an empty response, and refuses other scopes', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];

    const odd = await sendRawAuthRequest(server, '/logout?scope=most', {
      method: 'POST',
      token: here.token,
    });
    const { status } = await sendRawAuthRequest(server, '/logout', {
      method: 'POST',
      token: here.token,
    });

    expect([odd.status, odd.body['error_code']]).toEqual([400, 'validation_failed']);
    expect(status).toBe(204);
    expect(await elsewhere.works()).toBe(false);
  });

  it('requires an open session', async () => {
    const here = await signedIn();
    await here.client.signOut();

    const again = await sendRawAuthRequest(server, '/logout', {
      method: 'POST',
      token: here.token,
    });

    expect([again.status, again.body['error_code']]).toEqual([403, 'session_not_found']);
  });
});
