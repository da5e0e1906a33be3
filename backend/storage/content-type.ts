import { fileTypeFromBuffer } from 'file-type';
import { StorageError } from './errors.ts';

/** Bytes of a file's beginning that decide what it is. */
export const SNIFFED_BYTES = 64 * 1024;
const UNKNOWN = 'application/octet-stream';
/** Pictures that a browser may show in place; whatever else is only ever downloaded. */
const SHOWN_INLINE = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** The type by the bytes alone. What has no signature (text, HTML, SVG) is `application/octet-stream`. */
export async function detectType(beginning: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(beginning);
  if (!found) return UNKNOWN;
  return found.mime === 'image/apng' ? 'image/png' : found.mime; // an animated PNG is a PNG
}

/**
 * A bucket's `allowed_mime_types`: exact types or `image/*`; null or empty allows all.
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

/** How stored bytes are labelled on the way out: a picture from the list above, or just bytes. */
export function servedType(stored: unknown) {
  return typeof stored === 'string' && SHOWN_INLINE.has(stored)
    ? { type: stored, inline: true }
    : { type: UNKNOWN, inline: false };
}
