import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { cacheForOneSecond, type DiskWatch } from './disk.ts';
import type { Platform } from './platform.ts';

const DATABASE_LIMIT_MS = 2_000;

/**
 * Registers two routes:
 * - `/health`, for a supervisor that restarts the process: responds with 200 while the process runs.
 * - `/readyz`, for a load balancer: responds with 200 if the database responds, otherwise with 503. If only writes are
 *   refused, because the disk is nearly full, the status is 200 and the body reports the refusal.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  platform: Platform,
  { isNearlyFull }: DiskWatch,
) {
  const databaseResponds = cacheForOneSecond(() => probeDatabase(platform));

  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const [isResponding, isFull] = await Promise.all([databaseResponds(), isNearlyFull()]);
    return reply
      .code(isResponding ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        database: isResponding ? 'ok' : 'no response',
        disk: isFull ? 'nearly full' : 'ok',
        writes: isResponding && !isFull ? 'ok' : 'refused',
      });
  });
}

function probeDatabase({ databases }: Platform) {
  const response = databases.server.query('select').then(
    () => true,
    () => false,
  );
  return Promise.race([response, wait(DATABASE_LIMIT_MS, false, { ref: false })]);
}
