import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PictureList } from './picture-list.ts';

let living: Set<string>;

beforeEach(() => {
  living = new Set();
  const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = create(blob);
    living.add(address);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    living.delete(address);
    revoke(address);
  });
});
afterEach(() => vi.restoreAllMocks());

it('lets go of the address of a picture that is removed, replaced or left', async () => {
  const list = new PictureList([]);
  list.add([await picture('a.png'), await picture('b.png'), await picture('c.png')]);
  await expect.poll(() => living.size).toBe(3);
  list.remove(list.snapshot().pictures[0]?.id ?? '');
  expect(living.size).toBe(2);
  list.leave();
  expect(living.size).toBe(0);
});

it('keeps one picture of several for a field of one, and says so', async () => {
  const list = new PictureList([]);
  list.replace([await picture('a.png')]);
  await expect.poll(() => living.size).toBe(1);
  list.replace([await picture('b.png'), await picture('c.png')]);
  await expect.poll(() => list.snapshot().pictures.map(({ name }) => name)).toEqual(['b.png']);
  await expect.poll(() => list.snapshot().pictures[0]?.state).toBe('ready');
  expect(list.snapshot().error).toMatch(/uma imagem só/);
  expect(living.size).toBe(1);
});

async function picture(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}
