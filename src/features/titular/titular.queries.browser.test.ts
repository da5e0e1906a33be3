import { expect, it, vi } from 'vitest';
import { parceiros } from '#areas/parceiros/area.ts';
import { anonymiseTitular } from './titular.queries.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#data/rest-client.ts', () => ({ rest: { rpc } }));
vi.mock('#data/storage-client.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('anonymises nothing if the code that deletes the files cannot be loaded', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const response = { status: 'anonymised', files: [], not_reached: {} };
  rpc.mockResolvedValue({ data: response, error: null });
  await expect(
    anonymiseTitular({ area: parceiros, id: '7', name: 'Rosa' }, false),
  ).rejects.toThrow();
  expect(rpc).not.toHaveBeenCalled();
});
