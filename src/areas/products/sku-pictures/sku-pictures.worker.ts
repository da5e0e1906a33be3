import { getErrorMessage } from '#lib/error-message.ts';
import { detectImageType } from '#lib/image-type.ts';
import { prepareImageForUpload } from '#lib/prepare-image.ts';
import { crc32, unzipFile } from '#lib/zip.ts';
import { createFingerprint } from './sku-pictures.ts';
import type { PictureFile } from './sku-pictures.ts';
import type { PreparationResult, PreparationRequest } from './sku-pictures-files.ts';

// Decompresses, reads and reduces one picture for each message, so that a thousand pictures do not block the page.

self.addEventListener('message', ({ data }: MessageEvent<PreparationRequest>) => {
  void prepare(data)
    .catch((error: unknown): PreparationResult => ({ problem: getErrorMessage(error) }))
    .then((response) => self.postMessage(response, { transfer: [] }));
});

async function prepare({ file, fingerprintOnly }: PreparationRequest): Promise<PreparationResult> {
  const bytes = await bytesOf(file);
  const fingerprint = file.fingerprint ?? createFingerprint(await crc32(bytes), bytes.size);
  if (fingerprintOnly) return { fingerprint };
  // A browser renders an SVG only if its type is stated. It detects the other types by their first bytes.
  const type = /\.svg$/i.test(file.path) ? 'image/svg+xml' : '';
  const whole = new File([bytes], file.path.slice(file.path.lastIndexOf('/') + 1), { type });
  // A worker cannot render an SVG: return it for rendering in the page.
  return (await detectImageType(whole))
    ? { fingerprint, image: await prepareImageForUpload(whole) }
    : { fingerprint, drawing: whole };
}

function bytesOf({ content }: PictureFile): Promise<Blob> | Blob {
  return 'file' in content ? content.file : unzipFile(content.archive, content.entry);
}
