import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { authClient, rawAuth } from './testing/clients.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

it.each(['ana@vitrine.exemplo', 'ninguem@vitrine.exemplo'])(
  'answers %s as GoTrue answers a confirmed login, with nothing, and sends nothing',
  async (email) => {
    for (const type of ['signup', 'email_change'] as const) {
      const { data, error } = await authClient(server).resend({ type, email });
      expect(error).toBeNull();
      expect(data).toEqual({ user: null, session: null });
    }
    const { status, body } = await rawAuth(server, '/resend', { body: { type: 'signup', email } });
    expect([status, body]).toEqual([200, {}]);
    const [row] = await server.sql('select count(*)::int as tokens from auth.one_time_tokens');
    expect(row).toEqual({ tokens: 0 });
  },
);

it.each([
  [{ email: 'a@b.c' }, 'validation_failed', 'Missing one of these types'],
  [{ type: 'recovery', email: 'a@b.c' }, 'validation_failed', 'Missing one of these types'],
  [{ type: 'signup' }, 'validation_failed', 'Type provided requires an email address'],
  [{ type: 'sms' }, 'validation_failed', 'Type provided requires a phone number'],
  [{ type: 'email_change' }, 'validation_failed', 'Missing email address or phone number'],
  [{ type: 'signup', email: 'a@b.c', phone: '55' }, 'validation_failed', 'Only an email address'],
  [{ type: 'sms', phone: '5511900000000' }, 'phone_provider_disabled', 'Phone logins'],
  [{ type: 'signup', email: 'nada' }, 'validation_failed', 'invalid format'],
])('refuses %j in the words of GoTrue', async (body, code, message) => {
  const answer = await rawAuth(server, '/resend', { body });

  expect([answer.status, answer.body['error_code']]).toEqual([400, code]);
  expect(answer.body['msg']).toContain(message);
});
