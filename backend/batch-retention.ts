import type { FastifyInstance } from 'fastify';
import type { Identity } from './identity.ts';
import type { Platform } from './platform.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SERVER: Identity = { role: 'service_role', claims: { role: 'service_role' } };

/**
 * Deletes expired data when the server starts listening, then once a day: batches of the history
 * (`public.prune_history`) and staged batches (`public.sweep_batches`). On the hosted platform, the panel calls these
 * functions.
 */
export function deleteExpiredBatchesDaily(app: FastifyInstance, platform: Platform) {
  const stopping = new AbortController();
  let deleting = Promise.resolve();
  function start() {
    deleting = deleting
      .then(() => deleteExpired(platform, stopping.signal))
      .catch((error: unknown) => {
        platform.log.error({ err: error }, 'expired data could not be deleted');
      });
  }
  const daily = setInterval(start, DAY_MS).unref();
  app.addHook('onListen', async () => start());
  app.addHook('preClose', async () => {
    clearInterval(daily);
    stopping.abort();
  });
  app.addHook('onClose', async () => deleting);
}

/** Deletes the expired data in steps, so that each transaction is short. */
async function deleteExpired(
  { databases: { storage }, log }: Pick<Platform, 'databases' | 'log'>,
  signal: AbortSignal,
) {
  async function everyStep(text: string) {
    let deleted = 0;
    while (!signal.aborted) {
      const { rows } = await storage.queryAs<{ count: number }>(SERVER, {}, text, []);
      const count = rows[0]?.count ?? 0;
      if (count === 0) break;
      deleted += count;
    }
    return deleted;
  }
  await everyStep('select public.sweep_batches() as count');
  const deleted = await everyStep('select public.prune_history() as count');
  if (deleted > 0) log.warn({ deleted }, 'expired batches of the history were deleted');
}
