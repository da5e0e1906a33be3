import {
  startBackendWithDatabase,
  startBackendProcess,
  type BackendProcess,
} from '../backend-process.ts';
import { computeMedian } from '../../bench/percentile.ts';
import type { Family, AssertionRecorder } from '../family.ts';
import { sendHttpRequest, type AttackResponse } from '../send.ts';
import { PASSWORD } from '../attack-target.ts';

const LIMIT = 10;
const ANA = 'ana@vitrine.exemplo';
const BRUNO = 'bruno@vitrine.exemplo';

/** Guesses logins and passwords, through two backend processes that use the same database. */
export const passwordGuessing: Family = {
  name: 'password guessing',
  needs: 'a quiet host',
  async attack({ cluster }, holds) {
    const env = { FAILED_ATTEMPTS_PER_ADDRESS: '60', REQUESTS_PER_MINUTE: '1000000' };
    const first = await startBackendWithDatabase(cluster, env);
    const second = await startBackendProcess(first.database, {
      ...env,
      DATA_DIR: first.dataDir,
    });
    try {
      await compareKnownWithUnknown(first, holds);
      await guessOnBoth([first, second], holds);
      await forgeAddressHeaders([first, second], holds);
      await guessManyAccounts([first, second], holds);
    } finally {
      await second.stop();
      await first.stop();
    }
  },
};

function request({ url, anonKey }: BackendProcess, path: string, body: unknown, headers = {}) {
  return sendHttpRequest(url, 'POST', `/auth/v1${path}`, {
    body,
    headers: { apikey: anonKey, ...headers },
  });
}

function signInTo(backend: BackendProcess, email: string, password: string, headers = {}) {
  return request(backend, '/token?grant_type=password', { email, password }, headers);
}

/**
 * Compares the responses for an existing and an unknown e-mail. Status, body and headers must be the same. Sign-ins and
 * recovery requests must also take a similar time.
 */
async function compareKnownWithUnknown(backend: BackendProcess, holds: AssertionRecorder) {
  const attempts: [string, (email: string) => Promise<AttackResponse>][] = [
    ['signing in', (email) => signInTo(backend, email, 'errada-de-proposito')],
    ['requesting recovery', (email) => request(backend, '/recover', { email })],
    ['signing up', (email) => request(backend, '/signup', { email, password: PASSWORD })],
  ];
  for (const [what, attempt] of attempts) {
    const known = await attempt(ANA);
    const unknown = await attempt('ninguem@vitrine.exemplo');
    holds(`${what}: the same status`, known.status === unknown.status, [
      known.status,
      unknown.status,
    ]);
    holds(`${what}: the same body`, known.text === unknown.text, [known.text, unknown.text]);
    holds(`${what}: the same headers`, headersOf(known) === headersOf(unknown), [
      known.headers,
      unknown.headers,
    ]);
  }
  const signingIn = await smallestRatio(async () => {
    const known = await signInTo(backend, BRUNO, 'errada');
    const unknown = await signInTo(backend, `${crypto.randomUUID()}@vitrine.exemplo`, 'errada');
    await signInTo(backend, BRUNO, PASSWORD); // a success resets the count of failures
    return [known.ms, unknown.ms];
  });
  holds(
    'signing in takes as long for a known as for an unknown e-mail',
    signingIn < 1.4,
    signingIn,
  );
  const recovery = await smallestRatio(async () => {
    const known = await request(backend, '/recover', { email: BRUNO });
    const unknown = await request(backend, '/recover', { email: 'outro@vitrine.exemplo' });
    return [known.ms, unknown.ms];
  });
  holds(
    'requesting recovery takes as long for a known as for an unknown e-mail',
    recovery < 1.6,
    recovery,
  );
}

