import { pictureExtension, detectImageType } from './image-type.ts';

/** A picture ready for upload. */
export type PreparedImage = {
  /** The picture. Its longest edge has at most 2,000 px, except in a GIF or AVIF that stays unchanged. */
  whole: Blob;
  /** The thumbnail for lists, without animation. Its longest edge has at most 256 px. */
  small: Blob;
  /** The extension without a dot: 'jpg'. */
  extension: string;
};

/** A part of a picture, as fractions of its width and height, from the top left. */
export type CropArea = { x: number; y: number; width: number; height: number };

/** Thrown when the browser cannot prepare the file as a picture. The message tells the user which formats to use. */
export class UnreadableImageError extends Error {
  constructor(name: string, cause?: unknown) {
    super(
      `Não foi possível abrir "${name}" como imagem. Use um arquivo PNG, JPEG, WebP, GIF ou AVIF.`,
      {
        cause,
      },
    );
    this.name = 'UnreadableImageError';
  }
}

/**
 * Prepares a chosen file for upload. PNG, JPEG and WebP are rotated upright, stripped of metadata (location and camera
 * included), reduced and encoded again in their own format. GIF and AVIF stay unchanged: a canvas would lose the
 * animation of a GIF and cannot encode AVIF. Any other format that the browser can decode, for example SVG,
 * becomes PNG. With an `area`, the result is only that part, and a GIF or AVIF becomes WebP.
 * @throws UnreadableImageError
 */
export async function prepareImageForUpload(file: File, area?: CropArea): Promise<PreparedImage> {
  const type = await detectImageType(file);
  const picture = await decode(file, type);
  try {
    const unwritable = type === 'image/gif' || type === 'image/avif';
    const target = unwritable ? 'image/webp' : (type ?? 'image/png');
    const whole =
      unwritable && !area
        ? file.slice(0, file.size, type)
        : await encode(picture, wholeEdge, target, area);
    // Safari cannot encode WebP and returns PNG instead; the thumbnail is then a PNG.
    const small = await encode(picture, smallEdge, 'image/webp', area);
    return { whole, small, extension: pictureExtension(whole.type, file.name) };
  } catch (cause) {
    throw new UnreadableImageError(file.name, cause);
  } finally {
    picture.close();
  }
}

/**
 * The maximum edge of a picture in pixels. The frame of a main image is 700 × 1000 pixels; the factor of two is for
 * high-density screens.
 */
const wholeEdge = 2000;
const smallEdge = 256;
const quality = 0.85;

async function decode(file: File, type: string | undefined): Promise<ImageBitmap> {
  try {
    if (type) return await createImageBitmap(file, { imageOrientation: 'from-image' });
    return await decodeDrawing(file);
  } catch (cause) {
    throw new UnreadableImageError(file.name, cause);
  }
}

/** Decodes a file with an <img>, because createImageBitmap refuses SVG. An <img> does not run the scripts of an SVG. */
async function decodeDrawing(file: File): Promise<ImageBitmap> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    // Firefox reports 0 for an SVG without a declared size.
    const [width, height] = [image.width || drawingEdge, image.height || drawingEdge];
    // Scale an SVG to `drawingEdge`: it has no pixels, and an icon declares a small size, for example 24 × 24.
    const scale = file.type === 'image/svg+xml' ? drawingEdge / Math.max(width, height) : 1;
    return await createImageBitmap(image, {
      resizeWidth: Math.max(1, Math.round(width * scale)),
      resizeHeight: Math.max(1, Math.round(height * scale)),
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

const drawingEdge = 1000;

async function encode(
  picture: ImageBitmap,
  maxEdge: number,
  type: string,
  area: CropArea = { x: 0, y: 0, width: 1, height: 1 },
): Promise<Blob> {
  const [left, top] = [area.x * picture.width, area.y * picture.height];
  const [wide, high] = [area.width * picture.width, area.height * picture.height];
  const scale = Math.min(1, maxEdge / Math.max(wide, high));
  const width = Math.max(1, Math.round(wide * scale));
  const height = Math.max(1, Math.round(high * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no more pictures at once');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, wide, high, 0, 0, width, height);
  return canvas.convertToBlob({ type, quality });
}
