import { execFileSync } from 'node:child_process';
import { get } from './compare.ts';
import { loadTimes } from './load.ts';
import { startBackend } from './processes.ts';
import { PAGE } from './recording.ts';
import type { World } from './world.ts';

/** Resident memory of the Node process in MB: at rest, then after every so many requests. */
export type Memory = { atRest: number; samples: number[] };

export const MEMORY_REQUESTS = 50_000;
const SAMPLES = 20;

/** Asks a fresh backend for the product page 50,000 times. */
export async function measureMemory({ env, recording }: World): Promise<Memory> {
  const { url, pid, stop } = await startBackend(env);
  try {
    const ask = get(`${url}${PAGE}`, { ...recording.headers, prefer: 'count=exact' });
    const atRest = residentMegabytes(pid);
    const samples: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await loadTimes(ask, 8, MEMORY_REQUESTS / SAMPLES);
      samples.push(residentMegabytes(pid));
    }
    return { atRest, samples };
  } finally {
    await stop();
  }
}

function residentMegabytes(pid: number) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
