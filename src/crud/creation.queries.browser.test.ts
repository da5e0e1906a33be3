import { expect, it, vi } from 'vitest';
import { PlatformError } from '#data/unwrap.ts';
import { isUuid, createUuid } from '#lib/uuid.ts';
import { createOnce, recordAttempt, startCreation, renewKeyIfDeleted } from './creation.queries.ts';

const lost = new PlatformError(new TypeError('Failed to fetch'));
const refused = new PlatformError({ code: '23514', message: 'refused' }, 400);

it('makes unique ids of version 4', () => {
  const ids = Array.from({ length: 100 }, createUuid);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) {
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}4.{4}[89ab]/);
  }
});

it('sends a copy under the same key until a response arrives', async () => {
  const create = vi.fn<(key: string) => Promise<string>>();
  create.mockRejectedValueOnce(lost).mockRejectedValueOnce(refused).mockResolvedValue('copy');
  await expect(createOnce('products/1', create)).rejects.toBe(lost);
  await expect(createOnce('products/1', create)).rejects.toBe(refused);
  await createOnce('products/1', create);
  await createOnce('products/1', create);
  const [first, second, third, fourth] = create.mock.calls.map(([key]) => key);
  expect(second).toBe(first);
  expect(new Set([first, third, fourth]).size).toBe(3);
});

it('treats a press minutes later as a new creation', async () => {
  vi.useFakeTimers();
  const create = vi.fn<(key: string) => Promise<string>>().mockRejectedValue(lost);
  await expect(createOnce('banners/1', create)).rejects.toBe(lost);
  vi.setSystemTime(Date.now() + 6 * 60_000);
  await expect(createOnce('banners/1', create)).rejects.toBe(lost);
  const [first, second] = create.mock.calls.map(([key]) => key);
  expect(second).not.toBe(first);
  vi.useRealTimers();
});

it('detects whether all attempts had the same values', () => {
  const creation = startCreation();
  expect(recordAttempt(creation, { name: 'Caju' })).toBe(true);
  expect(recordAttempt(creation, { name: 'Caju' })).toBe(true);
  expect(recordAttempt(creation, { name: 'Uva' })).toBe(false);
  expect(recordAttempt(creation, { name: 'Uva' })).toBe(false);
});

it('makes a new key once the record was deleted', () => {
  const creation = startCreation();
  const { id } = creation;
  renewKeyIfDeleted(creation, refused);
  expect(creation.id).toBe(id);
  renewKeyIfDeleted(creation, new PlatformError({ code: 'P0001', hint: 'creation_deleted' }, 400));
  expect(creation.id).not.toBe(id);
});
