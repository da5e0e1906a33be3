import { fileTypeFromBuffer } from 'file-type';
import { StorageError } from './errors.ts';

/** Number of bytes that `detectType` needs, from the beginning of a file. */
export const TYPE_DETECTION_BYTES = 64 * 1024;
const UNKNOWN = 'application/octet-stream';
/** Types of pictures that a browser can show inline. Files of all other types are only downloaded. */
const SHOWN_INLINE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/**
 * Detects the type of a file by its first bytes. A file without a known signature, such as text or HTML, has the type
 * `application/octet-stream`.
 */
export async function detectType(beginning: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(beginning);
  if (!found) return UNKNOWN;
  return found.mime === 'image/apng' ? 'image/png' : found.mime; // an animated PNG is a PNG
}

/**
 * Refuses a type that the bucket does not allow.
 * @param allowed the bucket's `allowed_mime_types`: exact types or `image/*`; null or empty allows all types
 * @throws StorageError `InvalidMimeType`
 */
export function requireAllowedType(type: string, allowed: string[] | null) {
  if (!allowed || allowed.length === 0) return;
  const [kind, subtype] = type.split('/');
  const fits = allowed.some((pattern) => {
    const [allowedKind, allowedSubtype] = pattern.split('/');
    return allowedKind === kind && (allowedSubtype === '*' || allowedSubtype === subtype);
  });
  if (fits) return;
  const message = `mime type ${type} is not supported`;
  throw new StorageError(415, 'InvalidMimeType', message, { error: 'invalid_mime_type' });
}

/**
 * Returns the content type of a download, and whether browsers can show the file inline. The type is the stored one for
 * pictures in `SHOWN_INLINE`, otherwise `application/octet-stream`.
 */
export function chooseDownloadType(stored: unknown) {
  return typeof stored === 'string' && SHOWN_INLINE.has(stored)
    ? { type: stored, inline: true }
    : { type: UNKNOWN, inline: false };
}
