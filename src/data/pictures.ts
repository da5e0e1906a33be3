import { config } from './config.ts';

export type StoredFile = { bucket: string; path: string };

/** Bucket and path of a stored URL (platform storage, public objects); undefined for an address elsewhere. */
export function storedFile(url: string): StoredFile | undefined {
  const [, bucket, path] = /\/storage\/v1\/object\/public\/([^/?#]+)\/([^?#]+)/.exec(url) ?? [];
  return bucket && path ? { bucket: decode(bucket), path: decode(path) } : undefined;
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
  const address = [bucket, ...path.split('/')].map(encodeURIComponent).join('/');
  return `${config.platformUrl}/storage/v1/object/public/${address}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
