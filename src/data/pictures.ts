import { config } from './config.ts';

export type StoredFile = { bucket: string; path: string };

/** A picture of a record: its URL and its alternative text; '' without one. */
export type StoredPicture = { url: string; alt: string };

const STORED = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/([\w.-]+)\/([\w./-]+)$/;

/**
 * Bucket and path of a stored URL; undefined for other URLs. A stored URL has only one spelling (is_picture_url in the
 * schema).
 */
function storedFile(url: string): StoredFile | undefined {
  const [, bucket, path] = STORED.exec(url) ?? [];
  return bucket && path ? { bucket, path } : undefined;
}

/** The URL that shows a stored picture: on the current platform, whichever platform stored it. */
export function pictureUrl(url: string): string {
  const file = storedFile(url);
  return file ? publicUrl(file) : url;
}

/** The URL of a stored picture's thumbnail; a picture from another source may have none. */
export function smallPictureUrl(url: string): string {
  const file = storedFile(url);
  return file ? publicUrl({ ...file, path: smallCopyPath(file.path) }) : url;
}

/** The path of a picture's thumbnail: 'main/ab12.jpg' → 'main/ab12.small.webp'. */
export function smallCopyPath(path: string): string {
  return `${path.replace(/\.[^./]+$/, '')}.small.webp`;
}

/** The URL of a file in a public bucket. */
export function publicUrl({ bucket, path }: StoredFile): string {
  return `${config.platformUrl}/storage/v1/object/public/${bucket}/${path}`;
}
