import { config } from './config.ts';

export type StoredFile = { bucket: string; path: string };

/** A picture of a record: its URL, and its alternative text ('' without one). */
export type StoredPicture = { url: string; alt: string };

const STORED = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/([\w.-]+)\/([\w./-]+)$/;

/**
 * Returns the bucket and path of a URL of the platform's storage; undefined for other URLs. The schema
 * (is_picture_url) refuses '%', '?' and '..' in these URLs, so each file has only one path.
 */
function storedFile(url: string): StoredFile | undefined {
  const [, bucket, path] = STORED.exec(url) ?? [];
  return bucket && path ? { bucket, path } : undefined;
}

/**
 * Returns the URL of a stored picture on the current platform. `url` is sometimes its URL on an earlier platform.
 * Returns the URL of a picture outside of the storage unchanged.
 */
export function toCurrentPictureUrl(url: string): string {
  const file = storedFile(url);
  return file ? publicUrl(file) : url;
}

/** Returns the URL of a stored picture's thumbnail. For a picture outside of the storage, returns its own URL. */
export function thumbnailUrl(url: string): string {
  const file = storedFile(url);
  return file ? publicUrl({ ...file, path: thumbnailPath(file.path) }) : url;
}

/** Returns the path of a picture's thumbnail: 'main/ab12.jpg' → 'main/ab12.small.webp'. */
export function thumbnailPath(path: string): string {
  return `${path.replace(/\.[^./]+$/, '')}.small.webp`;
}

/** Returns the URL of a file in a public bucket. */
export function publicUrl({ bucket, path }: StoredFile): string {
  return `${config.platformUrl}/storage/v1/object/public/${bucket}/${path}`;
}
