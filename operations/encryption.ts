import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { OperatorError } from '../backend/database/operator-error.ts';

/** The first bytes of an encrypted backup. The salt and the encrypted frames follow. */
export const ENCRYPTED_BACKUP_PREFIX = Buffer.from('VITRINE1');

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FRAME_BYTES = 1024 * 1024;
/** scrypt parameters. Each guess of a passphrase takes 128 MB of memory (128 * N * r bytes), so guessing is slow. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

type Bytes = AsyncIterable<Buffer>;

/**
 * Encrypts a stream with AES-256-GCM in frames of 1 MiB. scrypt derives the key from the passphrase and a random salt.
 * The nonce contains the number of the frame, and a flag that marks the last frame. Therefore, `decrypt` fails if a
 * frame is missing or was moved.
 */
export async function* encrypt(source: Bytes, passphrase: string) {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(passphrase, salt);
  yield Buffer.concat([ENCRYPTED_BACKUP_PREFIX, salt]);
  for await (const { bytes, number, isLast } of frames(source, FRAME_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts the stream of an encrypted backup.
 * @param source the bytes after `ENCRYPTED_BACKUP_PREFIX`
 * @throws OperatorError for a wrong passphrase, a changed byte or a missing end
 */
export async function* decrypt(source: Bytes, passphrase: string) {
  let key: Buffer | undefined;
  async function* afterSalt() {
    let beginning = Buffer.alloc(0);
    for await (const bytes of source) {
      if (key) {
        yield bytes;
        continue;
      }
      beginning = Buffer.concat([beginning, bytes]);
      if (beginning.length < SALT_BYTES) continue;
      key = await deriveKey(passphrase, beginning.subarray(0, SALT_BYTES));
      yield beginning.subarray(SALT_BYTES);
    }
  }
  for await (const { bytes, number, isLast } of frames(afterSalt(), FRAME_BYTES + TAG_BYTES)) {
    if (!key || bytes.length < TAG_BYTES) throw new OperatorError(CUT);
    yield open(bytes, key, nonce(number, isLast), number);
  }
}

const CUT = 'O arquivo do backup está cortado: falta o fim.';

function open(frame: Buffer, key: Buffer, iv: Buffer, number: number) {
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAuthTag(frame.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(frame.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new OperatorError(
      number === 0
        ? 'A senha não abre este backup, ou o arquivo foi alterado.'
        : 'O arquivo do backup foi alterado ou está cortado.',
      { cause: error },
    );
  }
}

/** Splits a stream into frames of `length` bytes. The last frame can be shorter, or empty. */
async function* frames(source: Bytes, length: number) {
  let waiting: Buffer[] = [];
  let size = 0;
  let number = 0;
  for await (const bytes of source) {
    waiting.push(bytes);
    size += bytes.length;
    if (size <= length) continue;
    let rest = Buffer.concat(waiting);
    for (; rest.length > length; rest = rest.subarray(length)) {
      yield { bytes: rest.subarray(0, length), number, isLast: false };
      number += 1;
    }
    waiting = [rest];
    size = rest.length;
  }
  yield { bytes: Buffer.concat(waiting), number, isLast: true };
}

function nonce(number: number, isLast: boolean) {
  const bytes = Buffer.alloc(NONCE_BYTES);
  bytes.writeUInt32BE(number, NONCE_BYTES - 5);
  bytes.writeUInt8(Number(isLast), NONCE_BYTES - 1);
  return bytes;
}

function deriveKey(passphrase: string, salt: Buffer) {
  const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);
  return derive(passphrase.normalize('NFC'), salt, KEY_BYTES, COST);
}
