import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

type File = { name: string; mimeType: string; buffer: Buffer };

/** Returns a PNG of 70 × 100 pixels in one colour. */
export function makePicture(name: string, [red, green, blue]: [number, number, number]): File {
  const width = 70;
  const height = 100;
  const line = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, () => Buffer.from([red, green, blue])),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

export function makeSvg(name: string): File {
  const buffer = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="10" fill="red"/></svg>',
  );
  return { name, mimeType: 'image/svg+xml', buffer };
}

/** Returns a JPEG of more than 12 MB with noise, whose metadata contain 'SEGREDO'. */
export async function makePhotoWithMetadata(): Promise<File> {
  const edge = 4000;
  const pixels = Buffer.alloc(edge * edge * 3);
  let state = 2463534242;
  for (let index = 0; index < pixels.length; index += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    pixels.writeInt32LE(state, Math.min(index, pixels.length - 4));
  }
  const buffer = await sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'SEGREDO' } })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: 'foto.jpeg', mimeType: 'image/jpeg', buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
