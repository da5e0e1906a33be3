import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { send } from './send.ts';

/** One request that is sent repeatedly, from its own address. */
export type Flood = {
  url: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Each request replaces `$uuid` with a new UUID. */
  body?: string;
  connections: number;
  /** Each connection sends for this long, or this many requests are sent in all. */
  until: { ms: number } | { count: number };
};

/** The responses to the attackers. */
export type Flooded = { statuses: number[]; withoutRetryAfter: number };

/** A loopback address other than that of the honest requests. */
const LOCAL_ADDRESS = '127.0.0.2';
/** A refused connection sends again 5 times a second. */
const REFUSED_WAIT_MS = 200;

/** Runs a flood in its own thread, so that it does not delay the measured honest requests. */
export function startFlood(flood: Flood): Promise<Flooded> {
  const worker = new Worker(new URL(import.meta.url), { workerData: flood });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function run({ url, method, path, headers, body, connections, until }: Flood) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    localAddress: LOCAL_ADDRESS,
  });
  const end = 'ms' in until ? performance.now() + until.ms : 0;
  const flooded: Flooded = { statuses: [], withoutRetryAfter: 0 };
  async function sendRequest() {
    const sent = body?.replace('$uuid', randomUUID());
    const { status, headers: got } = await send(url, method, path, { agent, headers, body: sent });
    flooded.statuses.push(status);
    if (status === 429 && !(Number(got['retry-after']) > 0)) flooded.withoutRetryAfter += 1;
    if (status >= 400 && 'ms' in until) await wait(REFUSED_WAIT_MS);
  }
  async function repeat() {
    do await sendRequest();
    while (performance.now() < end);
  }
  const times = 'ms' in until ? connections : until.count;
  // Requests that still wait are aborted at the end.
  const over = 'ms' in until ? setTimeout(() => agent.destroy(), until.ms) : undefined;
  await Promise.all(Array.from({ length: times }, repeat));
  clearTimeout(over);
  agent.destroy();
  return flooded;
}

if (!isMainThread) {
  const flooded = await run(workerData as Flood); // the data of `startFlood`
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule means windows
  parentPort?.postMessage(flooded);
}
