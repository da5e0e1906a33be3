import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import pg from 'pg';
import { readFreeDiskPercent } from '../backend/disk.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import { withClient } from '../backend/database/superuser.ts';
import { readRows } from './checksums.ts';
import { parseManifest, type Manifest } from './manifest.ts';
import { encrypt } from './encryption.ts';
import type { BackupSource, StoredFile } from './source.ts';
import { readSequences, setCopySettings, type Table } from './tables.ts';
import { makeTarEnd, writeTarEntry } from './tar.ts';

/**
 * The result of `writeBackup`.
 * - `manifest`: the contents of the backup
 * - `lost`: the names of files whose bytes are missing
 * - `bytes`: the size of the backup
 */
export type BackupResult = { manifest: Manifest; lost: string[]; bytes: number };

type Noted = Pick<Manifest, 'files' | 'tables'> & { gone: string[]; lost: string[] };

const PAGE = 1000;
const CHECK_BYTES = 8 * 1024 * 1024;
/** The suffix of the draft, which is the file of a backup that is being written. After a crash, the draft remains. */
export const DRAFT_SUFFIX = '.unfinished';

/**
 * Writes all data of one moment into one file (mode 600). The server can keep running. The file gets its name once it
 * is complete and on the disk.
 * @param minFreePercent the share of the disk, in percent, that the backup must leave free
 * @throws OperatorError when the file exists or cannot be written, or when too little of the disk would stay free
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  passphrase: string | undefined,
  minFreePercent = 0,
): Promise<BackupResult> {
  if (await exists(file)) throw new OperatorError(`Já existe um arquivo ${file}.`);
  const draft = `${file}.${process.pid}${DRAFT_SUFFIX}`;
  try {
    const { noted, text } = await withClient(source.connection, async (client) => {
      await setCopySettings(client);
      await client.query('begin isolation level repeatable read read only');
      const archived = archive(client, source);
      const bytes = passphrase ? encrypt(archived.bytes, passphrase) : archived.bytes;
      const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
      const bounded = minFreePercent > 0 ? withinDisk(bytes, file, minFreePercent) : bytes;
      await pipeline(Readable.from(bounded, { objectMode: false }), target);
      return archived.done();
    });
    await rename(draft, file);
    await syncFolder(dirname(file));
    return { manifest: parseManifest(text), lost: noted.lost, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    if (!isDiskError(error)) throw error;
    throw new OperatorError(`O backup não pôde ser gravado em ${file}: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * Yields `bytes` unchanged. Checks the free space before the first bytes, and then every 8 MB.
 * @throws OperatorError when less than `minFreePercent` percent of the disk are free: PostgreSQL needs this space
 */
async function* withinDisk(bytes: AsyncIterable<Buffer>, file: string, minFreePercent: number) {
  let unchecked = CHECK_BYTES;
  for await (const part of bytes) {
    unchecked += part.length;
    if (unchecked > CHECK_BYTES) {
      unchecked = 0;
      if ((await readFreeDiskPercent(dirname(file))) < minFreePercent)
        throw new OperatorError(
          `O backup não pôde ser gravado em ${file}: menos de ${minFreePercent} % do disco dos dados ficariam livres (MIN_FREE_DISK_PERCENT). Libere espaço, ou grave em outro disco.`,
        );
    }
    yield part;
  }
}

function archive(client: pg.Client, source: BackupSource) {
  const noted: Noted = {
    files: { count: 0, bytes: 0, sha256: '' },
    tables: [],
    gone: [],
    lost: [],
  };
  let text = '';

  async function* bytes() {
    const secrets = source.secrets
      ? Buffer.from(JSON.stringify(source.secrets, null, 2))
      : undefined;
    if (secrets) yield* writeTarEntry('secrets.json', secrets.length, [secrets]);
    // Write the files first, so that `rows` can leave out the rows of files that were deleted meanwhile.
    yield* files(client, source, noted);
    for (const table of await source.tables(client)) yield* rows(client, table, source, noted);
    text = JSON.stringify({
      format: 1,
      made_at: new Date().toISOString(),
      applied: await source.applied(client),
      tables: noted.tables,
      sequences: await readSequences(client, source.schemas),
      files: noted.files,
      secrets: secrets ? sha256(secrets) : null,
    } satisfies Manifest);
    await client.query('commit');
    const manifest = Buffer.from(text);
    yield* writeTarEntry('manifest.json', manifest.length, [manifest]);
    const ownSum = Buffer.from(`${sha256(manifest)}  manifest.json\n`); // the format of sha256sum
    yield* writeTarEntry('manifest.sha256', ownSum.length, [ownSum]);
    yield makeTarEnd();
  }

  return { bytes: bytes(), done: () => ({ noted, text }) };
}

