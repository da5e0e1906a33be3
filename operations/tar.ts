import { OperatorError } from '../backend/database/operator-error.ts';

/** A file in the archive, which is a plain tar (POSIX ustar) that other programs can read too. */
export type TarEntry = { name: string; size: number; content: AsyncGenerator<Buffer> };

const BLOCK = 512;
/** Maximum size of a file in bytes: the header has eleven octal digits for it. */
const MAX_SIZE = 8 ** 11 - 1;
const MAX_NAME = 100;
const PIECE_BYTES = 1024 * 1024;
const END = Buffer.alloc(2 * BLOCK);

/**
 * Yields the header, the content and the padding of one file.
 * @throws Error unless `content` yields exactly `size` bytes
 */
export async function* writeTarEntry(
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
) {
  yield header(name, size);
  let written = 0;
  for await (const bytes of content) {
    written += bytes.length;
    yield bytes;
  }
  if (written !== size) throw new Error(`${name}: ${written} bytes in place of ${size}`);
  yield Buffer.alloc(padding(size));
}

export function makeTarEnd() {
  return END;
}

function header(name: string, size: number) {
  if (name.length > MAX_NAME || size > MAX_SIZE) throw new Error(`too large for a tar: ${name}`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 'ascii');
  block.write('0000600\0', 100, 'ascii');
  block.write('0000000\0', 108, 'ascii');
  block.write('0000000\0', 116, 'ascii');
  block.write(`${octal(size, 11)} `, 124, 'ascii');
  block.write(`${octal(Math.floor(Date.now() / 1000), 11)} `, 136, 'ascii');
  block.write('0', 156, 'ascii');
  block.write('ustar\x0000', 257, 'ascii');
  block.write(`${octal(sum(block), 6)}\0 `, 148, 'ascii');
  return block;
}

/** Returns the checksum of a header: the sum of its bytes, in which the eight bytes of the checksum count as blanks. */
function sum(block: Buffer) {
  return block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function octal(value: number, digits: number) {
  return value.toString(8).padStart(digits, '0');
}

function padding(size: number) {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/**
 * Yields the files of an archive in order. The caller must read the content of each file to its end before the next.
 * @throws OperatorError for an archive that is incomplete, changed or of another program
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = byteReader(source);
  for (;;) {
    const block = await reader.take(BLOCK);
    if (block.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(block);
    yield { name, size, content: reader.pieces(size) };
    demandZeros(await reader.take(padding(size)));
  }
  demandZeros(await reader.take(BLOCK));
  if (!(await reader.isAtEnd())) throw new OperatorError(CHANGED);
}

const CHANGED = 'O arquivo do backup foi alterado.';

function readHeader(block: Buffer) {
  const text = (start: number, end: number) => block.toString('ascii', start, end).split('\0')[0];
  const size = Number.parseInt(text(124, 135) ?? '', 8);
  if (text(257, 262) !== 'ustar') throw new OperatorError('O arquivo não é um backup da Vitrine.');
  if (Number.parseInt(text(148, 154) ?? '', 8) !== sum(block) || !(size >= 0))
    throw new OperatorError(CHANGED);
  return { name: text(0, MAX_NAME) ?? '', size };
}

function demandZeros(block: Buffer) {
  if (block.some((byte) => byte !== 0)) throw new OperatorError(CHANGED);
}

function byteReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function more() {
    const next = await iterator.next();
    if (!next.done) held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return next.done !== true;
  }

  async function take(length: number) {
    while (held.length < length) {
      if (!(await more()))
        throw new OperatorError('O arquivo do backup está cortado: falta o fim.');
    }
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  }

  return {
    take,
    async *pieces(size: number) {
      for (let left = size; left > 0;) {
        const piece = await take(Math.min(left, held.length || PIECE_BYTES, PIECE_BYTES));
        left -= piece.length;
        yield piece;
      }
    },
    isAtEnd: async () => held.length === 0 && !(await more()),
  };
}
