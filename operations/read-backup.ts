import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { OperatorError } from '../backend/database/operator-error.ts';
import { parseManifest, type Manifest } from './manifest.ts';
import { ENCRYPTED_BACKUP_PREFIX, decrypt } from './encryption.ts';
import { readTar, type TarEntry } from './tar.ts';

/** Handlers for the parts of a backup, called in this order: secrets, files, rows. */
export type BackupPartHandlers = {
  secrets(text: string): void;
  /** Handles one file. `version` identifies the bytes of the file. */
  file(version: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Handles a part of the rows of a table, in the text format of COPY. The parts of a table are adjacent. */
  rows(table: string, text: Buffer): Promise<void>;
};

/** Maximum decompressed size of a part. A part has about 4 MB, unless one row is longer; no row reaches this size. */
const MAX_PART_BYTES = 1024 * 1024 * 1024;

/**
 * Reads a backup from its first byte to its last, and compares all parts with the checksums of the manifest. The
 * handlers get data before the checksums are compared. Therefore, a caller that must not use a damaged backup first
 * reads the backup once without handlers.
 * @throws OperatorError when the backup is truncated, changed, of an unknown format or encrypted with another
 * passphrase
 */
export async function readBackup(
  file: string,
  passphrase: string | undefined,
  handlers: Partial<BackupPartHandlers> = {},
): Promise<Manifest> {
  const tally = createTally();
  let text: Buffer | undefined;
  let manifest: Manifest | undefined;
  for await (const entry of readTar(readDecrypted(file, passphrase))) {
    if (manifest) throw new OperatorError(CHANGED);
    if (entry.name === 'manifest.json') text = await whole(entry);
    else if (text) manifest = checkManifest(text, entry.name, await whole(entry));
    else await readPart(entry, tally, handlers);
  }
  if (!manifest || !tally.isThatOf(manifest)) throw new OperatorError(CHANGED);
  return manifest;
}

/** Compares the manifest with its checksum, which is the next entry. The manifest has the checksums of the parts. */
function checkManifest(text: Buffer, name: string, sum: Buffer) {
  const expected = `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`;
  if (name !== 'manifest.sha256' || String(sum) !== expected) throw new OperatorError(CHANGED);
  return parseManifest(String(text));
}

const CHANGED =
  'O conteúdo do backup não confere com as somas que ele traz: o arquivo foi alterado.';

/**
 * Returns whether a passphrase is needed to read a backup.
 * @throws OperatorError when the file cannot be read
 */
export async function isEncrypted(file: string) {
  for await (const bytes of readBytes(file, ENCRYPTED_BACKUP_PREFIX.length))
    return ENCRYPTED_BACKUP_PREFIX.equals(bytes);
  return false;
}

async function* readDecrypted(file: string, passphrase: string | undefined) {
  if (!(await isEncrypted(file))) return yield* readBytes(file);
  if (!passphrase)
    throw new OperatorError('Este backup é cifrado: diga a senha dele em BACKUP_PASSPHRASE.');
  yield* decrypt(readBytes(file, undefined, ENCRYPTED_BACKUP_PREFIX.length), passphrase);
}

async function* readBytes(file: string, end?: number, start = 0) {
  const stream = createReadStream(file, {
    start,
    highWaterMark: 1024 * 1024,
    ...(end === undefined ? {} : { end: end - 1 }),
  });
  try {
    // The cast is safe: a stream without an encoding yields buffers.
    for await (const bytes of stream) yield bytes as Buffer;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new OperatorError(`O arquivo ${file} não pôde ser lido: ${error.message}`, {
      cause: error,
    });
  }
}

async function readPart(entry: TarEntry, tally: Tally, handlers: Partial<BackupPartHandlers>) {
  const [, kind, rest = ''] = /^(secrets|files|rows)[./](.*)$/.exec(entry.name) ?? [];
  if (kind === 'secrets' && rest === 'json') {
    const bytes = await whole(entry);
    tally.secrets = createHash('sha256').update(bytes).digest('hex');
    handlers.secrets?.(String(bytes));
  } else if (kind === 'files') {
    const own = createHash('sha256');
    const content = hashWhileReading(entry, own);
    await handlers.file?.(rest, content);
    await readRest(content);
    tally.file(`${rest} ${own.digest('hex')}\n`, entry.size);
  } else if (kind === 'rows') {
    const table = rest.split('/')[0] ?? '';
    const text = await unpack(await whole(entry));
    tally.rows(table, text);
    await handlers.rows?.(table, text);
  } else {
    throw new OperatorError(CHANGED);
  }
}

async function whole({ content }: TarEntry) {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* hashWhileReading({ content }: TarEntry, hash: Hash) {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}

async function readRest(content: AsyncIterable<Buffer>) {
  for await (const _ of content);
}

async function unpack(bytes: Buffer) {
  try {
    return await promisify(zstdDecompress)(bytes, { maxOutputLength: MAX_PART_BYTES });
  } catch (error) {
    throw new OperatorError(CHANGED, { cause: error });
  }
}

type Tally = ReturnType<typeof createTally>;

/** Creates counters and checksums for the parts of a backup. `readBackup` compares their results with the manifest. */
function createTally() {
  const files = { count: 0, bytes: 0, hash: createHash('sha256') };
  const tables = new Map<string, { rows: number; hash: Hash }>();
  return {
    secrets: null as string | null,
    file(line: string, size: number) {
      files.count += 1;
      files.bytes += size;
      files.hash.update(line);
    },
    rows(table: string, text: Buffer) {
      const known = tables.get(table) ?? { rows: 0, hash: createHash('sha256') };
      known.rows += countLines(text);
      known.hash.update(text);
      tables.set(table, known);
    },
    isThatOf(manifest: Manifest) {
      const nothing = createHash('sha256').digest('hex');
      const { count, bytes, sha256 } = manifest.files;
      return (
        this.secrets === manifest.secrets &&
        files.count === count &&
        files.bytes === bytes &&
        files.hash.digest('hex') === sha256 &&
        [...tables.keys()].every((name) => manifest.tables.some(({ table }) => table === name)) &&
        manifest.tables.every((expected) => {
          const found = tables.get(expected.table);
          return (
            (found?.rows ?? 0) === expected.rows &&
            (found?.hash.digest('hex') ?? nothing) === expected.sha256
          );
        })
      );
    },
  };
}

/** Counts the lines of a text of COPY. Each row is one line, because COPY escapes a line break in a value as `\n`. */
function countLines(text: Buffer) {
  let lines = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}
