import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };
const bruno = { email: 'bruno@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff', env: { FAILED_ATTEMPTS_PER_ACCOUNT: '3' } });
});
beforeEach(async () => {
  await server.sql('delete from auth.audit_log_entries');
  await server.sql('delete from vitrine_backend.attempts');
  await server.sql(`begin; set local session_replication_role = replica;
    delete from private.batches; commit`);
});
afterAll(() => server.stop());

function acts() {
  return server.sql<{ kind: string; name: string; amount: number | null }>(
    `select kind, actor_name as name, amount from private.batches
     where area = 'profiles' and kind not in ('insert', 'update') order by id`,
  );
}

const signIn = (email: string, password: string) =>
  sendRawAuthRequest(server, '/token?grant_type=password', { body: { email, password } });

it("writes a sign-in, a new password and a sign-out in GoTrue's format, and the activity lists them", async () => {
  const client = createAuthClient(server);
  await client.signInWithPassword(ana);
  await client.updateUser({ password: 'outra-senha-boa-1' });
  await client.signOut();
  const written = await server.sql<{ payload: object }>(
    'select payload from auth.audit_log_entries order by created_at',
  );
  const actor = { actor_username: ana.email, actor_via_sso: false };
  expect(written.map(({ payload }) => payload)).toMatchObject([
    { action: 'login', log_type: 'account', traits: { provider: 'email' }, ...actor },
    { action: 'user_updated_password', log_type: 'user', ...actor },
    { action: 'logout', log_type: 'account', ...actor },
  ]);
  expect((await acts()).map(({ kind }) => kind)).toEqual(['sign_in', 'password', 'sign_out']);
  await server.sql('delete from auth.sessions');
});

it('writes nothing when no session ends, nor for a factor that was never verified', async () => {
  const client = createAuthClient(server);
  await client.signInWithPassword(bruno);
  await server.sql('delete from auth.audit_log_entries');
  await client.signOut({ scope: 'others' });
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  expect((await client.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
  expect(await server.sql('select from auth.audit_log_entries')).toEqual([]);
  await server.sql('delete from auth.sessions');
});

it('counts wrong passwords in one entry and refusals in another, never with the typed e-mail', async () => {
  for (let tries = 0; tries < 6; tries += 1) await signIn(ana.email, 'errada-errada');
  await signIn('minha-senha-no-campo-errado', 'x');
  await signIn('nulo\0@vitrine.exemplo', 'x');
  await expect.poll(acts).toEqual([
    { kind: 'failed', name: 'Ana Souza', amount: 3 },
    { kind: 'refused', name: 'Ana Souza', amount: 1 },
  ]);
  expect(await server.sql('select from auth.audit_log_entries')).toEqual([]);
});

it('records a recovery mail', async () => {
  await sendRawAuthRequest(server, '/recover', { body: { email: ana.email } });
  await sendRawAuthRequest(server, '/recover', { body: { email: 'ninguem@vitrine.exemplo' } });
  await expect.poll(acts).toEqual([{ kind: 'recovery', name: 'Ana Souza', amount: null }]);
});

it('records refusals of the data protocol, once an hour', async () => {
  const token = String((await signIn(bruno.email, bruno.password)).body['access_token']);
  for (let tries = 0; tries < 3; tries += 1) {
    const response = await fetch(`${server.url}/rest/v1/banners`, {
      method: 'POST',
      headers: {
        apikey: server.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ titulo: 'Não devia' }),
    });
    expect(response.status).toBe(403);
  }
  expect(
    await server.sql(
      `select area, title, amount, actor_name from private.batches where kind = 'refused'`,
    ),
  ).toEqual([{ area: 'banners', title: 'POST', amount: 1, actor_name: 'Bruno Lima' }]);
});
