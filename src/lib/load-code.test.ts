import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCode } from './load-code.ts';

const failure = new TypeError('Failed to fetch dynamically imported module: /assets/upload.js');
const load = vi.fn<() => Promise<string>>();
const server = vi.fn<typeof fetch>();

beforeEach(() => {
  load.mockReset();
  server.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal('fetch', server);
});

describe('code that cannot be loaded', () => {
  it('is missing because of a newer version, if the server responds', async () => {
    load.mockRejectedValue(failure);
    await expect(loadCode(load)).rejects.toMatchObject({
      message: 'Há uma versão nova do painel. Recarregue a página.',
      isOutdated: true,
      cause: failure,
    });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is missing if a hosted panel sends its page in the place of the file', async () => {
    load.mockRejectedValue(new TypeError("'text/html' is not a valid JavaScript MIME type."));
    await expect(loadCode(load)).rejects.toMatchObject({ isOutdated: true });
  });

  it('is missing because of the connection, if the server does not respond', async () => {
    load.mockRejectedValue(failure);
    server.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(loadCode(load)).rejects.toMatchObject({
      message: 'Sem conexão com o servidor. Verifique sua internet e tente novamente.',
      isOutdated: false,
    });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is loaded if the connection was lost for a moment', async () => {
    load.mockRejectedValueOnce(failure).mockResolvedValue('code');
    expect(await loadCode(load)).toBe('code');
  });
});

it('keeps the error of code that was loaded', async () => {
  load.mockRejectedValue(new TypeError('x is not a function'));
  await expect(loadCode(load)).rejects.toThrow('x is not a function');
  expect(load).toHaveBeenCalledTimes(1);
  expect(server).not.toHaveBeenCalled();
});
