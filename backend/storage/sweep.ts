import type { Database, Result } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import type { Platform } from '../platform.ts';
import type { DiskStore } from './disk-store.ts';
import { setStorageOperation } from './objects.ts';

/**
 * Age from which a file without a row in storage.objects is moved to the trash folder. This age is longer than any
 * upload takes: a younger file can belong to an upload that has stored its bytes, but not yet its row.
 */
const YOUNG_MS = 24 * 60 * 60 * 1000;
const TRASH_DAYS = 30;
/**
 * Maximum fraction of files without a row. If the fraction is larger, the files probably belong to another database, so
 * the sweep logs an error and ends. The same fraction limits the unused files that one run moves (see `FEW_ROWS`).
 */
const SUSPICIOUS = 0.05;
/** Number of unused files that one run can always move, even if they are more than 5 % of the files. */
const FEW_ROWS = 100;
/**
 * Maximum number of rows that one statement of `findUnused` or `returnUsed` reads. The statements are limited, because
 * PostgreSQL cancels a statement after 8 seconds.
 */
const PAGE = 1000;

const SERVER: Identity = { role: 'service_role', claims: { role: 'service_role' } };

type Swept = Pick<Platform, 'databases' | 'log'>;

/**
 * Cleans up the stored files. If the server crashes after any step, the next run continues.
 * - Files older than a day that no record uses move to the bucket of the trash, where the panel also moves files. These
 *   files move back when a record uses them again. Otherwise, they are deleted after 30 days.
 * - Bytes older than a day without a row (of interrupted uploads, or of rows deleted while the disk failed) move to the
 *   folder `trash` beside the files. They move back when a row has their version again (a restored database).
 *   Otherwise, they are deleted after 30 days.
 */
export async function sweepFiles(platform: Swept, store: DiskStore, signal: AbortSignal) {
  const { log } = platform;
  const restored = await giveBack(platform, store, signal);
  const { known, orphans } = await findOrphans(platform, store, signal);
  if (orphans.length > (known + orphans.length) * SUSPICIOUS) {
    const found = { orphans: orphans.length, known };
    log.error(found, 'too many stored files have no row, none is moved: is this their database?');
    return;
  }
  for (const version of orphans) {
    if (signal.aborted) return;
    await store.trash.take(version);
  }
  const returned = await returnUsed(platform.databases.storage, signal);
  const unused = await trashUnused(platform, { files: known, signal });
  const purged = await purge(platform.databases.storage, store, signal);
  const deleted = signal.aborted ? 0 : await store.trash.empty(TRASH_DAYS);
  const done = {
    files: known,
    orphans: orphans.length,
    unused,
    restored,
    returned,
    purged,
    deleted,
  };
  const isQuiet = orphans.length + unused + restored + returned + purged + deleted === 0;
  log[isQuiet ? 'info' : 'warn'](done, 'stored files swept');
}

async function giveBack({ databases }: Swept, { trash }: DiskStore, signal: AbortSignal) {
  let restored = 0;
  for await (const versions of trash.list()) {
    for (const version of await knownAmong(databases, versions)) {
      if (signal.aborted) return restored;
      await trash.giveBack(version);
      restored += 1;
    }
  }
  return restored;
}

async function findOrphans({ databases }: Swept, store: DiskStore, signal: AbortSignal) {
  const orphans: string[] = [];
  let known = 0;
  for await (const versions of store.olderThan(YOUNG_MS)) {
    if (signal.aborted) break;
    const rowed = await knownAmong(databases, versions);
    known += rowed.size;
    orphans.push(...versions.filter((version) => !rowed.has(version)));
  }
  return { orphans, known };
}

async function knownAmong({ storage }: Platform['databases'], versions: string[]) {
  const text = 'select version from storage.objects where version = any($1)';
  const { rows } = await storage.query<{ version: string }>(text, [versions]);
  return new Set(rows.map((row) => row.version));
}

type Work = { files: number; signal: AbortSignal };

/**
 * Moves unused files to the bucket of the trash, up to a limit for each run, because many unused files can be a sign of
 * a mistake. After a large deletion, several runs move the files. Only the row changes, because bytes are identified by
 * their version.
 * @returns the number of moved files
 */
