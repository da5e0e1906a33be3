import { setTimeout as wait } from 'node:timers/promises';
import type { Family } from '../family.ts';
import { sendLegitimateRequest, listChildProcessIds } from '../measure.ts';
import { png } from '../pictures.ts';
import { sendHttpRequest } from '../send.ts';
import { startInstallation, type Installation } from '../installation.ts';
import { PASSWORD } from '../attack-target.ts';

/** Maximum time of a response while PostgreSQL does not respond. */
const RESPONSE_MS = 10_000;
const RECOVERY_MS = 15_000;

/** Stops PostgreSQL (SIGSTOP): requests must fail in time. They must succeed again when PostgreSQL continues. */
export const stoppedDatabase: Family = {
  name: 'stopped database',
  needs: 'a quiet host',
  async attack(_world, holds) {
    const installation = await startInstallation();
    const before = await sendHttpRequest(installation.url, 'GET', '/readyz');
    holds('/readyz is 200 before', before.status === 200, [before.status, before.text]);
    // List the processes after the request: a request can open a connection, which has its own process.
    const processes = [
      installation.postgres,
      ...(await listChildProcessIds(installation.postgres)),
    ];
    try {
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      const responses = await Promise.all(
        Object.entries(REQUESTS).flatMap(([what, request]) =>
          // Send each request twice at the same time. `time` numbers the two responses.
          [1, 2].map(async (time) => ({
            what: `${what}, ${time}`,
            ...(await request(installation)),
          })),
        ),
      );
      for (const { what, status, ms, text } of responses) {
        // Storage responds with 429 when all its connections wait, as the hosted platform does.
        const hasFailed = (status >= 500 || status === 429) && ms < RESPONSE_MS;
        holds(`${what}: fails in time`, hasFailed, [status, ms, text]);
      }
      // Request /readyz after the other requests: the server caches the state of the database for a second.
      const unready = await sendHttpRequest(installation.url, 'GET', '/readyz');
      holds('/readyz reports that it is not ready', unready.status === 503, [
        unready.status,
        unready.text,
      ]);
      const health = await sendHttpRequest(installation.url, 'GET', '/health');
      holds(
        '/health reports that the process runs',
        health.status === 200 && health.ms < 1000,
        health,
      );
      const page = await sendHttpRequest(installation.url, 'GET', '/login', {
        headers: { accept: 'text/html' },
      });
      holds('pages are served', page.status === 200 && page.ms < 1000, [page.status, page.ms]);
    } finally {
      for (const pid of processes) resume(pid);
    }
    try {
      const begun = Date.now();
      let honest = await sendLegitimateRequest(installation);
      while (honest.status !== 200 && Date.now() - begun < RECOVERY_MS) {
        await wait(500);
        honest = await sendLegitimateRequest(installation);
      }
      holds('requests succeed again', honest.status === 200, [honest.status, Date.now() - begun]);
      const ready = await sendHttpRequest(installation.url, 'GET', '/readyz');
      holds('/readyz reports that it is ready', ready.status === 200, [ready.status, ready.text]);
      const all = await Promise.all(
        Array.from({ length: 30 }, () => sendLegitimateRequest(installation)),
      );
      holds(
        'requests succeed on every connection',
        all.every(({ status }) => status === 200),
        all.map(({ status }) => status),
      );
    } finally {
      await installation.stop();
    }
  },
};

const REQUESTS: Record<string, (installation: Installation) => ReturnType<typeof sendHttpRequest>> =
  {
    'a read': sendLegitimateRequest,
    'a sign-in': ({ url, anonKey }) =>
      sendHttpRequest(url, 'POST', '/auth/v1/token?grant_type=password', {
        headers: { apikey: anonKey },
        body: { email: 'bruno@vitrine.exemplo', password: PASSWORD },
      }),
    'an upload': ({ url, anonKey, bruno }) =>
      sendHttpRequest(url, 'POST', '/storage/v1/object/product-images/main/parada.png', {
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${bruno.token}`,
          'content-type': 'image/png',
        },
        body: png,
      }),
    'a picture': ({ url }) =>
      sendHttpRequest(url, 'GET', '/storage/v1/object/public/product-images/main/x.png'),
  };

function resume(pid: number) {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // The process has ended meanwhile, so there is nothing to resume.
  }
}
