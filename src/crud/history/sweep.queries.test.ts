import { beforeEach, expect, it, vi } from 'vitest';
import { deleteTrashed } from '#data/trashed-pictures.ts';
import { removeFiles } from '#data/unused-pictures.ts';
import { localStore } from '#lib/local-store.ts';
import { sweepOnceADay } from './sweep.queries.ts';

const abandoned = Array.from({ length: 250 }, (_, n) => ({ bucket: 'logos', path: `${n}.png` }));

let expired: string[] = [];

vi.mock('#data/rest-client.ts', () => ({
  rest: {
    async rpc(name: string, { size = 100 }: { size?: number } = {}) {
      if (name === 'abandoned_files') return { data: { files: abandoned, next: null } };
      return { data: name === 'expired_files' ? expired.slice(0, size) : null };
    },
  },
}));
vi.mock('#data/trashed-pictures.ts', () => ({
  deleteTrashed: vi.fn<(names: string[]) => Promise<number>>(),
}));
vi.mock('#data/unused-pictures.ts', () => ({ removeFiles: vi.fn<() => void>() }));

beforeEach(() => {
  localStore.remove('vitrine:swept');
  expired = [];
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

it('deletes all expired files of the trash', async () => {
  expired = Array.from({ length: 2_500 }, (_, n) => `logos/${n}.png`);
  const deleting = vi.mocked(deleteTrashed);
  deleting.mockImplementation(async (names) => expired.splice(0, names.length).length);
  await sweepOnceADay();
  expect(expired).toHaveLength(0);
});

it('leaves expired files that cannot be deleted to the next day', async () => {
  expired = ['logos/a.png'];
  const deleting = vi.mocked(deleteTrashed).mockClear().mockResolvedValue(0);
  await sweepOnceADay();
  expect(deleting.mock.calls).toEqual([[['logos/a.png']]]);
});

it('moves a part of many abandoned files a day, and warns with their number', async () => {
  vi.mocked(removeFiles).mockClear();
  await sweepOnceADay();
  await sweepOnceADay();
  expect(vi.mocked(removeFiles).mock.calls).toEqual([[abandoned.slice(0, 100)]]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([[expect.stringContaining('250 files')]]);
});
