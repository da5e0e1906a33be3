import { resolve } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { findFreeLoopbackPort } from '../../backend/database/address.ts';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.ts';
import type { ServedBuild } from '../builds-server.ts';
import { computeMedian } from '../percentile.ts';
import { startProgram } from '../processes.ts';
import type { BenchSetup } from '../bench-database.ts';
import { uploadVisitedPictures } from './browser.ts';
import { createPanelSite } from './site.ts';
import { measureVisit, type VisitTimes, type ThrottlingProfile } from './visit.ts';

/** The times of one step in the first build and in a different build. */
export type BuildStepComparison = {
  step: string;
  /** Median in ms of the first build; `other` is the median of the different build. */
  first: number;
  other: number;
  /** Median of the quotients `other / first` of all pairs. */
  ratio: number;
  /** Number of pairs in which the different build was slower. */
  slower: number;
  pairs: number;
};

export type ComparedBuild = { folder: string; rows: BuildStepComparison[] };

/**
 * Compares built panels with the first one in a browser. Each round visits every build once, in an order that rotates.
 * The visit of the first build and the visit of a different build in the same round are a pair.
 */
export async function compareBuilds(
  world: BenchSetup,
  folders: string[],
  profile: ThrottlingProfile,
  rounds: number,
): Promise<ComparedBuild[]> {
  const builds: ServedBuild[] = [];
  for (const folder of folders)
    builds.push({ folder: resolve(folder), port: (await findFreeLoopbackPort()).port });
  const server = await startProgram(
    'bench/builds-server.ts',
    world.env,
    [],
    [JSON.stringify(builds)],
  );
  await uploadVisitedPictures(world, server.url);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    const figures = await visitInRounds(browser, builds, profile, rounds);
    const [first = [], ...others] = figures;
    return others.map((other, index) => ({
      folder: folders[index + 1] ?? '',
      rows: compareSteps(first, other),
    }));
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Visits every build in each round. Returns one list for each build, with the times of each round. */
async function visitInRounds(
  browser: Browser,
  builds: ServedBuild[],
  profile: ThrottlingProfile,
  rounds: number,
): Promise<VisitTimes[][]> {
  const figures: VisitTimes[][] = builds.map(() => []);
  // Round -1 is a warm-up, whose times are not recorded: the first visit to a server is slower than later visits.
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < builds.length; turn += 1) {
      const index = (turn + round + builds.length) % builds.length;
      const site = createPanelSite(`http://127.0.0.1:${builds[index]?.port}`);
      const visited = await measureVisit(browser, site, profile);
      if (round >= 0) figures[index]?.push(visited);
    }
    console.error(`${profile.name}: round ${round + 1} of ${rounds}`);
  }
  return figures;
}

function compareSteps(first: VisitTimes[], other: VisitTimes[]): BuildStepComparison[] {
  return Object.keys(first[0] ?? {}).map((step) => {
    const [ofFirst, ofOther] = [first, other].map((each) =>
      each.map((figures) => figures[step] ?? Number.NaN),
    ) as [number[], number[]]; // map keeps the number of elements
    const quotients = ofOther.map((ms, round) => ms / (ofFirst[round] ?? Number.NaN));
    return {
      step,
      first: computeMedian(ofFirst),
      other: computeMedian(ofOther),
      ratio: computeMedian(quotients),
      slower: quotients.filter((quotient) => quotient > 1).length,
      pairs: quotients.length,
    };
  });
}
