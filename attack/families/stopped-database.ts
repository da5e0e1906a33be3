import { setTimeout as wait } from 'node:timers/promises';
import type { Family } from '../family.ts';
import { askHonestly, childrenOf } from '../measure.ts';
import { png } from '../pictures.ts';
import { send } from '../send.ts';
import { startInstallation, type Installation } from '../installation.ts';
import { PASSWORD } from '../world.ts';

/** Every request gets its response within this time, whatever PostgreSQL does. */
const RESPONSE_MS = 10_000;
const RECOVERY_MS = 15_000;

/** A PostgreSQL that is stopped (SIGSTOP): every request gets an error, and all recover when it continues. */
export const stoppedDatabase: Family = {
  name: 'stopped database',
  needs: 'a quiet host',
  async attack(_world, holds) {
    const installation = await startInstallation();
    const before = await send(installation.url, 'GET', '/readyz');
    holds('ready before', before.status === 200, [before.status, before.text]);
    // Listed now: that request may have opened a connection, which has its own process.
    const processes = [installation.postgres, ...(await childrenOf(installation.postgres))];
    try {
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      const responses = await Promise.all(
        Object.entries(REQUESTS).flatMap(([what, request]) =>
          // The second request meets the connection on which the first has waited in vain.
          [1, 2].map(async (time) => ({
            what: `${what}, ${time}`,
            ...(await request(installation)),
          })),
        ),
      );
      for (const { what, status, ms, text } of responses) {
        // Storage responds with 429 when all its connections wait, as the hosted platform does.
        const isAnswered = (status >= 500 || status === 429) && ms < RESPONSE_MS;
        holds(`${what}: answered that it cannot be`, isAnswered, [status, ms, text]);
      }
      // Requested last: the response is cached for moments.
      const unready = await send(installation.url, 'GET', '/readyz');
      holds('it says that it is not ready', unready.status === 503, [unready.status, unready.text]);
      const health = await send(installation.url, 'GET', '/health');
      holds('the process says that it lives', health.status === 200 && health.ms < 1000, health);
      const page = await send(installation.url, 'GET', '/login', {
        headers: { accept: 'text/html' },
      });
      holds('and serves its pages', page.status === 200 && page.ms < 1000, [page.status, page.ms]);
    } finally {
      for (const pid of processes) resume(pid);
    }
    try {
      const begun = Date.now();
      let honest = await askHonestly(installation);
      while (honest.status !== 200 && Date.now() - begun < RECOVERY_MS) {
        await wait(500);
        honest = await askHonestly(installation);
      }
      holds('it recovers by itself', honest.status === 200, [honest.status, Date.now() - begun]);
      const ready = await send(installation.url, 'GET', '/readyz');
      holds('and says that it is ready', ready.status === 200, [ready.status, ready.text]);
      const all = await Promise.all(Array.from({ length: 30 }, () => askHonestly(installation)));
      holds(
        'on every connection',
        all.every(({ status }) => status === 200),
        all.map(({ status }) => status),
      );
    } finally {
      await installation.stop();
    }
  },
};

const REQUESTS: Record<string, (installation: Installation) => ReturnType<typeof send>> = {
  'a question': askHonestly,
  'a sign-in': ({ url, anonKey }) =>
    send(url, 'POST', '/auth/v1/token?grant_type=password', {
      headers: { apikey: anonKey },
      body: { email: 'bruno@vitrine.exemplo', password: PASSWORD },
    }),
  'an upload': ({ url, anonKey, bruno }) =>
    send(url, 'POST', '/storage/v1/object/product-images/main/parada.png', {
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${bruno.token}`,
        'content-type': 'image/png',
      },
      body: png,
    }),
  'a picture': ({ url }) => send(url, 'GET', '/storage/v1/object/public/product-images/main/x.png'),
};

function resume(pid: number) {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended meanwhile.
  }
}
