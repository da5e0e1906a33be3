import { beforeEach, expect, it, vi } from 'vitest';
import { createLoginMaker } from './login-maker.queries.ts';

const platform = vi.hoisted((): { left: string | null; signUps: number } => ({
  left: null,
  signUps: 0,
}));
vi.mock('#data/rest-client.ts', () => ({
  rest: {
    rpc: async (name: string) => ({
      data: name === 'login_without_profile' ? platform.left : 'a code',
    }),
  },
}));
vi.mock('#data/user-login.ts', () => ({
  endNewLoginSessions() {},
  async createUserLogin() {
    platform.signUps += 1;
    platform.left = 'the login';
    return platform.left;
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(platform, { left: null, signUps: 0 });
  return () => vi.useRealTimers();
});

it('a login whose profile is saved after ten minutes is a reused one: the database removes its password', async () => {
  const loginFor = createLoginMaker();
  const wanted = { email: 'ana@vitrine.exemplo', password: 'senha', name: 'Ana', role: '' };
  expect(await loginFor(wanted)).toEqual({ id: 'the login', reused: false, wasReused: false });
  vi.advanceTimersByTime(8 * 60_000);
  expect(await loginFor(wanted)).toEqual({ id: 'the login', reused: false, wasReused: false });
  vi.advanceTimersByTime(3 * 60_000);
  expect(await loginFor(wanted)).toEqual({ id: 'the login', reused: true, wasReused: false });
  expect(platform.signUps).toBe(1);
});
