import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export type Target = {
  url: string;
  headers: Record<string, string>;
  method?: 'GET' | 'HEAD' | 'POST';
  body?: Buffer;
};
/** The next request: an upload needs a new name each time. */
export type NextTarget = () => Target;
export type Measured = { perSecond: number; medianMs: number; p99Ms: number };

/** Repeats requests on this many keep-alive connections, each waiting for its response. */
export async function load(
  nextTarget: NextTarget,
  connections: number,
  ms: number,
): Promise<Measured> {
  const latencies: number[] = [];
  const start = performance.now();
  await onConnections(nextTarget, connections, {
    isOver: () => performance.now() >= start + ms,
    note: (latency) => latencies.push(latency),
  });
  const seconds = (performance.now() - start) / 1000;
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / seconds,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

/** Makes this many requests. */
export async function loadTimes(nextTarget: NextTarget, connections: number, times: number) {
  let sent = 0;
  await onConnections(nextTarget, connections, {
    isOver: () => {
      sent += 1;
      return sent > times;
    },
    note: () => undefined,
  });
}

type Course = { isOver(): boolean; note(latencyMs: number): void };

async function onConnections(
  nextTarget: NextTarget,
  connections: number,
  { isOver, note }: Course,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  async function keepAsking() {
    while (!isOver()) {
      const sent = performance.now();
      await sendOnce(nextTarget(), agent);
      note(performance.now() - sent);
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, keepAsking));
  } finally {
    agent.destroy();
  }
}

/** Resolves with the number of bytes of the body; any status but 2xx is an error. */
export async function sendOnce(target: Target, agent?: Agent): Promise<number> {
  let bytes = 0;
  await exchange(target, agent, (chunk) => {
    bytes += chunk.length;
  });
  return bytes;
}

/** The body; any status but 2xx is an error. */
export async function readOnce(target: Target, agent?: Agent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await exchange(target, agent, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

function exchange(
  { url, headers, method = 'GET', body }: Target,
  agent: Agent | undefined,
  take: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = { agent, method, headers: { ...headers, ...length } };
    const sending = request(url, options, (response) => {
      response.on('data', take);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve();
        else reject(new Error(`${url} answered ${status}`));
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
