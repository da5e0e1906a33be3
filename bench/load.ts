import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export type Target = { url: string; headers: Record<string, string> };
export type Measured = { perSecond: number; medianMs: number; p95Ms: number };

/** Asks one address over and over on so many kept connections, each waiting for its answer. */
export async function load(target: Target, connections: number, ms: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + ms;
  await Promise.all(Array.from({ length: connections }, ask));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / seconds,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
  };

  async function ask() {
    while (performance.now() < end) {
      const asked = performance.now();
      await askOnce(target, agent);
      latencies.push(performance.now() - asked);
    }
  }
}

/** Resolves with the number of bytes of the body; any status but 2xx is an error. */
export function askOnce({ url, headers }: Target, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers }, (response) => {
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
    asking.end();
  });
}
