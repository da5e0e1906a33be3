import { beforeEach, expect, it, vi } from 'vitest';
import { setPasswordByLink } from './recovery-link.queries.ts';

/** A fake of the platform's client. Like the real one, it sets the password of the stored session's user. */
const client = vi.hoisted(() => {
  return {
    /** The user of the session that all tabs of the browser share. */
    user: 'ana',
    redeemed: 0,
    passwords: new Map<string, string>(),
    auth: {
      async verifyOtp() {
        client.redeemed += 1;
        client.user = 'bia';
        return { data: { user: { id: client.user } }, error: null };
      },
      async getSession() {
        return { data: { session: { user: { id: client.user } } }, error: null };
      },
      async updateUser({ password }: { password: string }) {
        if (password === 'fraca') return { error: { code: 'weak_password' } };
        client.passwords.set(client.user, password);
        return { error: null };
      },
    },
  };
});
vi.mock('#data/auth-loader.ts', () => ({ loadAuthClient: async () => client.auth }));

beforeEach(() => {
  client.user = 'ana';
  client.redeemed = 0;
  client.passwords.clear();
});

it('sets a better password after a refused one, with the link redeemed once', async () => {
  expect(await setPasswordByLink('link 1', 'fraca')).toMatchObject({ status: 'refused' });
  expect(await setPasswordByLink('link 1', 'boa-senha')).toEqual({ status: 'changed' });
  expect(client.redeemed).toBe(1);
  expect([...client.passwords]).toEqual([['bia', 'boa-senha']]);
});

it('never sets the password of a user who has signed in since in another tab', async () => {
  expect(await setPasswordByLink('link 2', 'fraca')).toMatchObject({ status: 'refused' });
  client.user = 'ana';
  expect(await setPasswordByLink('link 2', 'boa-senha')).toEqual({ status: 'invalidLink' });
  expect([...client.passwords]).toEqual([]);
});
