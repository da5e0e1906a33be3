import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { authClient, rawAuth } from './testing/clients.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

describe('signing in with a password', () => {
  it('gives user, access token, refresh token and expiry [CALL-01] [SESS-04]', async () => {
    const { data, error } = await authClient(server).signInWithPassword(ana);

    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: ana.email, role: 'authenticated', aud: 'authenticated' });
    expect(data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email: ana.email } }]);
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.session?.access_token.split('.')).toHaveLength(3);
    expect(data.session?.refresh_token).toMatch(/^[a-z2-7]{12}$/);
    expect(data.session?.expires_at).toBeCloseTo(Date.now() / 1000 + 3600, -1);
  });
});
