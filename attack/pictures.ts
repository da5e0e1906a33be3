import { crc32, deflateSync } from 'node:zlib';

/** A valid PNG of one pixel. */
export const png = makePng(1, 1);

/** Returns a PNG whose header claims this size, but which has at most one pixel. */
export function makePng(width: number, height: number) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits, with alpha
  const pixels = deflateSync(Buffer.alloc(Math.min(width, 1) * 4 + 1));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** Files that begin like a picture, but also contain HTML, a script or an SVG drawing; keyed by name. */
export const polyglots: Record<string, [type: string, bytes: Buffer]> = {
  'script.gif': [
    'image/gif',
    Buffer.from('GIF89a/*\0\0\0\0\0\0*/=1;window.attacked="gif";', 'latin1'),
  ],
  'page.png': [
    'image/png',
    Buffer.concat([png, Buffer.from('<html><script>window.attacked="png"</script></html>')]),
  ],
  'page.html': [
    'image/png',
    Buffer.concat([png, Buffer.from('<html><script>window.attacked="html"</script></html>')]),
  ],
  'script.js': ['image/gif', Buffer.from('GIF89a=1;window.attacked="js";//', 'latin1')],
  'image.svg': [
    'image/png',
    Buffer.concat([
      png,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.attacked=1"/>'),
    ]),
  ],
};

/** File contents that are not a valid picture, keyed by description. */
export const disguisedContents: Record<string, Buffer> = {
  'a page': Buffer.from('<!doctype html><script>window.attacked=1</script>'),
  'a drawing with a script': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="window.attacked=1"/>',
  ),
  'a drawing behind an XML head': Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  ),
  'a document': Buffer.from('%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj'),
  'a script': Buffer.from('window.attacked=1'),
  'a program': Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1'),
  'an archive': Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'),
  'a page behind spaces': Buffer.from(`${' '.repeat(3000)}<html>`),
  'half a PNG': Buffer.from('\x89PNG', 'latin1'),
  'a page behind the mark of UTF-16': Buffer.from('\xff\xfe<\0h\0t\0m\0l\0>\0', 'latin1'),
  nothing: Buffer.alloc(0),
  'a Flash film': Buffer.from('FWS\x05\0\0\0\0', 'latin1'),
};
