/** The five picture types that the platform stores. */
export type StoredImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif';

/** Detects the type of a picture by its first bytes, not by its extension. Returns undefined for any other file. */
export async function detectImageType(file: Blob): Promise<StoredImageType | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('ftyp', 4) && /avi[fs]/.test(text.slice(8, 40))) return 'image/avif';
  return undefined;
}

/**
 * Returns the file extension for a stored picture: 'png' for the MIME type 'image/png'. A JPEG keeps the extension of
 * its file name `name` if this extension is usual for a JPEG ('jpeg', 'jfif'), and otherwise gets 'jpg'.
 */
export function pictureExtension(type: string, name: string): string {
  if (type !== 'image/jpeg') return type.replace('image/', '');
  return /\.(jpe?g|jpe|jfif)$/i.exec(name)?.[1]?.toLowerCase() ?? 'jpg';
}
