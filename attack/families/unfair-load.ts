import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Family, FamilyRecorders } from '../family.ts';
import { computePercentile } from '../../bench/percentile.ts';
import { startFlood, type Flood } from '../flood.ts';
import { countByStatus, measureAttack } from '../measure.ts';
import { signIn, type User } from '../user.ts';
import { sendHttpRequest, type AttackResponse, type RequestOptions } from '../send.ts';
import { startInstallation, type Installation } from '../installation.ts';
import { addLogin, PASSWORD } from '../attack-target.ts';

const PRODUCTS = 20_000;
const ATTACK_MS = 8_000;
const IDLE_MS = 3_000;
const HONEST_EVERY_MS = 50;
/**
 * Maximum p95 response time of legitimate requests during an attack, as a multiple of their p95 response time without
 * an attack.
 */
const SLOWDOWN = 3;
/** Maximum p95 response time that is always accepted: users do not notice it, and a busy host causes it too. */
const UNNOTICED_MS = 40;
const ABANDONED = 60;

type Setup = { installation: Installation; carla: User; product: string; report: FamilyRecorders };
/** `isRefused`: the backend refuses the requests of the flood before they reach the database. */
type Attack = { what: string; flood: Flood; isRefused?: true };

/** Sends slow requests without pause, as one client. The requests of other clients must not become much slower. */
export const unfairLoad: Family = {
  name: 'unfair load',
  needs: 'a quiet host',
  async attack(_world, holds, note) {
    const installation = await startInstallation();
    try {
      const setup = await prepare(installation, { holds, note });
      for (const attack of attacks(setup)) {
        // Measure the idle server before and after the attack: other work of the host changes its response times.
        const before = percentile95(await watchStaff(installation, IDLE_MS));
        const staff = await tryFlood(setup, attack);
        const after = percentile95(await watchStaff(installation, IDLE_MS));
        compareWithIdle(setup, attack.what, percentile95(staff), Math.max(before, after));
      }
      await tryAbandoned(setup);
      await tryDeepJson(setup);
    } finally {
      await installation.stop();
    }
  },
};

const NOTHING = { seconds: 0, node: 0, postgres: 0, disk: 0 };

/**
 * Creates products, a long history of one product, a second Colaborador for the attack, and a view (SQL) that
 * anonymous clients can read.
 */
