import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { computeMedian, computePercentile } from './percentile.ts';

export type Target = {
  url: string;
  headers: Record<string, string>;
  method?: 'GET' | 'HEAD' | 'POST';
  body?: Buffer;
};
/**
 * A function that returns the request to send next. Each call can return a different request: for example, each upload
 * needs a new name.
 */
export type GetNextTarget = () => Target;
/** Returns a function that returns the next id at each call; after the last id, it begins again. */
export function createIdCycle(ids: string[]): () => string {
  let calls = 0;
  return () => ids[calls++ % ids.length] ?? '';
}

export type LoadResult = { perSecond: number; medianMs: number; p99Ms: number };

/**
 * Sends requests for `ms` milliseconds on `connections` keep-alive connections, one at a time on each. Returns the rate
 * and the latencies.
 */
export async function measureLoad(
  nextTarget: GetNextTarget,
  connections: number,
  ms: number,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const start = performance.now();
  await onConnections(nextTarget, connections, {
    isOver: () => performance.now() >= start + ms,
    record: (latency) => latencies.push(latency),
  });
  const seconds = (performance.now() - start) / 1000;
  return {
    perSecond: latencies.length / seconds,
    medianMs: computeMedian(latencies),
    p99Ms: computePercentile(latencies, 0.99),
  };
}

/** Sends `times` requests on `connections` keep-alive connections, without measuring them. */
export async function sendRequests(nextTarget: GetNextTarget, connections: number, times: number) {
  let sent = 0;
  await onConnections(nextTarget, connections, {
    isOver: () => {
      sent += 1;
      return sent > times;
    },
    record: () => undefined,
  });
}

type Run = { isOver(): boolean; record(latencyMs: number): void };

async function onConnections(
  nextTarget: GetNextTarget,
  connections: number,
  { isOver, record }: Run,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  async function keepSending() {
    while (!isOver()) {
      const sent = performance.now();
      await sendAndCountBytes(nextTarget(), agent);
      record(performance.now() - sent);
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, keepSending));
  } finally {
    agent.destroy();
  }
}

/** Sends a request and returns the number of bytes of the body. Throws unless the status is 2xx. */
export async function sendAndCountBytes(target: Target, agent?: Agent): Promise<number> {
  let bytes = 0;
  await send(target, agent, (chunk) => {
    bytes += chunk.length;
  });
  return bytes;
}

/** Sends a request and returns the body. Throws unless the status is 2xx. */
export async function readResponseBody(target: Target, agent?: Agent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await send(target, agent, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

function send(
  { url, headers, method = 'GET', body }: Target,
  agent: Agent | undefined,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = { agent, method, headers: { ...headers, ...length } };
    const sent = request(url, options, (response) => {
      response.on('data', onChunk);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve();
        else reject(new Error(`${url} responded with ${status}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
