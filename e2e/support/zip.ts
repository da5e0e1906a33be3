import { crc32, deflateRawSync } from 'node:zlib';

/** Returns a ZIP of these files, keyed by path. `encrypted` only sets the flag of each file; it encrypts nothing. */
export function makeZip(
  files: Readonly<Record<string, Buffer>>,
  { encrypted = false } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    const own = Buffer.alloc(46);
    own.writeUInt32LE(0x02014b50, 0);
    own.writeUInt16LE(encrypted ? 0x801 : 0x800, 8);
    own.writeUInt16LE(8, 10);
    own.writeUInt32LE(crc32(content), 16);
    own.writeUInt32LE(packed.length, 20);
    own.writeUInt32LE(content.length, 24);
    own.writeUInt16LE(name.length, 28);
    own.writeUInt32LE(at, 42);
    parts.push(head, name, packed);
    directory.push(own, name);
    at += head.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