async function prepare(installation: Installation, report: FamilyRecorders): Promise<Setup> {
  const { sql } = installation;
  await addLogin(sql, 'carla@vitrine.exemplo', { name: 'Carla Dias', role: 'Colaborador' });
  const [category] = await sql<{ id: string }>(
    `insert into public.categories (name) values ('Peso') returning id`,
  );
  await sql(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      select 'Produto ' || n, 'Sub', 'Mini', repeat('Uma descrição longa. ', 20), 'SKU-' || n, $1, 10
      from generate_series(1, $2) as n`,
    [category?.id, PRODUCTS],
  );
  await sql(`create view public.vitrine_aberta as select name, description from public.products`);
  await sql(`grant select on public.vitrine_aberta to anon`);
  const [product] = await sql<{ id: string }>(
    `select id from public.products order by sku limit 1`,
  );
  for (let price = 11; price < 200; price += 1)
    await sql('update public.products set real_price = $1 where id = $2', [price, product?.id]);
  await sql('vacuum analyze');
  const carla = await signIn(installation, 'carla@vitrine.exemplo', PASSWORD);
  return { installation, carla, product: product?.id ?? '', report };
}

/**
 * Returns the attacks. The last attack sends 1,000 requests at once, without repetition. In the other attacks, each
 * connection repeats its request after each response. After an error response, the connection waits 0.2 s first.
 */
function attacks({ installation, carla, product }: Setup): Attack[] {
  const patterns = (count: number) =>
    `or=(${Array.from({ length: count }, (_, n) => `description.ilike.*a*${n}*z*`).join()})`;
  const flood = (user: User | undefined, path: string, body?: object): Flood => ({
    url: installation.url,
    method: body ? 'POST' : 'GET',
    path: `/rest/v1/${path}`,
    headers: headersOf(installation, user),
    ...(body && { body: JSON.stringify(body) }),
    connections: 40,
    until: { ms: ATTACK_MS },
  });
  const plan = {
    batch_id: '$uuid',
    area: 'products',
    selection: { search: '', filters: {}, except: [] },
    change: { kind: 'set', column: 'status', value: 'Inativo' },
  };
  const history = flood(carla, 'rpc/record_history', {
    area: 'products',
    record_id: product,
    size: 100,
  });
  return [
    {
      what: 'an anonymous client, 95 patterns',
      flood: flood(undefined, `vitrine_aberta?${patterns(95)}`),
      isRefused: true,
    },
    {
      what: 'an anonymous client, 3 patterns',
      flood: flood(undefined, `vitrine_aberta?${patterns(3)}`),
    },
    { what: 'a Colaborador, plan_change', flood: flood(carla, 'rpc/plan_change', plan) },
    { what: 'a Colaborador, record_history', flood: history },
    {
      what: 'a Colaborador, 10 patterns',
      flood: flood(carla, `products?select=id&${patterns(10)}`),
    },
    {
      what: '1,000 record_history at once',
      flood: { ...history, connections: 1_000, until: { count: 1_000 } },
    },
  ];
}

/** Floods the backend while a colleague pages through the products and an Administrador signs in. */
async function tryFlood({ installation, report }: Setup, { what, flood, isRefused }: Attack) {
  const { holds, note } = report;
  const { staff, flooded, signedIn } = await measureAttack(installation, report, {
    what,
    // The 30 s are for waiting requests: a heavy function waits for at most 20 s in its queue.
    limits: { seconds: ATTACK_MS / 1000 + 30, node: 150, postgres: 300, disk: 200 },
    attack: async () => {
      const attackers = startFlood(flood);
      const signingIn = wait(ATTACK_MS / 2).then(() => signInAs(installation));
      const responses = await watchStaff(installation, ATTACK_MS);
      return { staff: responses, flooded: await attackers, signedIn: await signingIn };
    },
  });
  const p95 = percentile95(staff);
  const longest = Math.max(...staff.map(({ ms }) => ms));
  const honest = countByStatus(staff.map(({ status }) => status));
  note(
    `  honest: ${JSON.stringify(honest)}, p95 ${p95.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
    NOTHING,
  );
  note(`  attackers: ${JSON.stringify(countByStatus(flooded.statuses))}`, NOTHING);
  const isServed = staff.length > 10 && staff.every(({ status }) => status === 200);
  holds(`${what}: no honest request fails`, isServed, honest);
  holds(`${what}: sign-in works`, signedIn.status === 200 && signedIn.ms < 2_000, [
    signedIn.status,
    signedIn.ms,
  ]);
  const isTried = flooded.statuses.includes(isRefused ? 400 : 200);
  holds(
    `${what}: some requests reach the database, or none where all are refused`,
    isTried,
    countByStatus(flooded.statuses),
  );
  const hasRetryAfter = flooded.withoutRetryAfter === 0;
  holds(`${what}: each refusal has a Retry-After header`, hasRetryAfter, flooded);
  return staff;
}

function compareWithIdle({ report }: Setup, what: string, p95: number, idle: number) {
  report.note(`  honest alone, before or after: p95 ${idle.toFixed(0)} ms`, NOTHING);
  report.holds(
    `${what}: honest requests have p95 <= ${SLOWDOWN} times idle`,
    p95 <= Math.max(UNNOTICED_MS, SLOWDOWN * idle),
    [p95, idle],
  );
}

const HEAVY_READ = `products?select=id&or=(${Array.from({ length: 10 }, (_, n) => `description.ilike.*a*${n}*z*`).join()})`;

/** Checks that the backend cancels the queries of clients that disconnect. */
async function tryAbandoned({ installation, carla, report }: Setup) {
  const { url, sql } = installation;
  const headers = headersOf(installation, carla);
  const leave = new AbortController();
  const path = `${url}/rest/v1/${HEAVY_READ}`;
  const abandoned = Array.from({ length: ABANDONED }, () =>
    fetch(path, { headers, signal: leave.signal }).catch(() => undefined),
  );
  await wait(100);
  leave.abort();
  await Promise.all(abandoned);
  await wait(1_000);
  const left = await sql<{ query: string }>(
    `select left(query, 80) as query from pg_stat_activity
      where usename = 'authenticator' and state <> 'idle'`,
  );
  report.holds(
    `${ABANDONED} abandoned requests: none of their queries runs 1 s later`,
    left.length === 0,
    left,
  );
}

/** Sends JSON nested 20,000 deep: the backend must refuse it before it reaches the database, and log no stack trace. */
async function tryDeepJson({ installation, carla, report }: Setup) {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const before = installation.output().length;
  const response = await call(installation, carla, 'save_product', {
    body: `{"product":${nested},"images":[]}`,
  });
  report.holds('JSON 20,000 deep: 400', response.status === 400, [response.status, response.text]);
  const written = installation.output().slice(before);
  report.holds(
    'JSON 20,000 deep: nothing in the log',
    !/"stack"|PGRST|54001/.test(written),
    written,
  );
}

/** Requests a page of the products as bruno every 50 ms, for `ms` milliseconds. Returns the responses. */
async function watchStaff(installation: Installation, ms: number) {
  const end = performance.now() + ms;
  const agent = new Agent({ keepAlive: true });
  const responses: Promise<AttackResponse>[] = [];
  for (let page = 1; performance.now() < end; page += 1) {
    const body = { search: '', filters: {}, order: 'name', page: (page % 20) + 1, size: 50 };
    responses.push(call(installation, installation.bruno, 'find_products', { body, agent }));
    await wait(HONEST_EVERY_MS);
  }
  const all = await Promise.all(responses);
  agent.destroy();
  return all;
}

function signInAs({ url, anonKey }: Installation) {
  return sendHttpRequest(url, 'POST', '/auth/v1/token?grant_type=password', {
    headers: { apikey: anonKey },
    agent: new Agent(),
    body: { email: 'ana@vitrine.exemplo', password: PASSWORD },
  });
}

function call(
  installation: Installation,
  user: User,
  name: string,
  { headers, ...sending }: RequestOptions,
) {
  return sendHttpRequest(installation.url, 'POST', `/rest/v1/rpc/${name}`, {
    ...sending,
    headers: { ...headersOf(installation, user), ...headers },
  });
}

function headersOf({ anonKey }: Installation, user: User | undefined): Record<string, string> {
  return {
    apikey: anonKey,
    'content-type': 'application/json',
    ...(user && { authorization: `Bearer ${user.token}` }),
  };
}

function percentile95(responses: AttackResponse[]) {
  const value = computePercentile(
    responses.map(({ ms }) => ms),
    0.95,
  );
  return Number.isNaN(value) ? Infinity : value;
}
