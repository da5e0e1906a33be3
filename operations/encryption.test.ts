import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { encrypt, ENCRYPTED_BACKUP_PREFIX, decrypt } from './encryption.ts';

const PASSPHRASE = 'quinze tulipas azuis';
const MEGABYTE = 1024 * 1024;
const FRAME = MEGABYTE + 16;
const HEAD = ENCRYPTED_BACKUP_PREFIX.length + 16;

async function collect(source: AsyncIterable<Buffer>) {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const encrypted = (bytes: Buffer) => collect(encrypt(inPieces(bytes, 700_001), PASSPHRASE));
const decrypted = (bytes: Buffer) =>
  collect(decrypt(inPieces(bytes.subarray(ENCRYPTED_BACKUP_PREFIX.length), 300_007), PASSPHRASE));

it.each([0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE])(
  'decrypts %d encrypted bytes with their passphrase',
  async (length) => {
    const bytes = randomBytes(length);
    expect((await decrypted(await encrypted(bytes))).equals(bytes)).toBe(true);
  },
);

it('encrypts the same bytes differently each time', async () => {
  const bytes = Buffer.from('o mesmo');
  expect((await encrypted(bytes)).equals(await encrypted(bytes))).toBe(false);
});

it('refuses frames that are missing, moved, repeated or truncated', async () => {
  const whole = await encrypted(randomBytes(3 * MEGABYTE + 5));
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
    await expect(decrypted(Buffer.concat([head, ...parts]))).rejects.toThrow(/alterado|cortado/);
});
