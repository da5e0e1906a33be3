import { beforeEach, expect, it, vi } from 'vitest';
import { safeLocalStorage } from '#lib/local-store.ts';
import { addRecentRecord, listRecentRecords } from './recent-records.ts';

const KEY = 'vitrine:recentes:';

beforeEach(() => {
  safeLocalStorage.remove(KEY);
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('leaves out a record opened more than 30 days ago: its name may be personal data', () => {
  addRecentRecord({ table: 'parceiros', id: '1', title: 'Quitéria' });
  vi.advanceTimersByTime(29 * 24 * 60 * 60 * 1000);
  addRecentRecord({ table: 'parceiros', id: '2', title: 'Rosa' });
  const titles = () => listRecentRecords().map(({ title }) => title);
  expect(titles()).toEqual(['Rosa', 'Quitéria']);
  vi.advanceTimersByTime(2 * 24 * 60 * 60 * 1000);
  expect(titles()).toEqual(['Rosa']);
  addRecentRecord({ table: 'parceiros', id: '3', title: 'Sílvia' });
  expect(safeLocalStorage.get(KEY)).not.toContain('Quitéria');
});

it('leaves out an entry without a time', () => {
  safeLocalStorage.set(KEY, '[{ "table": "parceiros", "id": "1", "title": "Quitéria" }]');
  expect(listRecentRecords()).toEqual([]);
});
