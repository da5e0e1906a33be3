import { expect, it, vi } from 'vitest';
import { removeFiles } from '#data/unused-pictures.ts';
import { sweepOnceADay } from './sweep.queries.ts';

const abandoned = Array.from({ length: 250 }, (_, n) => ({ bucket: 'logos', path: `${n}.png` }));

vi.mock('#data/rest-client.ts', () => ({
  rest: {
    rpc: async (name: string) =>
      name === 'abandoned_files' ? { data: { files: abandoned, next: null } } : { data: null },
  },
}));
vi.mock('#data/trashed-pictures.ts', () => ({}));
vi.mock('#data/unused-pictures.ts', () => ({ removeFiles: vi.fn<() => void>() }));

it('moves a part of many abandoned files a day, and warns with their number', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  await sweepOnceADay();
  await sweepOnceADay();
  expect(vi.mocked(removeFiles).mock.calls).toEqual([[abandoned.slice(0, 100)]]);
  expect(warned.mock.calls).toEqual([[expect.stringContaining('250 files')]]);
});
