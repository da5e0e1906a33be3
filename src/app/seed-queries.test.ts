import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { seedQueries } from './seed-queries.ts';

afterEach(() => queryClient.clear());

const key = ['fruits'];

it('seeds the query client with a response that was requested before it loaded', async () => {
  const queryFn = vi.fn(() => Promise.resolve('second'));
  seedQueries([{ query: { queryKey: key, queryFn }, response: Promise.resolve('first') }]);
  await expect.poll(() => queryClient.getQueryData(key)).toBe('first');
  expect(queryFn).not.toHaveBeenCalled();
  await queryClient.refetchQueries({ queryKey: key });
  expect(queryClient.getQueryData(key)).toBe('second');
});

it('retries after a temporary failure', async () => {
  const queryFn = vi.fn(() => Promise.resolve('second'));
  const failed = Promise.reject(new Error('Sem conexão', { cause: new TypeError('fetch') }));
  seedQueries([{ query: { queryKey: key, queryFn }, response: failed }]);
  await expect.poll(() => queryClient.getQueryData(key), { timeout: 3_000 }).toBe('second');
  expect(queryFn).toHaveBeenCalledOnce();
});
