import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { seal, SEALED, unseal } from './seal.ts';

const PASSPHRASE = 'quinze tulipas azuis';
const MEGABYTE = 1024 * 1024;
const FRAME = MEGABYTE + 16;
const HEAD = SEALED.length + 16;

async function collect(source: AsyncIterable<Buffer>) {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const sealed = (bytes: Buffer) => collect(seal(inPieces(bytes, 700_001), PASSPHRASE));
const opened = (bytes: Buffer) =>
  collect(unseal(inPieces(bytes.subarray(SEALED.length), 300_007), PASSPHRASE));

it.each([0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE])(
  'opens with its passphrase what was closed with it: %d bytes',
  async (length) => {
    const bytes = randomBytes(length);
    expect((await opened(await sealed(bytes))).equals(bytes)).toBe(true);
  },
);

it('closes the same bytes otherwise each time', async () => {
  const bytes = Buffer.from('o mesmo');
  expect((await sealed(bytes)).equals(await sealed(bytes))).toBe(false);
});

it('opens nothing whose frames are missing, moved, repeated or cut off at their ends', async () => {
  const whole = await sealed(randomBytes(3 * MEGABYTE + 5));
  const head = whole.subarray(0, HEAD);
  const frame = (n: number) => whole.subarray(HEAD + n * FRAME, HEAD + (n + 1) * FRAME);
  const [a, b, c, end] = [frame(0), frame(1), frame(2), frame(3)];
  for (const parts of [
    [a, b, c],
    [a, b],
    [a],
    [],
    [b, a, c, end],
    [a, c, end],
    [a, a, c, end],
    [a, b, c, end, end],
  ])
    await expect(opened(Buffer.concat([head, ...parts]))).rejects.toThrow(/alterado|cortado/);
});
