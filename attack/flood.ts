import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { sendHttpRequest } from './send.ts';

/** A request that several connections send, from an IP address that sends no other requests. */
export type Flood = {
  url: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** In each request, a new UUID replaces the text `$uuid`. */
  body?: string;
  connections: number;
  /**
   * - `ms`: each connection repeats the request for this time
   * - `count`: all connections together send the request this many times; each request waits for a free connection
   */
  until: { ms: number } | { count: number };
};

/** The responses to a flood. `withoutRetryAfter`: number of 429 responses without a valid Retry-After header. */
export type FloodResult = { statuses: number[]; withoutRetryAfter: number };

/** The IP address that sends the flood: a loopback address. The measured requests come from another address. */
const LOCAL_ADDRESS = '127.0.0.2';
/** Pause of a connection after an error response: the connection then sends at most 5 requests a second. */
const REFUSED_WAIT_MS = 200;

/** Runs a flood in its own thread, so that it does not delay the requests that are measured. Returns its responses. */
export function startFlood(flood: Flood): Promise<FloodResult> {
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
  const flooded: FloodResult = { statuses: [], withoutRetryAfter: 0 };
  async function sendRequest() {
    const sent = body?.replace('$uuid', randomUUID());
    const { status, headers: got } = await sendHttpRequest(url, method, path, {
      agent,
      headers,
      body: sent,
    });
    flooded.statuses.push(status);
    if (status === 429 && !(Number(got['retry-after']) > 0)) flooded.withoutRetryAfter += 1;
    if (status >= 400 && 'ms' in until) await wait(REFUSED_WAIT_MS);
  }
  async function repeat() {
    do await sendRequest();
    while (performance.now() < end);
  }
  const times = 'ms' in until ? connections : until.count;
  // Abort the requests that have no response at the end.
  const over = 'ms' in until ? setTimeout(() => agent.destroy(), until.ms) : undefined;
  await Promise.all(Array.from({ length: times }, repeat));
  clearTimeout(over);
  agent.destroy();
  return flooded;
}

if (!isMainThread) {
  const flooded = await run(workerData as Flood); // `startFlood` passes a Flood
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is for `window.postMessage`
  parentPort?.postMessage(flooded);
}
