import { errorText } from '#lib/error-text.ts';
import { detectImageType } from '#lib/image-type.ts';
import { reduceImage } from '#lib/reduce-image.ts';
import { crc32, unzipFile } from '#lib/zip.ts';
import { createMark } from './sku-pictures.ts';
import type { PictureFile } from './sku-pictures.ts';
import type { PreparationResult, PreparationRequest } from './sku-pictures-files.ts';

// Decompresses, reads and reduces one picture for each message, so that a thousand pictures do not block the page.

self.addEventListener('message', ({ data }: MessageEvent<PreparationRequest>) => {
  void prepare(data)
    .catch((error: unknown): PreparationResult => ({ problem: errorText(error) }))
    .then((response) => self.postMessage(response, { transfer: [] }));
});

async function prepare({ file, marksOnly }: PreparationRequest): Promise<PreparationResult> {
  const bytes = await bytesOf(file);
  const mark = file.mark ?? createMark(await crc32(bytes), bytes.size);
  if (marksOnly) return { mark };
  // A browser renders an SVG only if its type is stated. It detects the other types by their first bytes.
  const type = /\.svg$/i.test(file.path) ? 'image/svg+xml' : '';
  const whole = new File([bytes], file.path.slice(file.path.lastIndexOf('/') + 1), { type });
  // A worker cannot render an SVG: return it for rendering in the page.
  return (await detectImageType(whole))
    ? { mark, image: await reduceImage(whole) }
    : { mark, drawing: whole };
}

function bytesOf({ content }: PictureFile): Promise<Blob> | Blob {
  return 'file' in content ? content.file : unzipFile(content.archive, content.entry);
}