/**
 * Yields the files of `storage.objects`. Reads them outside of the transaction: the bytes of a version never change.
 * Adds the versions without bytes to `noted.gone`, so that `rows` leaves out the rows of these files.
 */
async function* files(client: pg.Client, source: BackupSource, noted: Noted) {
  const all = createHash('sha256');
  await client.query(`declare stored no scroll cursor for
    select ${source.version} as version, bucket_id as bucket, name,
      coalesce(updated_at, created_at)::text as changed
    from storage.objects where ${source.version} is not null order by 1`);
  for (;;) {
    const { rows: page } = await client.query<StoredFile>(`fetch ${PAGE} from stored`);
    if (page.length === 0) break;
    for (const stored of page) {
      const opened = await source.openFile(stored);
      if (!opened) {
        noted.gone.push(stored.version);
        continue;
      }
      const own = createHash('sha256');
      try {
        yield* writeTarEntry(
          `files/${stored.version}`,
          opened.size,
          hashWhileReading(opened.bytes, own),
        );
      } finally {
        await opened.close();
      }
      all.update(`${stored.version} ${own.digest('hex')}\n`);
      noted.files.count += 1;
      noted.files.bytes += opened.size;
    }
  }
  await client.query('close stored');
  noted.files.sha256 = all.digest('hex');
  noted.lost = await findReferencedFiles(source, noted.gone);
}

/** Returns the names of missing files whose rows still exist: these files are lost, not deleted during the backup. */
async function findReferencedFiles({ connection, version }: BackupSource, versions: string[]) {
  if (versions.length === 0) return [];
  return withClient(connection, async (now) => {
    const { rows: found } = await now.query<{ name: string }>(
      `select bucket_id || '/' || name as name from storage.objects where ${version} = any($1) order by 1`,
      [versions],
    );
    return found.map(({ name }) => name);
  });
}

async function* rows(client: pg.Client, of: Table, { version }: BackupSource, noted: Noted) {
  const digest = createHash('sha256');
  const { table, columns } = of;
  const isObjects = table === 'storage.objects';
  const read = readRows(client, of, isObjects ? without(version, noted.gone) : 'true');
  for (let part = 0; ; part += 1) {
    const next = await read.next();
    if (next.done) {
      noted.tables.push({ table, columns, rows: next.value, sha256: digest.digest('hex') });
      return;
    }
    digest.update(next.value);
    const packed = await promisify(zstdCompress)(next.value);
    yield* writeTarEntry(`rows/${table}/${String(part).padStart(6, '0')}.zst`, packed.length, [
      packed,
    ]);
  }
}

function without(version: string, gone: string[]) {
  const list = gone.map((each) => pg.escapeLiteral(each));
  return list.length === 0
    ? 'true'
    : `(${version} is null or ${version} not in (${list.join(', ')}))`;
}

async function* hashWhileReading(source: AsyncIterable<Buffer>, hash: Hash) {
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
}

function sha256(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex');
}

async function exists(file: string) {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Flushes a folder to the disk. Otherwise, a crash of the host can undo the creation of a file in the folder. */
export async function syncFolder(path: string) {
  if (process.platform === 'win32') return; // folders cannot be opened on this system, and need no sync
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EIO)$/.test(String(error.code))
  );
}

/** Returns whether two folders are on the same disk: if the disk fails, both folders are lost. */
export async function isOnSameDisk(one: string, other: string) {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.dev === b.dev;
}
