import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { createLoginMaker } from './login-maker.queries.ts';
import { createUsuario } from './queries.ts';

const id = '11111111-1111-4111-8111-111111111111';
const lost = { data: null, error: { message: 'Failed to fetch' }, status: 0 };
const taken = { data: null, error: { code: '23505', message: 'duplicate key' }, status: 409 };

/** The mocked platform: the results of the next insertions, and the stored profile. */
const platform = vi.hoisted(() => ({ inserted: [] as object[], stored: null as object | null }));
vi.mock('#data/rest-client.ts', () => {
  const rest = {
    rpc: async (name: string) => ({ data: name === 'login_without_profile' ? null : 'a code' }),
    from: () => ({
      insert: (row: object) => {
        platform.stored = { ...row, version: 1 };
        return { select: () => ({ single: async () => platform.inserted.shift() }) };
      },
      select: () => ({ eq: () => ({ maybeSingle: async () => ({ data: platform.stored }) }) }),
    }),
  };
  return { rest, untypedRest: rest };
});
vi.mock('#data/user-login.ts', () => ({
  endNewLoginSessions() {},
  createUserLogin: async () => id,
}));

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function newCreation() {
  const values = { email: 'ana@vitrine.exemplo', name: 'Ana', company: null, phone: null };
  const passwords = { password: 'senha comprida', confirmPassword: 'senha comprida' };
  const variables = {
    values: { ...values, ...passwords, role: 'Colaborador' as const },
    loginFor: createLoginMaker(),
    sendPhoto: async () => null,
  };
  const creation = new MutationObserver(new QueryClient(), createUsuario);
  return () => creation.mutate(variables);
}

it('a user whose profile was stored in time has the typed password, however late the form learns it', async () => {
  const create = newCreation();
  platform.inserted = [lost, taken];
  await expect(create()).rejects.toMatchObject({ status: 0 });
  vi.advanceTimersByTime(11 * 60_000);
  expect(await create()).toEqual({ id, reused: false, version: 1 });
});

it('a user whose profile may have been stored too late has no password', async () => {
  const create = newCreation();
  platform.inserted = [lost, lost, taken];
  await expect(create()).rejects.toMatchObject({ status: 0 });
  vi.advanceTimersByTime(11 * 60_000);
  await expect(create()).rejects.toMatchObject({ status: 0 });
  expect(await create()).toEqual({ id, reused: true, version: 1 });
});
