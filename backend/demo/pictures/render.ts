import sharp from 'sharp';

export type RenderedPicture = { whole: Buffer; small: Buffer };

/** The panel's own measure for the small copies it uploads: their longest edge, in pixels. */
const SMALL_EDGE = 256;

/** Turns a drawing into a WebP of that size in pixels, and its small copy. */
export async function render(svg: string, width: number, height: number): Promise<RenderedPicture> {
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const { data, info } = await sharp(Buffer.from(sized))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const [whole, small] = await Promise.all([
    pixels().webp({ quality: 82, effort: 3 }).toBuffer(),
    pixels()
      .resize(SMALL_EDGE, SMALL_EDGE, { fit: 'inside' })
      .webp({ quality: 80, effort: 3 })
      .toBuffer(),
  ]);
  return { whole, small };
}
