import sharp from 'sharp';

const PICTURE = { create: { width: 40, height: 30, channels: 3, background: '#0077cc' } } as const;

/** Creates the file of a small picture, as a browser would send it. */
export async function createPicture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif',
  type = `image/${format}`,
) {
  const bytes = await sharp(PICTURE)[format]().toBuffer();
  return new File([new Uint8Array(bytes)], `foto.${format}`, { type });
}

/** Creates a file of this size that is a PNG by its first bytes. The bytes after the picture are zeros. */
export async function createLargePng(bytes: number) {
  const start = new Uint8Array(await (await createPicture('png')).arrayBuffer());
  const padded = new Uint8Array(bytes);
  padded.set(start);
  return new File([padded], 'grande.png', { type: 'image/png' });
}

export function createHtmlNamedPng() {
  return new File(['<!doctype html><script>alert(1)</script>'], 'foto.png', { type: 'image/png' });
}
