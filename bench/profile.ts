import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureLoad } from './load.ts';
import { startBackend } from './processes.ts';
import { createListTarget } from './panel.ts';
import type { BenchSetup } from './bench-database.ts';

export const PROFILE_MS = 10_000;
const IDLE = new Set(['(idle)', '(root)']);

type CallFrame = { functionName: string; url: string };
type Node = { id: number; callFrame: CallFrame; children?: number[] };
/** A .cpuprofile file of V8; times are microseconds. */
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };
/**
 * Self time of the functions of one owner of code (`ownerOf`): `share` of the busy time, from 0 to 1, and the three
 * slowest functions (`top`).
 */
export type SelfTimeShare = { owner: string; share: number; top: string[] };

/** Measures the self time of the backend's code while the backend serves the first page of the product list. */
export async function measureSelfTimes({
  dataDir,
  env,
  recording,
}: BenchSetup): Promise<SelfTimeShare[]> {
  const folder = join(dataDir, 'profile');
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const { url, stop } = await startBackend(env, flags);
  try {
    const target = createListTarget({ url, headers: recording.headers });
    const nextTarget = () => target;
    await measureLoad(nextTarget, 8, 2_000);
    await measureLoad(nextTarget, 8, PROFILE_MS);
  } finally {
    await stop();
  }
  const [name = ''] = await readdir(folder);
  const recorded = JSON.parse(await readFile(join(folder, name), 'utf8')) as Profile; // the format of V8
  return costsOf(recorded, PROFILE_MS);
}

/** Returns the self time of each owner of code in the last `lastMs` milliseconds, the largest share first. */
function costsOf({ nodes, samples, timeDeltas }: Profile, lastMs: number): SelfTimeShare[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, Map<string, number>>();
  let busy = 0;
  let left = lastMs * 1000;
  for (let index = samples.length - 1; index >= 0 && left > 0; index -= 1) {
    const delta = timeDeltas[index] ?? 0;
    left -= delta;
    const frame = frames.get(samples[index] ?? 0);
    if (!frame || IDLE.has(frame.functionName)) continue;
    busy += delta;
    const functions = owners.get(ownerOf(frame)) ?? new Map<string, number>();
    owners.set(ownerOf(frame), functions);
    const name = frame.functionName || 'anonymous';
    functions.set(name, (functions.get(name) ?? 0) + delta);
  }
  return [...owners]
    .map(([owner, functions]) => ({
      owner,
      share: [...functions.values()].reduce((sum, time) => sum + time, 0) / busy,
      top: slowest(functions, busy),
    }))
    .toSorted((a, b) => b.share - a.share);
}

function slowest(functions: Map<string, number>, busy: number) {
  return [...functions]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, time]) => `${name} ${((time / busy) * 100).toFixed(1)} %`);
}

/**
 * Returns the owner of a function: a package, a file of the backend, a part of Node, or the function's own name if it
 * is native.
 */
function ownerOf({ url, functionName }: CallFrame) {
  const [, npm] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (npm) return npm;
  const [, own] = /\/(backend\/.*)$/.exec(url) ?? [];
  if (own) return own;
  if (url.startsWith('node:')) return url.replace(/^node:(internal\/)?([^/]+).*/, 'node: $2');
  return functionName === '(garbage collector)' ? 'garbage collection' : `native: ${functionName}`;
}
