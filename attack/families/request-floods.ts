import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startBackendProcess } from '../backend-process.ts';
import type { Family, AssertionRecorder, FamilyRecorders } from '../family.ts';
import { countByStatus, measureAttack, sendLegitimateRequest } from '../measure.ts';
import { sendHttpRequest } from '../send.ts';
import { startInstallation, type Installation } from '../installation.ts';
import { PASSWORD, type AttackTarget } from '../attack-target.ts';

const SIGN_INS = 1_500;
const HONEST_MS = 2_500;
const PER_MINUTE = 50;

/**
 * Sends many sign-ins at once from one address, and many requests with the X-Forwarded-For header of a trusted proxy.
 * The rate limits must apply, and other clients must get a response in time.
 */
export const requestFloods: Family = {
  name: 'request floods',
  needs: 'a quiet host',
  async attack(world, holds, note) {
    const installation = await startInstallation({
      FAILED_ATTEMPTS_PER_ADDRESS: '1000000',
      TRUST_PROXY: '127.0.0.1',
    });
    try {
      await signInAtOnce(installation, { holds, note });
    } finally {
      await installation.stop();
    }
    await countRequests(world, holds);
  },
};

async function signInAtOnce(installation: Installation, report: FamilyRecorders) {
  const { url, anonKey } = installation;
  const agent = new Agent({ keepAlive: true });
  const { statuses, longest, elsewhere } = await measureAttack(installation, report, {
    what: `${SIGN_INS} sign-ins at once`,
    limits: { seconds: 30, node: 250, postgres: 100, disk: 5 },
    attack: async () => {
      const over = new AbortController();
      const crowd = Promise.all(
        Array.from({ length: SIGN_INS }, async (_, index) => {
          const email = index % 2 ? 'ana@vitrine.exemplo' : `ninguem${index}@vitrine.exemplo`;
          const { status } = await sendHttpRequest(
            url,
            'POST',
            '/auth/v1/token?grant_type=password',
            {
              agent,
              headers: { apikey: anonKey },
              body: { email, password: 'errada-de-proposito' },
            },
          );
          return status;
        }),
      ).finally(() => over.abort());
      const signedIn = sendHttpRequest(url, 'POST', '/auth/v1/token?grant_type=password', {
        headers: { apikey: anonKey, 'x-forwarded-for': '203.0.113.9' },
        body: { email: 'bruno@vitrine.exemplo', password: PASSWORD },
      });
      let slowest = 0;
      while (!over.signal.aborted) {
        const { status, ms } = await sendLegitimateRequest(installation);
        slowest = Math.max(slowest, status === 200 ? ms : Infinity);
        await wait(100);
      }
      return { statuses: await crowd, longest: slowest, elsewhere: await signedIn };
    },
  });
  agent.destroy();
  const others = statuses.filter((status) => status !== 400 && status !== 429);
  report.holds(
    'each guess is refused with 400 or 429',
    others.length === 0,
    countByStatus(statuses),
  );
  report.holds('some passwords are checked', statuses.includes(400), countByStatus(statuses));
  report.holds('honest requests do not wait', longest < HONEST_MS, longest);
  const { status, ms } = elsewhere;
  report.holds(
    'a sign-in from another address succeeds at once',
    status === 200 && ms < HONEST_MS,
    [status, ms],
  );
}

/**
 * Checks that requests to each of `PATHS` count toward the limit of the client's address, and that all addresses of an
 * IPv6 network (/64) share one limit.
 */
async function countRequests({ database, backend: first }: AttackTarget, holds: AssertionRecorder) {
  const backend = await startBackendProcess(database, {
    DATA_DIR: first.dataDir,
    REQUESTS_PER_MINUTE: String(PER_MINUTE),
    FAILED_ATTEMPTS_PER_ADDRESS: '20',
    TRUST_PROXY: '127.0.0.1',
  });
  const { url, anonKey } = backend;
  const request = (address: string, path = '/auth/v1/health') =>
    sendHttpRequest(url, 'GET', path, {
      headers: { apikey: anonKey, accept: 'text/html', 'x-forwarded-for': address },
    });
  const guess = (address: string) =>
    sendHttpRequest(url, 'POST', '/auth/v1/token?grant_type=password', {
      headers: { apikey: anonKey, 'x-forwarded-for': address },
      body: { email: `${address.replaceAll(':', '')}@vitrine.exemplo`, password: 'errada' },
    });
  try {
    for (const [index, path] of PATHS.entries()) {
      const statuses = await sendInSequence(PER_MINUTE + 30, () =>
        request(`10.0.0.${index}`, path),
      );
      holds(`${path} counts for the address`, refusals(statuses) >= 30, countByStatus(statuses));
    }
    const guesses = await sendInSequence(40, (n) => guess(`2001:db8:0:2::${n.toString(16)}`));
    holds('failures of a network add up', refusals(guesses) >= 15, countByStatus(guesses));
    const requests = await sendInSequence(PER_MINUTE + 30, (n) =>
      request(`2001:db8:0:1:${n.toString(16)}::1`),
    );
    holds('requests of a network add up', refusals(requests) >= 30, countByStatus(requests));
    const other = await request('2001:db8:0:3::1');
    holds('another network is not limited', other.status === 200, other.status);
  } finally {
    await backend.stop();
  }
}

const PATHS = [
  '/',
  '/produtos',
  '/favicon.ico',
  '/nao/existe',
  '/rest',
  '/auth/v1/nada',
  '/storage/v1/nada',
];

async function sendInSequence(
  count: number,
  request: (index: number) => ReturnType<typeof sendHttpRequest>,
) {
  const statuses: number[] = [];
  for (let index = 1; index <= count; index += 1) statuses.push((await request(index)).status);
  return statuses;
}

function refusals(statuses: number[]) {
  return statuses.filter((status) => status === 429).length;
}
