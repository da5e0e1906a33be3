/**
 * The bytes that an archive says it has unpacked, summed over its directory (PKWARE APPNOTE, 4.3.12 and 4.3.16).
 * Asked before anything is unpacked. Infinity where there is no directory, or one of entries beyond 4 GB.
 */
export function unpackedBytes(archive: Uint8Array): number {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOfDirectory(view);
  if (end === undefined) return Infinity;
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return Infinity;
    const size = view.getUint32(at + 24, true);
    if (size === 0xffffffff) return Infinity;
    total += size;
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0);
  }
  return total;
}

/** It stands at the end, before a comment of at most 65,535 bytes. */
function endOfDirectory(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - 22 - 65_535);
  for (let at = view.byteLength - 22; at >= first; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  return undefined;
}
