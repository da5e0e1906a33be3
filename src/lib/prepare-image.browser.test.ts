import { expect, it, vi } from 'vitest';
import { UnreadableImageError, prepareImageForUpload } from './prepare-image.ts';

it.each(['image/png', 'image/jpeg', 'image/webp'])(
  'reduces %s in its own format, with a thumbnail [PROD-65]',
  async (type) => {
    const reduced = await prepareImageForUpload(await makeImage(3000, 1500, type, 'foto'));
    expect(reduced.whole.type).toBe(type);
    expect(await sizeOf(reduced.whole)).toEqual([2000, 1000]);
    expect(await sizeOf(reduced.small)).toEqual([256, 128]);
  },
);

it('keeps a matching extension and corrects a wrong one [STOR-07]', async () => {
  expect(
    (await prepareImageForUpload(await makeImage(10, 10, 'image/jpeg', 'a.JPEG'))).extension,
  ).toBe('jpeg');
  expect(
    (await prepareImageForUpload(await makeImage(10, 10, 'image/jpeg', 'a.jpg'))).extension,
  ).toBe('jpg');
  expect(
    (await prepareImageForUpload(await makeImage(10, 10, 'image/png', 'a.jpg'))).extension,
  ).toBe('png');
});

it('does not enlarge a small picture', async () => {
  expect(
    await sizeOf(
      (await prepareImageForUpload(await makeImage(30, 20, 'image/png', 'a.png'))).whole,
    ),
  ).toEqual([30, 20]);
});

it('keeps the cropped part of a picture, in its full size', async () => {
  const file = await makeImage(400, 200, 'image/png', 'a.png');
  const half = { x: 0.25, y: 0, width: 0.35, height: 1 };
  const reduced = await prepareImageForUpload(file, half);
  expect(await sizeOf(reduced.whole)).toEqual([140, 200]);
  expect(await sizeOf(reduced.small)).toEqual([140, 200]);
});

it('strips the metadata of the camera', async () => {
  const plain = new Uint8Array(
    await (await makeImage(10, 10, 'image/jpeg', 'a.jpg')).arrayBuffer(),
  );
  const note = new TextEncoder().encode('SEGREDO');
  // Insert a comment segment (JPEG, marker FF FE) directly after the start of the picture.
  const salted = new Blob([
    plain.slice(0, 2),
    new Uint8Array([0xff, 0xfe, 0, note.length + 2]),
    note,
    plain.slice(2),
  ]);
  expect(await salted.text()).toContain('SEGREDO');
  const reduced = await prepareImageForUpload(new File([salted], 'a.jpg', { type: 'image/jpeg' }));
  expect(await reduced.whole.text()).not.toContain('SEGREDO');
});

it('leaves a GIF unchanged', async () => {
  const bytes = Uint8Array.from(
    atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
    (letter) => letter.charCodeAt(0),
  );
  const reduced = await prepareImageForUpload(new File([bytes], 'a.gif', { type: 'image/gif' }));
  expect(new Uint8Array(await reduced.whole.arrayBuffer())).toEqual(bytes);
  expect(reduced).toMatchObject({ extension: 'gif' });
});

it('renders an SVG as a PNG with a minimum size', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>';
  const reduced = await prepareImageForUpload(new File([svg], 'a.svg', { type: 'image/svg+xml' }));
  expect(reduced).toMatchObject({ extension: 'png' });
  expect(await sizeOf(reduced.whole)).toEqual([1000, 500]);
});

it('renders an SVG without a size, which Firefox reports as 0', async () => {
  const sizes = (['width', 'height'] as const).map((name) =>
    vi.spyOn(HTMLImageElement.prototype, name, 'get').mockReturnValue(0),
  );
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="20" height="10"/></svg>';
  const reduced = await prepareImageForUpload(new File([svg], 'a.svg', { type: 'image/svg+xml' }));
  for (const size of sizes) size.mockRestore();
  expect(await sizeOf(reduced.whole)).toEqual([1000, 1000]);
});

it('refuses a file that only has the type of a picture', async () => {
  const file = new File(['<html></html>'], 'falsa.png', { type: 'image/png' });
  await expect(prepareImageForUpload(file)).rejects.toThrow(UnreadableImageError);
  await expect(prepareImageForUpload(file)).rejects.toThrow(
    'Não foi possível abrir "falsa.png" como imagem.',
  );
});

async function makeImage(width: number, height: number, type: string, name: string): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#3152cc';
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type })], name, { type });
}

async function sizeOf(picture: Blob): Promise<[number, number]> {
  const { width, height } = await createImageBitmap(picture);
  return [width, height];
}
