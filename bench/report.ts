import type { VisitStepTimes } from './browser/browser.ts';
import type { ComparedBuild } from './browser/builds.ts';
import type { MeasuredValue } from './browser/smoothness.ts';
import type { ComparisonResult } from './compare.ts';
import { PROFILE_MS, type SelfTimeShare } from './profile.ts';
import type { ListTimings } from './lists.ts';
import { MEMORY_REQUESTS, type MemoryUsage } from './memory.ts';
import { computeMedian } from './percentile.ts';

/**
 * Returns a table of the comparisons. A value above 1 in the column `ratio` means that the backend responds to more
 * requests a second than the floor.
 */
export function describeComparisons(compared: ComparisonResult[]) {
  return `| what | the floor does | connections | backend, req/s | floor, req/s | ratio (range of the rounds) | backend p99, ms | p99 backend / floor |
|---|---|---|---|---|---|---|---|
${compared.map(row).join('\n')}`;
}

function row({ comparison, connections, ours, floor, ratios, p99Ratios }: ComparisonResult) {
  const { name, floorName } = comparison;
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const figures = [
    connections,
    ours.perSecond.toFixed(0),
    floor.perSecond.toFixed(0),
    `${computeMedian(ratios).toFixed(2)} (${range})`,
    ours.p99Ms.toFixed(1),
    computeMedian(p99Ratios).toFixed(1),
  ];
  return `| ${name} | ${floorName} | ${figures.join(' | ')} |`;
}

/** Returns a table of the 95th percentile of every request, with a column for each size of the catalogue. */
export function describeLists(measured: ListTimings[]) {
  const [first] = measured;
  const sizes = measured.map(({ products }) => products.toLocaleString('en'));
  const rows = (first?.p95 ?? []).map(([name], index) => {
    const figures = measured.map(({ p95 }) => p95[index]?.[1].toFixed(1));
    return `| ${name} | ${figures.join(' | ')} |`;
  });
  return `Median of five runs' p95 over HTTP on one connection, milliseconds, by the number of products.

| what | ${sizes.join(' | ')} |
|---|${sizes.map(() => '---|').join('')}
${rows.join('\n')}`;
}

export function describeMemory({ atRest, samples, processorMs }: MemoryUsage) {
  const [first = 0, last = 0] = [samples[0], samples.at(-1)];
  return `${MEMORY_REQUESTS.toLocaleString('en')} pages of the list at 8 connections, resident memory of the Node process: ${atRest.toFixed(0)} MB at rest, ${first.toFixed(0)} MB after the first
${MEMORY_REQUESTS / samples.length}, ${last.toFixed(0)} MB at the end, ${Math.max(...samples).toFixed(0)} MB at most (aim: 250). Every ${MEMORY_REQUESTS / samples.length} requests: ${samples.map((mb) => mb.toFixed(0)).join(', ')}.
CPU time of the Node process per page, averaged: ${processorMs.toFixed(2)} ms.`;
}

/** Returns a table with the waiting times of a user in the panel and in the hand-written page, and with their ratio. */
export function describeBrowser(rows: VisitStepTimes[], visits: number) {
  const lines = rows.map(
    ({ step, panel, floor }) =>
      `| ${step} | ${floor.toFixed(0)} | ${panel.toFixed(0)} | ${(panel / floor).toFixed(2)} |`,
  );
  return `Chromium, ${visits} visits of each, alternating. Medians in milliseconds from the user's action to the paint of its result; 10,000 products, 50 rows, of which the first 12 fill the window.

| what | hand-written page | panel | times |
|---|---|---|---|
${lines.join('\n')}`;
}

/** Returns a table for each build except the first one. Each table compares one build with the first build. */
export function describeBuilds(first: string, compared: ComparedBuild[]) {
  const tables = compared.map(({ folder, rows }) => {
    const lines = rows.map(
      ({ step, first: ms, other, ratio, slower, pairs }) =>
        `| ${step} | ${ms.toFixed(0)} | ${other.toFixed(0)} | ${(other - ms).toFixed(0)} | ${ratio.toFixed(2)} | ${slower} of ${pairs} |`,
    );
    return `### ${folder}

| what | ${first} | ${folder} | difference | times | slower |
|---|---|---|---|---|---|
${lines.join('\n')}`;
  });
  return `Medians in milliseconds; 'times' is the median of the pairs' quotients, 'slower' the number of pairs in which the second build was slower.

${tables.join('\n\n')}`;
}

/** Returns a table of the figures with their limits. */
export function describeSmoothness(figures: MeasuredValue[]) {
  const lines = figures.map(({ what, value, unit, limit }) => {
    const shown = Number.isInteger(value) ? String(value) : value.toFixed(2);
    return `| ${what} | ${shown} ${unit} | ${limit} ${unit} |`;
  });
  return `Chromium, 10,000 products; a key or a press counts until the next paint; less than 16 ms counts as 16.

| what | panel | at most |
|---|---|---|
${lines.join('\n')}`;
}

export function describeSelfTimes(costs: SelfTimeShare[]) {
  return `Self time of the Node process over ${PROFILE_MS / 1000} s at 8 connections, by owner of the code. Wall clock: with
fewer cores than busy processes, a write to PostgreSQL's socket includes the time in which PostgreSQL runs instead.

| owner | share | slowest functions |
|---|---|---|
${costs.slice(0, 12).map(costRow).join('\n')}`;
}

function costRow({ owner, share, top }: SelfTimeShare) {
  return `| ${owner} | ${(share * 100).toFixed(1)} % | ${top.join(', ')} |`;
}
