import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cloneDatabase,
  runAs,
  STAFF,
  STAFF_PASSWORD,
  startTestCluster,
} from '../backend/testing/cluster.ts';
import type { Superuser } from '../backend/database/setup.ts';
import { askOnce, load, type Measured, type Target } from './load.ts';
import { PAGE, readPageStatement } from './page-statement.ts';
import { startProgram } from './processes.ts';

/**
 * `node bench/rest.ts`: the product page under row-level security against a bare server that runs the same SQL
 * without roles. Both take turns within one run, so that what counts is their ratio. Takes about a minute.
 */
const CONNECTIONS = [1, 8, 32];
const ROUNDS = 3;
const ROUND_MS = 3_000;
const WARM_UP_MS = 1_500;
const NO_LIMIT = '100000000';
/** Of the minute before: above zero, something else was running too. */
const [LOAD_BEFORE = 0] = loadavg();

type Round = { rest: Measured; bare: Measured };

const cluster = await startTestCluster();
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
try {
  const database = await cloneDatabase(cluster.superuser, 'staff');
  const rows = await readFile(new URL('./catalogue-rows.sql', import.meta.url), 'utf8');
  await runAs(database, (client) => client.query(rows));
  await report(await compare(database));
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function compare(database: Superuser) {
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: toUrl(database),
    PORT: '0',
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: NO_LIMIT,
  };
  const { statement, anonKey } = await readPageStatement(env);
  const backend = await startProgram('backend/main.ts', env);
  const bare = await startProgram('bench/bare-server.ts', {
    BARE_SERVER: JSON.stringify({ connection: database, ...statement }),
  });
  try {
    const headers = await signIn(backend.url, anonKey);
    const targets = {
      rest: { url: `${backend.url}${PAGE}`, headers },
      bare: { url: bare.url, headers: {} },
    };
    await assertSameBody(targets);
    const results = new Map<number, Round[]>();
    for (const connections of CONNECTIONS)
      results.set(connections, await rounds(targets, connections));
    return results;
  } finally {
    await bare.stop();
    await backend.stop();
  }
}

async function rounds(targets: { rest: Target; bare: Target }, connections: number) {
  await load(targets.rest, connections, WARM_UP_MS);
  await load(targets.bare, connections, WARM_UP_MS);
  const found: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rest = await load(targets.rest, connections, ROUND_MS);
    const bare = await load(targets.bare, connections, ROUND_MS);
    found.push({ rest, bare });
  }
  return found;
}

async function signIn(url: string, anonKey: string) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: STAFF[0].email, password: STAFF_PASSWORD }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string }; // GoTrue's answer
  return { apikey: anonKey, authorization: `Bearer ${token}`, prefer: 'count=exact' };
}

/** Row-level security hides nothing from staff: both must send the same bytes. */
async function assertSameBody(targets: { rest: Target; bare: Target }) {
  const [rest, bare] = [await askOnce(targets.rest), await askOnce(targets.bare)];
  if (rest !== bare || rest < 10_000) throw new Error(`Bodies differ: ${rest} and ${bare} bytes`);
}

async function report(results: Map<number, Round[]>) {
  const lines = [...results].map(([connections, found]) => {
    const rest = middle(found.map((round) => round.rest.perSecond));
    const bare = middle(found.map((round) => round.bare.perSecond));
    const ratios = found.map((round) => round.rest.perSecond / round.bare.perSecond);
    const p95 = middle(found.map((round) => round.rest.p95Ms));
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    return `| ${connections} | ${rest.toFixed(0)} | ${bare.toFixed(0)} | ${middle(ratios).toFixed(2)} (${spread}) | ${p95.toFixed(1)} |`;
  });
  const text = `# Results

A page of 50 products out of 1,000 with category, main picture and exact count: the backend under row-level security, and a bare
node:http server that runs the same SQL on as many connections without roles. \`node bench/rest.ts\`: medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s
each, taking turns; server, PostgreSQL and load on one machine (${availableParallelism()} cores, Node ${process.versions.node}, load average before: ${LOAD_BEFORE.toFixed(1)}). Only the ratio says something: the aim is 0.5.

| connections | backend, requests/s | bare, requests/s | ratio (lowest–highest round) | backend p95, ms |
|---|---|---|---|---|
${lines.join('\n')}
`;
  await writeFile(new URL('./results.md', import.meta.url), text);
  console.log(text);
}

function middle(numbers: number[]) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function toUrl({ host, port, user, password, database }: Superuser) {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
