import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../backend/testing/server.ts';
import {
  changeEmail,
  endSessions,
  listSessions,
  CommandRefusedError,
  resetPassword,
} from './logins.ts';
import { createAuthClient } from '../../backend/auth/testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

const signIn = (credentials: { email: string; password: string }) =>
  createAuthClient(server).signInWithPassword(credentials);

it('resets a password, ends the sessions and unblocks the account', async () => {
  const before = createAuthClient(server);
  await before.signInWithPassword(ana);
  for (let count = 0; count < 10; count += 1) await signIn({ ...ana, password: 'errada' });
  expect((await signIn(ana)).error?.code).toBe('over_request_rate_limit');

  const password = await resetPassword(server.platform, 'ANA@vitrine.exemplo');

  expect((await before.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await signIn(ana)).error?.code).toBe('invalid_credentials');
  expect((await signIn({ ...ana, password })).error).toBeNull();
  ana.password = password;
});

it('lists the open sessions of a login and ends them', async () => {
  await endSessions(server.platform, ana.email);
  const client = createAuthClient(server);
  await client.signInWithPassword(ana);

  const [session, ...others] = await listSessions(server.platform, ana.email);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ ip: '127.0.0.1', startedAt: expect.any(Date) });
  expect(session?.endsAt?.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);

  await endSessions(server.platform, ana.email);
  expect(await listSessions(server.platform, ana.email)).toEqual([]);
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
});

it('changes the e-mail of a login, and of its profile', async () => {
  expect(await changeEmail(server.platform, ana.email, 'Ana@Nova.exemplo')).toBe(
    'ana@nova.exemplo',
  );

  const { data } = await signIn({ ...ana, email: 'ana@nova.exemplo' });
  expect(data.user?.identities?.[0]?.identity_data?.['email']).toBe('ana@nova.exemplo');
  expect((await signIn(ana)).error?.code).toBe('invalid_credentials');
  const profiles = await server.sql('select email from public.profiles where id = $1', [
    data.user?.id,
  ]);
  expect(profiles).toEqual([{ email: 'ana@nova.exemplo' }]);
});

it('refuses impossible commands with a reason', async () => {
  const refused = (message: string) => new CommandRefusedError(message);
  const { platform } = server;
  await expect(resetPassword(platform, 'x@y.z')).rejects.toEqual(
    refused('Não há login com o e-mail x@y.z.'),
  );
  await expect(changeEmail(platform, 'ana@nova.exemplo', 'nada')).rejects.toEqual(
    refused('nada não é um endereço de e-mail.'),
  );
  await expect(changeEmail(platform, 'ana@nova.exemplo', 'bruno@vitrine.exemplo')).rejects.toEqual(
    refused('Já existe um login com o e-mail bruno@vitrine.exemplo.'),
  );
});
