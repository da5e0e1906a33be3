import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { ROUND_MS, ROUNDS, type Compared } from './compare.ts';
import type { Cost } from './costs.ts';
import { MEMORY_REQUESTS, type Memory } from './memory.ts';
import { middle } from './numbers.ts';
import { PROFILE_MS } from './profile.ts';

export type Results = { loadBefore: number; compared: Compared[]; memory: Memory; costs: Cost[] };

/** Writes results.md and prints it. */
export async function report({ loadBefore, compared, memory, costs }: Results) {
  const text = `# Results

\`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores, Node ${process.versions.node}, load average of the minute before ${loadBefore.toFixed(1)}. Servers, PostgreSQL and
load share one machine, so only the ratios say something. The floor is a bare node:http server without roles, claims, limits, checks or a
framework, on as many database connections. Medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s each, backend and floor taking turns; PostgreSQL does not
sync (both sides), files are synced (both sides). Limits on requests and failures are lifted. Aims for the product page: ratio 0.5 or more, p99 within 3 times.

| what | the floor does | connections | backend, req/s | floor, req/s | ratio (rounds) | backend p99, ms | p99 backend / floor |
|---|---|---|---|---|---|---|---|
${compared.map(row).join('\n')}

${describeMemory(memory)}

## Where the processor time of a product page goes

Self time of the Node process over ${PROFILE_MS / 1000} s at 8 connections, by whose code it is. By the clock: where the cores are
fewer than the busy processes, a write to PostgreSQL's socket also counts the time in which PostgreSQL runs instead.

| whose | share | dearest functions |
|---|---|---|
${costs.slice(0, 12).map(costRow).join('\n')}
`;
  await writeFile(new URL('./results.md', import.meta.url), text);
  console.log(text);
}

function row({ comparison, connections, ours, floor, ratios, p99Ratios }: Compared) {
  const { name, floorName } = comparison;
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const figures = [
    connections,
    ours.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    `${middle(ratios).toFixed(2)} (${range})`,
    ours.p99Ms.toFixed(1),
    middle(p99Ratios).toFixed(1),
  ];
  return `| ${name} | ${floorName} | ${figures.join(' | ')} |`;
}

function describeMemory({ atRest, samples, processorMs }: Memory) {
  const [first = 0, last = 0] = [samples[0], samples.at(-1)];
  return `## Memory

${MEMORY_REQUESTS.toLocaleString('en')} product pages at 8 connections, resident memory of the Node process: ${atRest.toFixed(0)} MB at rest, ${first.toFixed(0)} MB after the first
${MEMORY_REQUESTS / samples.length}, ${last.toFixed(0)} MB at the end, ${Math.max(...samples).toFixed(0)} MB at most (aim: 250). Every ${MEMORY_REQUESTS / samples.length} requests: ${samples.map((mb) => mb.toFixed(0)).join(', ')}.
Processor time of the Node process for one page, over all of them: ${processorMs.toFixed(2)} ms.`;
}

function costRow({ owner, share, top }: Cost) {
  return `| ${owner} | ${(share * 100).toFixed(1)} % | ${top.join(', ')} |`;
}
