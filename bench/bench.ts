import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildPanelIfChanged } from '../scripts/build-panel.ts';
import { createAuthComparisons } from './auth.ts';
import { measureInBrowser } from './browser/browser.ts';
import { compareBuilds } from './browser/builds.ts';
import { measureSmoothness } from './browser/smoothness.ts';
import { THROTTLING_PROFILES } from './browser/visit.ts';
import {
  measureComparison,
  type ComparisonResult,
  type Comparison,
  type ComparedServers,
} from './compare.ts';
import { measureLists, CATALOGUE_SIZES, type ListTimings } from './lists.ts';
import { measureMemory } from './memory.ts';
import { startBackend, startFloorServer, startProgram } from './processes.ts';
import { measureSelfTimes } from './profile.ts';
import {
  describeBrowser,
  describeBuilds,
  describeComparisons,
  describeSelfTimes,
  describeLists,
  describeMemory,
  describeSmoothness,
} from './report.ts';
import { createRestComparisons } from './rest.ts';
import { writeResultsSection } from './results.ts';
import { createStorageComparisons } from './storage.ts';
import { withBenchDatabase, type BenchSetup } from './bench-database.ts';

// Usage: `npm run bench [-- rest auth storage memory profile lists browser navigations fill] [OPTIONS]`.
// Each part writes its section of results.md. Without names, the first five parts run, which take about five minutes.
// `--keep=FOLDER` stores the filled databases for the next run (a million products are 4 GB); the part `fill` only
// creates them. `--up-to=100000` is the largest number of products of `lists` and `fill` (1,000,000 by default).
// `browser` writes a section for each throttling profile; `--profile=4G` selects those whose names contain `4G`, and
// `--visits` sets the number of visits. With `--request=relevance`, `lists` measures only the requests whose names
// contain `relevance`, with the largest number of products, and writes no results.
//
// Usage: `npm run bench -- builds FOLDER FOLDER... [--visits=10]`.
// Compares each built panel (`vite build --outDir FOLDER`) with the first one, in every step of `browser`. Uses the
// profiles without a slow network, or the profiles that `--profile` selects. Prints the comparison and writes no
// results. Pass the same build twice to see how far the figures of equal builds differ.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'up-to': { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    profile: { type: 'string', default: '' },
    visits: { type: 'string', default: '5' },
    request: { type: 'string', default: '' },
  },
});

const PRODUCTS = 10_000;
const PARTS: Record<string, (world: BenchSetup) => Promise<[title: string, text: string]>> = {
  rest: (world) => compareWithFloors(world, 'Lists and forms', createRestComparisons),
  auth: (world) => compareWithFloors(world, 'Sign-in', createAuthComparisons),
  storage: (world) => compareWithFloors(world, 'Files', createStorageComparisons),
  memory: async (world) => ['Memory', describeMemory(await measureMemory(world))],
  profile: async (world) => [
    'Processor time of a list',
    describeSelfTimes(await measureSelfTimes(world)),
  ],
};

const [command, ...folders] = positionals;
const names = command === undefined ? Object.keys(PARTS) : command === 'builds' ? [] : positionals;
// The backend refuses to start without a built panel. For `builds`, the panels are built already.
if (command !== 'builds') await buildPanelIfChanged();
const parts = names.filter((name) => name in PARTS);
if (parts.length > 0) {
  await withBenchDatabase(
    PRODUCTS,
    async (world) => {
      for (const name of parts) {
        console.error(name);
        const load = loadavg();
        const part = await PARTS[name]?.(world);
        if (part) await writeResultsSection(...part, load);
      }
    },
    values.keep,
  );
}
const sizes = CATALOGUE_SIZES.filter((size) => size <= Number(values['up-to']));
if (names.includes('fill')) {
  for (const products of sizes)
    await withBenchDatabase(products, () => Promise.resolve(), values.keep);
}
if (names.includes('lists')) {
  const measured: ListTimings[] = [];
  for (const products of values.request ? sizes.slice(-1) : sizes) {
    let load = loadavg();
    await withBenchDatabase(
      products,
      async (world) => {
        load = loadavg();
        measured.push(await measureLists(products, world, values.request));
      },
      values.keep,
    );
    if (values.request) console.log(describeLists(measured), `load ${load.join(' ')}`);
    else await writeResultsSection('The panel at every size', describeLists(measured), load);
  }
}
if (names.includes('browser')) {
  const visits = Number(values.visits);
  for (const browserProfile of THROTTLING_PROFILES.filter(({ name }) =>
    name.includes(values.profile),
  )) {
    const load = loadavg();
    await withBenchDatabase(
      PRODUCTS,
      async (world) => {
        const rows = await measureInBrowser(world, browserProfile, visits);
        await writeResultsSection(
          `In a browser: ${browserProfile.name}`,
          describeBrowser(rows, visits),
          load,
        );
      },
      values.keep,
    );
  }
}

if (command === 'builds') {
  const profiles = THROTTLING_PROFILES.filter(({ name, network }) =>
    values.profile ? name.includes(values.profile) : !network,
  );
  for (const one of profiles) {
    const load = loadavg().map((each) => each.toFixed(1));
    await withBenchDatabase(
      PRODUCTS,
      async (world) => {
        const builds = await compareBuilds(world, folders, one, Number(values.visits));
        const text = describeBuilds(folders[0] ?? '', builds);
        console.log(`## ${one.name} (load before ${load.join(' ')})\n\n${text}\n`);
      },
      values.keep,
    );
  }
}

if (names.includes('navigations')) {
  const load = loadavg();
  await withBenchDatabase(
    PRODUCTS,
    async (world) => {
      const text = describeSmoothness(await measureSmoothness(world));
      await writeResultsSection('In a browser: large lists and many navigations', text, load);
    },
    values.keep,
  );
}

async function compareWithFloors(
  world: BenchSetup,
  title: string,
  comparisonsOf: (servers: ComparedServers) => Comparison[] | Promise<Comparison[]>,
): Promise<[string, string]> {
  const backend = await startBackend(world.env);
  const floor = await startFloorServer(world.database);
  const bare = await startProgram('bench/bare-server.ts', {
    BARE_SERVER: JSON.stringify(world.bare),
  });
  const { headers } = world.recording;
  const servers = { backend: backend.url, floor: floor.url, bare: bare.url, headers };
  try {
    const results: ComparisonResult[] = [];
    for (const comparison of await comparisonsOf(servers))
      results.push(...(await measureComparison(comparison)));
    return [title, describeComparisons(results)];
  } finally {
    await bare.stop();
    await floor.stop();
    await backend.stop();
  }
}
