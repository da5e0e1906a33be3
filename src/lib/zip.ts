// Reads a ZIP archive: first its directory, then one file at a time, so that thousands of pictures are never in memory
// together. Section numbers refer to PKWARE APPNOTE 6.3.10.

/** A file of an archive, as its directory describes it. */
export type ZipEntry = {
  /** The path, with '/' between folders. */
  path: string;
  /** The size in bytes, uncompressed. */
  size: number;
  /** The CRC-32 of the uncompressed bytes. */
  crc: number;
  /** The compressed size in bytes. */
  packed: number;
  method: number;
  encrypted: boolean;
  /** The offset of the file's local header in the archive. */
  at: number;
};

/** Thrown when an archive or a file in it cannot be read. The message is in Portuguese, for users. */
class ZipError extends Error {}

/**
 * Returns the files of an archive without unpacking them, and without the folders.
 * @throws ZipError when the archive is invalid, or has more than `most` entries
 */
export async function readZipEntries(archive: Blob, most: number): Promise<ZipEntry[]> {
  const { count, at, bytes } = await directoryOf(archive);
  if (count > most)
    throw new ZipError(`O ZIP tem mais de ${most.toLocaleString('pt-BR')} arquivos. Divida-o.`);
  // Refuse a directory with more than 1,000 bytes for each entry: the directory is read into memory.
  if (at + bytes > archive.size || bytes > (count + 1) * 1000) throw new ZipError(damaged);
  const view = await viewOf(archive, at, bytes);
  const entries: ZipEntry[] = [];
  let place = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (place + 46 > bytes || view.getUint32(place, true) !== 0x02014b50)
      throw new ZipError(damaged);
    const [name, extra, remark] = [28, 30, 32].map((field) => view.getUint16(place + field, true));
    const next = place + 46 + (name ?? 0) + (extra ?? 0) + (remark ?? 0);
    if (next > bytes) throw new ZipError(damaged);
    const read = entryAt(view, place, name ?? 0, extra ?? 0);
    if (!read.path.endsWith('/')) entries.push(read);
    place = next;
  }
  return entries;
}

/**
 * Unpacks one file of an archive. Checks its size and CRC-32, and stops if the file is larger than the directory
 * declares.
 * @throws ZipError
 */
export async function unzipFile(archive: Blob, entry: ZipEntry): Promise<Blob> {
  if (entry.encrypted) throw new ZipError('O ZIP tem senha. Crie um sem senha.');
  if (entry.method !== 0 && entry.method !== 8)
    throw new ZipError('Compactado de um modo que o navegador não abre. Crie o ZIP novamente.');
  const head = await viewOf(archive, entry.at, 30);
  if (head.getUint32(0, true) !== 0x04034b50) throw new ZipError(damaged);
  const start = entry.at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = archive.slice(start, start + entry.packed);
  const unpacked = entry.method === 0 ? packed : await inflate(packed, entry.size);
  if (unpacked.size !== entry.size || (await crc32(unpacked)) !== entry.crc)
    throw new ZipError(damaged);
  return unpacked;
}

const damaged = 'O ZIP está danificado ou incompleto.';

/** Returns the CRC-32 of a file, the checksum in archives (4.4.7). CRC-32 and size together also identify a picture. */
export async function crc32(file: Blob): Promise<number> {
  let crc = -1;
  await eachChunk(file.stream(), (chunk) => {
    for (const byte of chunk) crc = (crc >>> 8) ^ (crcOfByte[(crc ^ byte) & 0xff] ?? 0);
  });
  return ~crc >>> 0;
}

const crcOfByte = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

async function inflate(packed: Blob, size: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    await eachChunk(
      packed.stream().pipeThrough(new DecompressionStream('deflate-raw')),
      (chunk) => {
        bytes += chunk.length;
        if (bytes > size) throw new ZipError(damaged);
        parts.push(chunk);
      },
    );
  } catch {
    throw new ZipError(damaged);
  }
  return new Blob(parts);
}

async function eachChunk(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (chunk: Uint8Array<ArrayBuffer>) => void,
) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      take(value);
    }
  } finally {
    // If `take` has thrown, stop reading and decompressing the stream.
    await reader.cancel().catch(() => {});
  }
}

type Directory = { count: number; at: number; bytes: number };

/**
 * Finds the directory. A record at the end of the archive contains the position of the directory (4.3.16). Only a
 * comment of at most 65,535 bytes can follow this record.
 */
async function directoryOf(archive: Blob): Promise<Directory> {
  const from = Math.max(0, archive.size - 22 - 65_535 - 20);
  const view = await viewOf(archive, from, archive.size - from);
  for (let at = view.byteLength - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    if (view.getUint16(at + 4, true) > 0 && view.getUint16(at + 4, true) !== 0xffff)
      throw new ZipError('Este ZIP é uma parte de vários. Crie um só.');
    const [count, bytes, start] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 12, true),
      view.getUint32(at + 16, true),
    ];
    const isLarge = count === 0xffff || bytes === 0xffffffff || start === 0xffffffff;
    return isLarge ? largeDirectory(archive, view, at) : { count, bytes, at: start };
  }
  throw new ZipError('O arquivo não é um ZIP, ou está incompleto.');
}

/** Finds the directory of an archive beyond 4 GB or 65,534 files (ZIP64: 4.3.14, 4.3.15). */
async function largeDirectory(archive: Blob, end: DataView, at: number): Promise<Directory> {
  if (at < 20 || end.getUint32(at - 20, true) !== 0x07064b50) throw new ZipError(damaged);
  const view = await viewOf(archive, number64(end, at - 12), 56);
  if (view.getUint32(0, true) !== 0x06064b50) throw new ZipError(damaged);
  return { count: number64(view, 32), bytes: number64(view, 40), at: number64(view, 48) };
}

function entryAt(view: DataView, at: number, nameLength: number, extraLength: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
  const entry = {
    path: nameIn(bytes, (flags & 0x800) !== 0).replaceAll('\\', '/'),
    size: view.getUint32(at + 24, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    method: view.getUint16(at + 10, true),
    encrypted: (flags & 1) !== 0,
    at: view.getUint32(at + 42, true),
  };
  // Values beyond 32 bits are in an extra field, in this order (4.5.3).
  let large = largeField(view, at + 46 + nameLength, extraLength);
  for (const name of ['size', 'packed', 'at'] as const) {
    if (entry[name] !== 0xffffffff) continue;
    if (large === undefined) throw new ZipError(damaged);
    entry[name] = number64(view, large);
    large += 8;
  }
  return entry;
}

function largeField(view: DataView, from: number, length: number): number | undefined {
  for (let at = from; at + 12 <= from + length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === 1) return at + 4;
  return undefined;
}

/**
 * Decodes a name as UTF-8 if the archive marks it as UTF-8, or if its bytes are valid UTF-8. Otherwise uses code page
 * 850, as Windows does in Brazil.
 */
function nameIn(bytes: Uint8Array, isMarked: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isMarked }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : (codePage850[byte - 128] ?? '_'),
    ).join('');
  }
}

const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

/** Reads a number of 64 bits. A JavaScript number is exact up to 2^53, and no file is larger. */
function number64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

async function viewOf(archive: Blob, at: number, bytes: number): Promise<DataView> {
  const part = await archive.slice(at, at + bytes).arrayBuffer();
  if (part.byteLength < bytes) throw new ZipError(damaged);
  return new DataView(part);
}
