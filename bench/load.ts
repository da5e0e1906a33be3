import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export type Target = {
  url: string;
  headers: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: Buffer;
};
/** What to ask next: an upload needs a new name each time. */
export type Ask = () => Target;
export type Measured = { perSecond: number; medianMs: number; p99Ms: number };

/** Asks over and over on so many kept connections, each waiting for its answer. */
export async function load(ask: Ask, connections: number, ms: number): Promise<Measured> {
  const latencies: number[] = [];
  const start = performance.now();
  await onConnections(ask, connections, {
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

/** Asks so many times. */
export async function loadTimes(ask: Ask, connections: number, times: number) {
  let asked = 0;
  await onConnections(ask, connections, {
    isOver: () => {
      asked += 1;
      return asked > times;
    },
    note: () => undefined,
  });
}

type Course = { isOver(): boolean; note(latencyMs: number): void };

async function onConnections(ask: Ask, connections: number, { isOver, note }: Course) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  async function keepAsking() {
    while (!isOver()) {
      const asked = performance.now();
      await askOnce(ask(), agent);
      note(performance.now() - asked);
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, keepAsking));
  } finally {
    agent.destroy();
  }
}

/** Resolves with the number of bytes of the body; any status but 2xx is an error. */
export function askOnce(
  { url, headers, method = 'GET', body }: Target,
  agent?: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = { agent, method, headers: { ...headers, ...length } };
    const asking = request(url, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve(bytes);
        else reject(new Error(`${url} answered ${status}`));
      });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
