import { statfs } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from './platform.ts';

const CACHE_MS = 1_000;
const CHECK_INTERVAL_MS = 60_000;

/**
 * The checks of DATA_DIR's disk. `isNearlyFull` resolves to true if the disk is nearly full. `stop` ends the checks.
 */
export type DiskWatch = { isNearlyFull(): Promise<boolean>; stop(): void };

/**
 * Checks the disk of DATA_DIR every minute. The disk is nearly full if less than MIN_FREE_DISK_PERCENT is free, or if
 * the free space cannot be read. Logs when the disk becomes nearly full, and when the disk has space again.
 */
export function watchDisk({ config, log }: Pick<Platform, 'config' | 'log'>): DiskWatch {
  let wasFull = false;
  const isNearlyFull = cacheForOneSecond(async () => {
    const free = await readFreeDiskPercent(config.DATA_DIR).catch(() => undefined);
    const isFull = free === undefined || free < config.MIN_FREE_DISK_PERCENT;
    const freePercentage = free === undefined ? null : Math.floor(free);
    if (isFull && !wasFull)
      log.error({ freePercent: freePercentage }, 'the disk is nearly full: writes are refused');
    if (!isFull && wasFull)
      log.warn({ freePercent: freePercentage }, 'the disk has room again: writes are accepted');
    wasFull = isFull;
    return isFull;
  });
  const timer = setInterval(() => void isNearlyFull(), CHECK_INTERVAL_MS).unref();
  void isNearlyFull();
  return { isNearlyFull, stop: () => clearInterval(timer) };
}

/** Returns a function that calls `load` at most once a second. Calls in the same second return the same promise. */
export function cacheForOneSecond<T>(load: () => Promise<T>) {
  let loadedAt = 0;
  let pending: Promise<T> | undefined;
  return () => {
    if (pending && Date.now() - loadedAt < CACHE_MS) return pending;
    loadedAt = Date.now();
    pending = load();
    return pending;
  };
}

/** Returns the free space of a folder's disk, in percent of the size of the disk. */
export async function readFreeDiskPercent(folder: string) {
  const { bavail, blocks } = await statfs(folder);
  return (100 * bavail) / blocks;
}

/**
 * Returns a hook that refuses requests that would add data while the disk is nearly full: the remaining space is
 * reserved for PostgreSQL. The response is 507, with the error fields of both rest and storage. Reads and deletions are
 * allowed. The routes of auth do not have this hook. Otherwise, a user who must add a second factor could not sign in
 * to delete data.
 */
export function createDiskFullHook({ databases }: Platform, { isNearlyFull }: DiskWatch) {
  async function grows({ method, routeOptions, params }: FastifyRequest) {
    if (method !== 'POST' && method !== 'PATCH' && method !== 'PUT') return false;
    // Allow moves of files: when the panel deletes a record, it moves the files of the record to the trash.
    if (routeOptions.url === '/storage/v1/object/move') return false;
    if (routeOptions.url !== '/rest/v1/rpc/:name') return true;
    const { name } = params as { name: string }; // a parameter of the route
    const { rowCount } = await databases.rest.query(WRITING_FUNCTION, [name, ALLOWED]);
    return rowCount > 0;
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'GET' || !(await isNearlyFull()) || !(await grows(request))) return;
    const code = 'disk_full';
    await reply
      .code(507)
      .send({ statusCode: '507', error: code, code, message: MESSAGE, details: null, hint: null });
  };
}

const MESSAGE =
  'O disco do servidor está quase cheio: nada novo pode ser salvo até que haja espaço. Avise quem cuida do servidor.';
/**
 * Writing functions that are allowed even on a nearly full disk. Some of these functions free space: they delete rows,
 * or return the files that the caller then deletes. The other functions cannot wait: they end sessions, remove a lost
 * second factor, or erase personal data.
 */
const ALLOWED = [
  'anonymise',
  'discard_records',
  'drop_batch',
  'end_sessions',
  'prune_history',
  'remove_factors',
  'sweep_batches',
];
/**
 * The query that returns a row if the function `$1` must be refused: it can write (it is volatile) and is not in `$2`.
 * Functions with the prefix `delete_` are never refused.
 */
const WRITING_FUNCTION = `select from pg_catalog.pg_proc
  where pronamespace = 'public'::regnamespace and provolatile = 'v' and proname = $1
    and proname not like 'delete\\_%' and proname <> all ($2)`;
