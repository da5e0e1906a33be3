import { StorageClient } from '@supabase/storage-js';
import { randomName } from '#lib/random-name.ts';
import type { ReducedImage } from '#lib/reduce-image.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import { config } from './config.ts';
import { smallCopyPath } from './pictures.ts';
import { uploadFetch } from './upload-fetch.ts';
import { PlatformError, unwrap } from './unwrap.ts';

export type UploadPlace = {
  bucket: string;
  folder: string;
  /** Makes up the file's name, without its extension; a random one by default. */
  name?: () => string;
};
export type UploadWatch = { signal?: AbortSignal; onProgress?: (share: number) => void };

/**
 * Stores a picture and its small copy, never over an existing file, and returns the public URL as the
 * platform's client gives it.
 * @throws PlatformError
 */
export async function uploadPicture(
  image: ReducedImage,
  { bucket, folder, name = randomName }: UploadPlace,
  { signal, onProgress }: UploadWatch = {},
): Promise<string> {
  const files = new StorageClient(`${config.platformUrl}/storage/v1`, {}, (input, init) =>
    authorizedFetch(input, { ...init, signal }, uploadFetch(onProgress)),
  ).from(bucket);
  const path = `${folder}/${name()}.${image.extension}`;
  await unwrap(files.upload(path, image.whole, options(image.whole))).catch(ignoreStored);
  // A list falls back to the picture itself, so a missing small copy is no reason to fail.
  const small = await files.upload(smallCopyPath(path), image.small, options(image.small));
  if (small.error && !isStored(new PlatformError(small.error)))
    console.warn('The small copy of a picture was not stored', small.error);
  return files.getPublicUrl(path).data.publicUrl;
}

/** A name is random, or says what the file holds: what is stored under it is this very picture, sent before. */
function isStored(error: unknown): boolean {
  return error instanceof PlatformError && existing.includes(error.code);
}

/** The platform's codes for a file that exists (storage docs, Error codes), of newer and older versions. */
const existing = ['KeyAlreadyExists', 'ResourceAlreadyExists', 'Duplicate'];

function ignoreStored(error: unknown) {
  if (!isStored(error)) throw error;
}

/** Seconds that a browser may keep a stored file without asking again. */
const cacheControl = '3600';

function options(file: Blob) {
  return { cacheControl, upsert: false, contentType: file.type };
}
