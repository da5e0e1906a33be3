import { statfs } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from './platform.ts';

const CACHE_MS = 1_000;
const LOOK_MS = 60_000;

/** `isNearlyFull` returns whether the disk of the data is nearly full; `stop` ends the watch. */
export type DiskWatch = { isNearlyFull(): Promise<boolean>; stop(): void };

/** Watches the disk of DATA_DIR and logs when it becomes nearly full. A disk that cannot be read counts as full. */
export function watchDisk({ config, log }: Pick<Platform, 'config' | 'log'>): DiskWatch {
  let wasFull = false;
  const isNearlyFull = remember(async () => {
    const free = await freePercent(config.DATA_DIR).catch(() => undefined);
    const isFull = free === undefined || free < config.MIN_FREE_DISK_PERCENT;
    const freePercentage = free === undefined ? null : Math.floor(free);
    if (isFull && !wasFull)
      log.error({ freePercent: freePercentage }, 'the disk is nearly full: writes are refused');
    if (!isFull && wasFull)
      log.warn({ freePercent: freePercentage }, 'the disk has room again: writes are accepted');
    wasFull = isFull;
    return isFull;
  });
  const timer = setInterval(() => void isNearlyFull(), LOOK_MS).unref();
  void isNearlyFull();
  return { isNearlyFull, stop: () => clearInterval(timer) };
}

/** Makes a function that loads at most once a second and returns the same result in between. */
export function remember<T>(load: () => Promise<T>) {
  let loadedAt = 0;
  let pending: Promise<T> | undefined;
  return () => {
    if (pending && Date.now() - loadedAt < CACHE_MS) return pending;
    loadedAt = Date.now();
    pending = load();
    return pending;
  };
}

/** The free share of the disk of a folder, in percent. */
export async function freePercent(folder: string) {
  const { bavail, blocks } = await statfs(folder);
  return (100 * bavail) / blocks;
}

/**
 * Refuses requests that would grow the data, while the rest of the disk is reserved for PostgreSQL: 507 in the form of
 * rest and storage. Reads and deletions are allowed, and all of auth: a user who must add a second factor could not
 * enter to delete anything.
 */
export function refuseGrowth({ databases }: Platform, { isNearlyFull }: DiskWatch) {
  async function grows({ method, routeOptions, params }: FastifyRequest) {
    if (method !== 'POST' && method !== 'PATCH' && method !== 'PUT') return false;
    // A deletion moves its files to the trash, from where a final deletion removes them.
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
 * Functions that free space (they delete rows, or return the files that the caller then deletes), or that protect a
 * person and cannot wait: they end sessions, remove a lost second factor, erase personal data.
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
/** PostgreSQL's catalogue records which functions may write. Functions that delete have the prefix `delete_`. */
const WRITING_FUNCTION = `select from pg_catalog.pg_proc
  where pronamespace = 'public'::regnamespace and provolatile = 'v' and proname = $1
    and proname not like 'delete\\_%' and proname <> all ($2)`;
