import { config } from './config.ts';

export type StoredFile = { bucket: string; path: string };

/** A picture as a record holds it: its URL, and in words what is seen in it; '' where nobody has said. */
export type StoredPicture = { url: string; alt: string };

const STORED = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/([\w.-]+)\/([\w./-]+)$/;

/** Bucket and path of a stored URL, which has one spelling (is_picture_address in the schema); undefined elsewhere. */
function storedFile(url: string): StoredFile | undefined {
  const [, bucket, path] = STORED.exec(url) ?? [];
  return bucket && path ? { bucket, path } : undefined;
}

/** The address to show a stored picture from: at the current platform, wherever it was stored once. */
export function pictureUrl(url: string): string {
  const file = storedFile(url);
  return file ? publicUrl(file) : url;
}

/** The address of the small copy beside a stored picture; it may not exist for pictures made elsewhere. */
export function smallPictureUrl(url: string): string {
  const file = storedFile(url);
  return file ? publicUrl({ ...file, path: smallCopyPath(file.path) }) : url;
}

/** 'main/ab12.jpg' → 'main/ab12.small.webp': where the small copy of a picture lies. */
export function smallCopyPath(path: string): string {
  return `${path.replace(/\.[^./]+$/, '')}.small.webp`;
}

function publicUrl({ bucket, path }: StoredFile): string {
  return `${config.platformUrl}/storage/v1/object/public/${bucket}/${path}`;
}
