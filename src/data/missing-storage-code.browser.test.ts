import { beforeEach, expect, it, vi } from 'vitest';
import { safeLocalStorage } from '#lib/local-store.ts';
import { deleteTrashedFiles, restoreTrashedFiles } from './trashed-pictures.ts';
import { deleteFiles } from './unused-pictures.ts';

vi.mock('./rest-client.ts', () => ({ rest: {} }));
vi.mock('./storage-client.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

it('is not needed to delete no files', async () => {
  await expect(deleteFiles([])).resolves.toBeUndefined();
});

it('leaves the files of a restored record to the next visit', async () => {
  await restoreTrashedFiles([{ bucket: 'logos', path: 'parceiros/a.png' }]);
  expect(safeLocalStorage.get('vitrine:returning-files')).toBe('logos/parceiros/a.png');
});

it('leaves the files of a record that was deleted permanently in the trash', async () => {
  expect(await deleteTrashedFiles(['logos/parceiros/a.png'])).toBe(0);
});
