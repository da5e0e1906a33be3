import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PictureLists } from './picture-lists.ts';
import { PictureUploads } from './picture-uploads.ts';
import { uploadPicture } from './upload.ts';
import { moveUnusedPicturesToTrash } from './unused-pictures.ts';

vi.mock('./upload.ts', () => ({ uploadPicture: vi.fn<typeof uploadPicture>() }));
vi.mock('./unused-pictures.ts', () => ({
  moveUnusedPicturesToTrash: vi.fn<typeof moveUnusedPicturesToTrash>(),
}));

let living: Set<string>;

beforeEach(() => {
  vi.mocked(uploadPicture).mockReset();
  vi.mocked(moveUnusedPicturesToTrash).mockReset();
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

it('revokes the URL of a picture that is removed, replaced or left', async () => {
  const { lists, uploads } = pictures();
  const release = uploads.hold();
  lists.add('more', [await picture('a.png'), await picture('b.png'), await picture('c.png')]);
  await expect.poll(() => living.size).toBe(3);
  lists.remove(idOf(lists, 'a.png'));
  expect(living.size).toBe(2);
  release();
  await expect.poll(() => living.size).toBe(0);
});

it('keeps the pictures until the last holder has released them', async () => {
  const { lists, uploads } = pictures();
  const [form, offer] = [uploads.hold(), uploads.hold()];
  lists.add('more', [await picture('a.png')]);
  await expect.poll(() => living.size).toBe(1);
  form();
  const again = uploads.hold();
  offer();
  // `offer()` has released the pictures: wait for the check that it schedules with `setTimeout`.
  await new Promise((resolve) => setTimeout(resolve));
  expect(living.size).toBe(1);
  again();
  await expect.poll(() => living.size).toBe(0);
});

it('keeps the first of several files in a field for one picture, and shows a message', async () => {
  const { lists } = pictures();
  lists.replace('main', [await picture('a.png')]);
  await expect.poll(() => living.size).toBe(1);
  lists.replace('main', [await picture('b.png'), await picture('c.png')]);
  await expect.poll(() => lists.in('main').map(({ name }) => name)).toEqual(['b.png']);
  await expect.poll(() => lists.in('main')[0]?.state).toBe('ready');
  expect(lists.snapshot().main?.error).toMatch(/só uma imagem/);
  expect(living.size).toBe(1);
});

it('reports every file that is no picture, and restores the picture that it would have replaced', async () => {
  const { lists } = pictures();
  lists.replace('main', [await picture('a.png')]);
  lists.replace('main', [new File(['x'], 'x.pdf')]);
  lists.add('more', [new File(['y'], 'y.txt'), await picture('b.png'), new File(['z'], 'z.zip')]);
  await expect
    .poll(() => lists.in('main').map(({ name, state }) => [name, state]))
    .toEqual([['a.png', 'ready']]);
  expect(lists.snapshot().main?.error).toMatch(/"x\.pdf"/);
  await expect.poll(() => lists.in('more').map(({ name }) => name)).toEqual(['b.png']);
  expect(lists.snapshot().more?.error.split('\n')).toEqual([
    expect.stringContaining('"y.txt"'),
    expect.stringContaining('"z.zip"'),
  ]);
});

it('crops a stored picture and leaves the stored one unchanged until the save', async () => {
  const whole = { url: await address(400, 200), alt: 'Xícara' };
  const { lists } = pictures({ main: [whole] });
  const id = lists.in('main')[0]?.id ?? '';
  const file = await lists.fileOf(id);
  lists.cut(id, file, { x: 0, y: 0, width: 0.35, height: 1 });
  await expect.poll(() => lists.in('main')[0]?.state).toBe('ready');
  expect(lists.snapshot().main?.changed).toBe(true);
  const [cut] = lists.in('main');
  const { width, height } = await createImageBitmap(
    cut?.state === 'ready' ? cut.image.whole : new Blob(),
  );
  expect([width, height, cut?.alt]).toEqual([140, 200, 'Xícara']);
  lists.cut(id, file);
  expect(lists.held('main')).toEqual([whole]);
  expect(lists.snapshot().main?.changed).toBe(false);
});

it('makes a cropped picture that was chosen here whole again', async () => {
  const { lists } = pictures();
  const file = await picture('a.png', 40, 20);
  lists.replace('main', [file]);
  await expect.poll(() => lists.in('main')[0]?.state).toBe('ready');
  const id = idOf(lists, 'a.png');
  lists.cut(id, file, { x: 0.5, y: 0, width: 0.5, height: 1 });
  await expect.poll(() => widthOf(lists)).toBe(20);
  lists.cut(id, await lists.fileOf(id));
  await expect.poll(() => widthOf(lists)).toBe(40);
  expect(living.size).toBe(1);
});

it('treats a changed alternative text as a change, but not surrounding blanks', () => {
  const { lists } = pictures({ more: [{ url: '/a.png', alt: 'Lata' }] });
  const id = lists.in('more')[0]?.id ?? '';
  lists.describe(id, 'Lata ');
  expect(lists.snapshot().more?.changed).toBe(false);
  lists.describe(id, 'Lata azul');
  expect(lists.snapshot().more?.changed).toBe(true);
  expect(lists.held('more')).toEqual([{ url: '/a.png', alt: 'Lata azul' }]);
});

it('keeps all lists of a changed form when another user moves a picture between them', () => {
  const { lists } = pictures({ main: stored('/m.png'), more: stored('/a.png', '/b.png') });
  lists.move(lists.in('more')[1]?.id ?? '', 'more', 0);
  adopt(lists, { main: stored('/a.png'), more: stored('/m.png', '/b.png') });
  expect(urlsIn(lists)).toEqual({ main: ['/m.png'], more: ['/b.png', '/a.png'] });
  expect([lists.snapshot().main?.changed, lists.snapshot().more?.changed]).toEqual([true, true]);
});

it("shows the other user's new picture in the place of a removed one in an unchanged list", () => {
  const { lists } = pictures({ main: stored('/m.png'), more: stored('/a.png', '/b.png') });
  lists.move(lists.in('more')[1]?.id ?? '', 'more', 0);
  adopt(lists, { main: stored('/n.png'), more: stored('/b.png') });
  expect(urlsIn(lists)).toEqual({ main: ['/n.png'], more: ['/b.png'] });
});

it("shows the other user's pictures in a form without changed pictures", () => {
  const { lists } = pictures({ main: stored('/m.png'), more: stored('/a.png', '/b.png') });
  adopt(lists, { main: stored('/a.png'), more: stored('/m.png', '/b.png') });
  expect(urlsIn(lists)).toEqual({ main: ['/a.png'], more: ['/m.png', '/b.png'] });
});

it('names the chosen files, not a stored picture that was moved to the other list', async () => {
  const { lists } = pictures({ main: stored('/m.png'), more: stored('/a.png') });
  lists.move(lists.in('main')[0]?.id ?? '', 'more', 1);
  lists.add('more', [await picture('b.png')]);
  expect(lists.chosen()).toEqual(['b.png']);
});

it('uploads twelve pictures, at most four at once', { timeout: 60_000 }, async () => {
  const { lists, uploads } = pictures();
  let [now, most] = [0, 0];
  vi.mocked(uploadPicture).mockImplementation(async ({ whole }) => {
    most = Math.max(most, (now += 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
    now -= 1;
    return `/${whole.size}.png`;
  });
  const files = Array.from({ length: 12 }, (_, index) => picture(`${index}.png`));
  lists.add('more', await Promise.all(files));
  const isReady = () => lists.in('more').every(({ state }) => state === 'ready');
  // The timeout is long, because Chromium begins to encode a picture only after a second if both cores are busy.
  await expect.poll(isReady, { timeout: 45_000 }).toBe(true);
  const sent = await uploads.send();
  expect(sent.more?.pictures).toHaveLength(12);
  expect(most).toBe(4);
});

it('shows the error of each failed upload, retries it alone, and uploads the others only once', async () => {
  const { lists, uploads } = pictures();
  lists.add('more', [await picture('a.png'), await picture('b.png')]);
  await expect.poll(() => lists.in('more').every(({ state }) => state === 'ready')).toBe(true);
  vi.mocked(uploadPicture)
    .mockResolvedValueOnce('/a.png')
    .mockRejectedValueOnce(new Error('O arquivo é grande demais.'))
    .mockResolvedValueOnce('/b.png');
  const first = await uploads.send();
  expect(first.more?.failures.map(({ name }) => name)).toEqual(['b.png']);
  expect(lists.in('more')[1]).toMatchObject({
    state: 'ready',
    failure: 'O arquivo é grande demais.',
  });
  await uploads.resend(idOf(lists, 'b.png'));
  expect(lists.in('more')[1]).toMatchObject({ state: 'stored', url: '/b.png' });
  const second = await uploads.send();
  expect(second.more?.pictures.map(({ url }) => url)).toEqual(['/a.png', '/b.png']);
  expect(uploadPicture).toHaveBeenCalledTimes(3);
});

it('deletes the uploads of a save that fails after its form was left', async () => {
  const { lists, uploads } = pictures();
  vi.mocked(uploadPicture).mockResolvedValueOnce('/a.png');
  lists.add('more', [await picture('a.png')]);
  const leave = uploads.hold();
  await uploads.send();
  const sent = uploads.release();
  leave();
  await new Promise((done) => setTimeout(done));
  expect(moveUnusedPicturesToTrash).not.toHaveBeenCalled();
  uploads.reclaim(sent);
  await expect.poll(() => vi.mocked(moveUnusedPicturesToTrash).mock.calls).toEqual([[['/a.png']]]);
});

it('deletes the uploads for a record that is never saved, but no upload that a save has used', async () => {
  const { lists, uploads } = pictures();
  vi.mocked(uploadPicture).mockResolvedValueOnce('/a.png').mockResolvedValueOnce('/b.png');
  lists.add('more', [await picture('a.png')]);
  const release = uploads.hold();
  await uploads.send();
  uploads.release();
  lists.add('more', [await picture('b.png')]);
  await uploads.send();
  release();
  await expect.poll(() => vi.mocked(moveUnusedPicturesToTrash).mock.calls).toEqual([[['/b.png']]]);
});

function pictures(stored: Record<string, { url: string; alt: string }[]> = {}) {
  const lists = new PictureLists(['main', 'more'], (list) => stored[list] ?? []);
  const place = { bucket: 'b', folder: 'f' };
  return { lists, uploads: new PictureUploads(lists, { main: place, more: place }) };
}

function stored(...urls: string[]) {
  return urls.map((url) => ({ url, alt: '' }));
}

function adopt(lists: PictureLists, theirs: Record<string, { url: string; alt: string }[]>) {
  lists.adopt((name) => theirs[name] ?? []);
}

function urlsIn(lists: PictureLists) {
  return Object.fromEntries(
    lists.names.map((name) => [name, lists.held(name).map(({ url }) => url)]),
  );
}

function idOf(lists: PictureLists, file: string): string {
  const all = lists.names.flatMap((list) => lists.in(list));
  return all.find(({ name }) => name === file)?.id ?? '';
}

async function widthOf(lists: PictureLists): Promise<number> {
  const [picture] = lists.in('main');
  if (picture?.state !== 'ready') return 0;
  return (await createImageBitmap(picture.image.whole)).width;
}

/** Returns a data URL of a new picture. Tests use it as the URL of a stored picture. */
async function address(width: number, height: number): Promise<string> {
  const bytes = new Uint8Array(await (await picture('a.png', width, height)).arrayBuffer());
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}

async function picture(name: string, width = 4, height = 4): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}
