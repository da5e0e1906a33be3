import { statfs } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from './platform.ts';

const REMEMBERED_MS = 1_000;

/** Whether a folder's disk is nearly full. A disk that cannot be asked counts as full. */
export function watchDisk(folder: string, minFreePercent: number) {
  return remember(() =>
    freePercent(folder).then(
      (free) => free < minFreePercent,
      () => true,
    ),
  );
}

/** Asks at most once a second, however many want to know. */
export function remember<T>(ask: () => Promise<T>) {
  let asked = 0;
  let answer: Promise<T> | undefined;
  return () => {
    if (answer && Date.now() - asked < REMEMBERED_MS) return answer;
    asked = Date.now();
    answer = ask();
    return answer;
  };
}

async function freePercent(folder: string) {
  const { bavail, blocks } = await statfs(folder);
  return (100 * bavail) / blocks;
}

/**
 * For requests that would make the data grow, while what is left of the disk is for PostgreSQL to end its
 * work in peace: 507 in the shape of both protocols. What reads or deletes goes on.
 */
export function refuseGrowth({ config, databases }: Platform) {
  const isNearlyFull = watchDisk(config.DATA_DIR, config.MIN_FREE_DISK_PERCENT);

  async function grows({ method, routeOptions, params }: FastifyRequest) {
    if (method !== 'POST' && method !== 'PATCH' && method !== 'PUT') return false;
    if (routeOptions.url !== '/rest/v1/rpc/:name') return true;
    const { name } = params as { name: string }; // the route's own
    const { rowCount } = await databases.rest.query(WRITING_FUNCTION, [name]);
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
  'O disco do servidor está quase cheio: nada novo pode ser guardado até que haja espaço. Avise quem cuida do servidor.';
/** PostgreSQL knows which functions may write; those that delete are named so. */
const WRITING_FUNCTION = `select from pg_catalog.pg_proc
  where pronamespace = 'public'::regnamespace and provolatile = 'v' and proname = $1
    and proname not like 'delete\\_%'`;
