import { beforeEach, expect, it, vi } from 'vitest';
import { deleteTrashedFiles } from '#data/trashed-pictures.ts';
import { moveFilesToTrash } from '#data/unused-pictures.ts';
import { safeLocalStorage } from '#lib/local-store.ts';
import { runDailyMaintenance } from './daily-maintenance.queries.ts';

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
  deleteTrashedFiles: vi.fn<(names: string[]) => Promise<number>>(),
}));
vi.mock('#data/unused-pictures.ts', () => ({ moveFilesToTrash: vi.fn<() => void>() }));

beforeEach(() => {
  safeLocalStorage.remove('vitrine:swept');
  expired = [];
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

it('deletes all expired files of the trash', async () => {
  expired = Array.from({ length: 2_500 }, (_, n) => `logos/${n}.png`);
  const deleting = vi.mocked(deleteTrashedFiles);
  deleting.mockImplementation(async (names) => expired.splice(0, names.length).length);
  await runDailyMaintenance();
  expect(expired).toHaveLength(0);
});

it('leaves expired files that cannot be deleted to the next day', async () => {
  expired = ['logos/a.png'];
  const deleting = vi.mocked(deleteTrashedFiles).mockClear().mockResolvedValue(0);
  await runDailyMaintenance();
  expect(deleting.mock.calls).toEqual([[['logos/a.png']]]);
});

it('moves a part of many abandoned files a day, and warns with their number', async () => {
  vi.mocked(moveFilesToTrash).mockClear();
  await runDailyMaintenance();
  await runDailyMaintenance();
  expect(vi.mocked(moveFilesToTrash).mock.calls).toEqual([[abandoned.slice(0, 100)]]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([[expect.stringContaining('250 files')]]);
});
