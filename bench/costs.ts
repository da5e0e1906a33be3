type CallFrame = { functionName: string; url: string };
type Node = { id: number; callFrame: CallFrame; children?: number[] };
/** A .cpuprofile of V8; times are microseconds. */
export type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };
/** `share` of the busy time; `top` lists the slowest functions. */
export type Cost = { owner: string; share: number; top: string[] };

const NOT_BUSY = new Set(['(idle)', '(root)']);

/** Self time of the last `lastMs`, by owner of the code; the slowest first. */
export function costsOf({ nodes, samples, timeDeltas }: Profile, lastMs: number): Cost[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, Map<string, number>>();
  let busy = 0;
  let left = lastMs * 1000;
  for (let index = samples.length - 1; index >= 0 && left > 0; index -= 1) {
    const delta = timeDeltas[index] ?? 0;
    left -= delta;
    const frame = frames.get(samples[index] ?? 0);
    if (!frame || NOT_BUSY.has(frame.functionName)) continue;
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
      top: dearest(functions, busy),
    }))
    .toSorted((a, b) => b.share - a.share);
}

function dearest(functions: Map<string, number>, busy: number) {
  return [...functions]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, time]) => `${name} ${((time / busy) * 100).toFixed(1)} %`);
}

/** A package, a file of the backend, a part of Node, or one function of Node's or V8's native code. */
function ownerOf({ url, functionName }: CallFrame) {
  const [, npm] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (npm) return npm;
  const [, own] = /\/(backend\/.*)$/.exec(url) ?? [];
  if (own) return own;
  if (url.startsWith('node:')) return url.replace(/^node:(internal\/)?([^/]+).*/, 'node: $2');
  return functionName === '(garbage collector)' ? 'garbage collection' : `native: ${functionName}`;
}
