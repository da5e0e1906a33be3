import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { remember, type DiskWatch } from './disk.ts';
import type { Platform } from './platform.ts';

const DATABASE_LIMIT_MS = 2_000;

/**
 * `/health`: the process lives; for a supervisor that restarts it. `/readyz`: it serves readers, which needs a database
 * that responds; for a load balancer. While only writes are refused it stays 200 and its body says so.
 */
export function healthRoutes(
  app: FastifyInstance,
  platform: Platform,
  { isNearlyFull }: DiskWatch,
) {
  const databaseAnswers = remember(() => askDatabase(platform));

  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const [answers, isFull] = await Promise.all([databaseAnswers(), isNearlyFull()]);
    return reply
      .code(answers ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        database: answers ? 'ok' : 'no answer',
        disk: isFull ? 'nearly full' : 'ok',
        writes: answers && !isFull ? 'ok' : 'refused',
      });
  });
}

function askDatabase({ databases }: Platform) {
  const answer = databases.server.query('select').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, wait(DATABASE_LIMIT_MS, false, { ref: false })]);
}
