import { StorageClient } from '@supabase/storage-js';
import { createRandomHex } from '#lib/random-name.ts';
import type { PreparedImage } from '#lib/prepare-image.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';
import { thumbnailPath } from './pictures.ts';
import { createUploadFetch } from './upload-fetch.ts';
import { PlatformError, unwrap } from './unwrap.ts';

export type UploadTarget = {
  bucket: string;
  folder: string;
  /** Returns the file's name without extension; by default, a random name. */
  name?: () => string;
};
export type UploadOptions = { signal?: AbortSignal; onProgress?: (share: number) => void };

/**
 * Stores a picture and its thumbnail, never over an existing file, and returns the public URL.
 * @throws PlatformError
 */
export async function uploadPicture(
  image: PreparedImage,
  { bucket, folder, name = createRandomHex }: UploadTarget,
  { signal, onProgress }: UploadOptions = {},
): Promise<string> {
  const files = new StorageClient(`${config.platformUrl}/storage/v1`, {}, (input, init) =>
    authorizedFetch(input, { ...init, signal }, createUploadFetch(onProgress)),
  ).from(bucket);
  const path = `${folder}/${name()}.${image.extension}`;
  await unwrap(files.upload(path, image.whole, options(image.whole))).catch(ignoreStored);
  // Only log the failed upload of a thumbnail: if the thumbnail is missing, lists show the picture itself.
  const small = await files.upload(thumbnailPath(path), image.small, options(image.small));
  if (small.error && !isStored(new PlatformError(small.error)))
    console.warn('The small copy of a picture was not stored', small.error);
  return files.getPublicUrl(path).data.publicUrl;
}

/**
 * Whether the error means that an earlier attempt has stored this picture. Other pictures have other names, because a
 * name contains random digits or the time in milliseconds.
 */
function isStored(error: unknown): boolean {
  return error instanceof PlatformError && existing.includes(error.code);
}

/** The codes for an existing file, in newer and older versions of the platform (storage docs, Error codes). */
const existing = ['KeyAlreadyExists', 'ResourceAlreadyExists', 'Duplicate'];

function ignoreStored(error: unknown) {
  if (!isStored(error)) throw error;
}

/** The time in seconds for which browsers can cache a stored file. */
const cacheControl = '3600';

function options(file: Blob) {
  return { cacheControl, upsert: false, contentType: file.type };
}
