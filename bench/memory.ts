import { execFileSync } from 'node:child_process';
import { sendRequests } from './load.ts';
import { startBackend } from './processes.ts';
import { createListTarget } from './panel.ts';
import type { BenchSetup } from './bench-database.ts';

/**
 * Measurements of the Node process: resident MB before the load (`atRest`) and at intervals during it (`samples`), and
 * CPU milliseconds per request (`processorMs`).
 */
export type MemoryUsage = { atRest: number; samples: number[]; processorMs: number };

export const MEMORY_REQUESTS = 50_000;
const SAMPLES = 20;

/**
 * Measures memory and CPU time of a fresh backend while it responds to 50,000 requests for the first page of the
 * product list.
 */
export async function measureMemory({ env, recording }: BenchSetup): Promise<MemoryUsage> {
  const { url, pid, stop } = await startBackend(env);
  try {
    const target = createListTarget({ url, headers: recording.headers });
    const page = () => target;
    const atRest = residentMegabytes(pid);
    const before = processorSeconds(pid);
    const samples: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      await sendRequests(page, 8, MEMORY_REQUESTS / SAMPLES);
      samples.push(residentMegabytes(pid));
    }
    const spent = processorSeconds(pid) - before;
    return { atRest, samples, processorMs: (spent * 1000) / MEMORY_REQUESTS };
  } finally {
    await stop();
  }
}

function residentMegabytes(pid: number) {
  return readProcess('rss', pid) / 1024;
}

/** Returns the process's CPU time in whole seconds, all threads included. */
function processorSeconds(pid: number) {
  return readProcess('times', pid);
}

function readProcess(column: string, pid: number) {
  return Number(execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }));
}