async function trashUnused(
  { databases: { storage }, log }: Swept,
  { files, signal }: Work,
): Promise<number> {
  const limit = Math.max(FEW_ROWS, Math.floor(files * SUSPICIOUS));
  const unused = await findUnused(storage, signal);
  const found = unused.length;
  if (found > limit)
    log.error({ limit, found }, 'too many stored files are used by no record, only some are moved');
  let moved = 0;
  for (const id of unused) {
    if (signal.aborted || moved === limit) break;
    moved += (await storage.queryAs(SERVER, {}, TRASH, [id])).rowCount;
  }
  return moved;
}

/**
 * Moves files from the bucket of the trash back to their buckets if a record uses them. After the restore of a record,
 * the panel also moves the files, unless the user closes the page first.
 * @returns the number of moved files
 */
async function returnUsed(storage: Database, signal: AbortSignal) {
  let returned = 0;
  let after: string | undefined = '';
  while (after !== undefined && !signal.aborted) {
    const page: unknown[] = [after, PAGE];
    const { rows }: Result<{ name: string }> = await storage.queryAs(SERVER, {}, IN_TRASH, page);
    const names: string[] = rows.map(({ name }) => name);
    returned += (await storage.queryAs(SERVER, {}, RETURN, [names])).rowCount;
    after = names.length === PAGE ? names.at(-1) : undefined;
  }
  return returned;
}

/** Deletes all expired files in steps, until a step deletes none. */
async function purge(storage: Database, store: DiskStore, signal: AbortSignal) {
  let purged = 0;
  while (!signal.aborted) {
    const step = await purgeStep(storage, store, signal);
    if (step === 0) break;
    purged += step;
  }
  return purged;
}

/**
 * Deletes up to 1,000 expired files. Deletes the row first, then the bytes: after a crash in between, the next run
 * finds the bytes.
 */
async function purgeStep(storage: Database, store: DiskStore, signal: AbortSignal) {
  const text = 'select name from public.expired_files(1000) as name';
  const { rows }: Result<{ name: string }> = await storage.queryAs(SERVER, {}, text, []);
  let purged = 0;
  for (const { name } of rows) {
    if (signal.aborted) break;
    const gone = await storage.transactionAs(SERVER, {}, async (tx) => {
      await setStorageOperation(tx, 'delete_many');
      return tx.query<{ version: string | null }>(PURGE, [name]);
    });
    for (const { version } of gone.rows) if (version) await store.remove(version);
    purged += gone.rows.length;
  }
  return purged;
}

async function findUnused(storage: Database, signal: AbortSignal) {
  const unused: string[] = [];
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null && !signal.aborted) {
    const text = `select public.unused_objects('24 hours', $1, $2) as page`;
    const { rows }: Result<{ page: Page }> = await storage.queryAs(SERVER, {}, text, [after, PAGE]);
    unused.push(...(rows[0]?.page.ids ?? []));
    after = rows[0]?.page.next ?? null;
  }
  return unused;
}

type Page = { ids: string[]; next: string | null };

/**
 * The statement that moves a file to the bucket of the trash. It checks again that the file is unused and outside the
 * trash, because both can have changed since the list was read. If the trash has a file with the same name, the file
 * stays in its bucket, because names are unique in a bucket.
 */
const TRASH = `update storage.objects set name = bucket_id || '/' || name, bucket_id = 'lixeira'
  where id = $1 and bucket_id <> 'lixeira' and not private.is_used_file(bucket_id, name)
    and not exists (
      select from storage.objects as other
      where other.bucket_id = 'lixeira' and other.name = objects.bucket_id || '/' || objects.name
    )`;

const IN_TRASH = `select name from storage.objects
  where bucket_id = 'lixeira' and name collate "C" > $1 order by name collate "C" limit $2`;

/**
 * The statement that moves files from the trash back to their buckets if a record uses them. It skips a file if a new
 * file in that bucket has the same name, because the record uses the new file.
 */
const RETURN = `update storage.objects
  set bucket_id = split_part(name, '/', 1), name = substr(name, strpos(name, '/') + 1)
  where bucket_id = 'lixeira' and name = any($1)
    and private.is_used_file(split_part(name, '/', 1), substr(name, strpos(name, '/') + 1))
    and not exists (
      select from storage.objects as other
      where other.bucket_id = split_part(objects.name, '/', 1)
        and other.name = substr(objects.name, strpos(objects.name, '/') + 1)
    )`;

/**
 * The statement that deletes the row of an expired file. It checks again that the file is unused, because a record can
 * have been restored since the list was read.
 */
const PURGE = `delete from storage.objects where bucket_id = 'lixeira' and name = $1
    and not private.is_used_file(split_part(name, '/', 1), substr(name, strpos(name, '/') + 1))
  returning version`;
