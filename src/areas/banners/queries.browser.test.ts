import { afterEach, expect, it, vi } from 'vitest';
import { duplicateBanner } from './queries.ts';

vi.mock('#data/authorized-fetch.ts', () => ({
  authorizedFetch: (input: string, init: RequestInit) => fetch(input, init),
}));
afterEach(() => vi.restoreAllMocks());

const copy = {
  id: 8,
  titulo: 'Verão (Cópia)',
  imagem_url: null,
  posicao: 'todos',
  status: 'Ativo',
};

it('a duplicate returns a success flag and the copy [CALL-38]', async () => {
  const fetch = platformAnswers({ status: 'saved', banner: copy });
  expect(await duplicateBanner(7)).toEqual({ success: true, data: copy });
  expect(fetch).toHaveBeenCalledWith(
    expect.stringMatching(/\/rpc\/duplicate_banner$/),
    expect.objectContaining({
      body: expect.stringMatching(/^\{"banner_id":7,"creation_key":"[\da-f-]{36}"\}$/),
    }),
  );
});

it('a duplicate of a missing banner returns no success [CALL-38]', async () => {
  platformAnswers({ status: 'missing' });
  expect(await duplicateBanner(7)).toEqual({ success: false, data: null });
});

function platformAnswers(answer: unknown) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));
}