/** Checks that the limit of an account counts parallel and successive attempts, and the attempts at both processes. */
async function guessOnBoth(backends: BackendProcess[], holds: AssertionRecorder) {
  for (const email of [ANA, 'sem-login@vitrine.exemplo']) {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        signInTo(pick(backends, index), email, `palpite-${index}`),
      ),
    );
    const tried = responses.filter(({ status }) => status === 400).length;
    holds(`at most ${LIMIT} of 40 concurrent guesses are tried (${email})`, tried <= LIMIT, tried);
    for (const backend of backends) {
      const refused = await signInTo(backend, email, PASSWORD);
      holds(
        `each process refuses further guesses (${email})`,
        refused.status === 429,
        refused.text,
      );
      const retryAfter = Number(refused.headers['retry-after']);
      holds('a refused guess has a Retry-After header', retryAfter > 0, refused.headers);
    }
  }
}

async function forgeAddressHeaders(backends: BackendProcess[], holds: AssertionRecorder) {
  const forgeries: ((n: number) => Record<string, string>)[] = [
    (n) => ({ 'x-forwarded-for': `10.1.1.${n}` }),
    (n) => ({ 'x-real-ip': `10.1.1.${n}` }),
    (n) => ({ forwarded: `for=10.1.1.${n}` }),
    (n) => ({ 'cf-connecting-ip': `10.1.1.${n}`, 'true-client-ip': `10.1.1.${n}` }),
    (n) => ({ 'x-forwarded-for': `127.0.0.1, 10.1.1.${n}`, 'x-client-ip': `10.1.1.${n}` }),
  ];
  for (const forgery of forgeries) {
    const response = await signInTo(pick(backends, 1), ANA, 'palpite', forgery(7));
    holds(
      `${Object.keys(forgery(0)).join()} does not open the account`,
      response.status === 429,
      response.text,
    );
  }
  for (const email of ['ANA@VITRINE.EXEMPLO', 'Ana@vitrine.exemplo']) {
    const response = await signInTo(pick(backends, 0), email, 'palpite');
    holds(`${email} counts as the same account`, response.status === 429, response.text);
  }
}

/** Guesses passwords of many accounts from one address. The limit of the address must apply despite forged headers. */
async function guessManyAccounts(backends: BackendProcess[], holds: AssertionRecorder) {
  const responses: AttackResponse[] = [];
  for (let index = 0; index < 80; index += 1) {
    const headers = { 'x-forwarded-for': `10.2.${index}.1` };
    responses.push(
      await signInTo(pick(backends, index), `alguem${index}@vitrine.exemplo`, 'Verao2026', headers),
    );
  }
  const tried = responses.filter(({ status }) => status === 400).length;
  holds(
    '80 accounts from one address: the address is stopped',
    tried <= 60 && responses.at(-1)?.status === 429,
    tried,
  );
}

function pick(backends: BackendProcess[], index: number) {
  const backend = backends[index % backends.length];
  if (!backend) throw new Error('There is no backend process.');
  return backend;
}

function headersOf({ headers }: AttackResponse) {
  const changing = /^(date|x-ratelimit|content-length)/;
  return JSON.stringify(Object.entries(headers).filter(([name]) => !changing.test(name)));
}

/**
 * Measures the ratio (at least 1) of the medians of two durations, up to three times. Stops at a ratio below 1.2.
 * @returns the smallest ratio: a real difference appears in every measurement, but other work of the host disturbs only
 * some measurements
 */
async function smallestRatio(measure: () => Promise<[number, number]>) {
  const factors: number[] = [];
  for (let repetition = 0; repetition < 3; repetition += 1) {
    const times: [number, number][] = [];
    for (let round = 0; round < 6; round += 1) times.push(await measure());
    const [known, unknown] = [
      computeMedian(times.map(([ms]) => ms)),
      computeMedian(times.map(([, ms]) => ms)),
    ];
    factors.push(Math.max(known / unknown, unknown / known));
    if (factors.some((factor) => factor < 1.2)) break;
  }
  return Math.min(...factors);
}
