import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { deleteProduct } from './queries.ts';

vi.mock('#data/authorized-fetch.ts', () => ({
  authorizedFetch: (input: string, init: RequestInit) => fetch(input, init),
}));
afterEach(() => vi.restoreAllMocks());

it('offers the undo of a deletion only to the user who deleted the product', async () => {
  const id = '5b5ff0f5-6d3f-4b87-8f0a-8c8e0b7a3a11';
  const deletion = new MutationObserver(queryClient, deleteProduct);
  const fetch = vi.spyOn(globalThis, 'fetch');
  const undo = async () =>
    deleteProduct.meta?.undo?.((await deletion.mutate(id)) as never, id as never);
  const missing = () =>
    fetch
      .mockResolvedValueOnce(Response.json({ status: 'missing' }))
      .mockResolvedValueOnce(Response.json({ entries: [] }));
  missing();
  expect(await undo()).toBeUndefined();
  fetch.mockResolvedValueOnce(Response.json({ status: 'deleted', removed_files: [] }));
  expect(await undo()).toEqual({ table: 'products', id });
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(undo()).rejects.toThrow('Sem conexão');
  missing();
  expect(await undo()).toEqual({ table: 'products', id });
});
