import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { takeIn } from './ahead.ts';

afterEach(() => queryClient.clear());

const key = ['fruits'];

it('gives the query client the answer that was asked for before it was there', async () => {
  const queryFn = vi.fn(() => Promise.resolve('second'));
  takeIn([{ query: { queryKey: key, queryFn }, answer: Promise.resolve('first') }]);
  await expect.poll(() => queryClient.getQueryData(key)).toBe('first');
  expect(queryFn).not.toHaveBeenCalled();
  await queryClient.refetchQueries({ queryKey: key });
  expect(queryClient.getQueryData(key)).toBe('second');
});

it('asks again when that failed for a moment', async () => {
  const queryFn = vi.fn(() => Promise.resolve('second'));
  const failed = Promise.reject(new Error('Sem conexão', { cause: new TypeError('fetch') }));
  takeIn([{ query: { queryKey: key, queryFn }, answer: failed }]);
  await expect.poll(() => queryClient.getQueryData(key), { timeout: 3_000 }).toBe('second');
  expect(queryFn).toHaveBeenCalledOnce();
});
