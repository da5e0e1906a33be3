import { measureLoad, type GetNextTarget, type LoadResult } from './load.ts';
import { computeMedian } from './percentile.ts';

/**
 * URLs of the compared servers, and the headers of a signed-in user for the backend. The reference for lists is `floor`
 * (bench/floor); the reference for sessions and files is `bare` (bench/bare-server.ts).
 */
export type ComparedServers = {
  backend: string;
  floor: string;
  bare: string;
  headers: Record<string, string>;
};
export type Comparison = {
  name: string;
  floorName: string;
  ours: GetNextTarget;
  floor: GetNextTarget;
};
export type ComparisonResult = {
  comparison: Comparison;
  connections: number;
  ours: LoadResult;
  floor: LoadResult;
  /** Requests a second of the backend, divided by the requests a second of the floor: one ratio for each round. */
  ratios: number[];
  /**
   * 99th percentile of the backend's latency, divided by the 99th percentile of the floor's latency: one ratio for each
   * round.
   */
  p99Ratios: number[];
};

const CONNECTIONS = [1, 8, 32];
const ROUNDS = 3;
const ROUND_MS = 1_000;
const WARM_UP_MS = 500;

/**
 * Measures backend and floor alternately with each number of connections. Only their ratio is comparable between runs,
 * because other work on the host changes both rates.
 */
export async function measureComparison(comparison: Comparison): Promise<ComparisonResult[]> {
  const results: ComparisonResult[] = [];
  for (const connections of CONNECTIONS) {
    await measureLoad(comparison.ours, connections, WARM_UP_MS);
    await measureLoad(comparison.floor, connections, WARM_UP_MS);
    const ours: LoadResult[] = [];
    const floor: LoadResult[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await measureLoad(comparison.ours, connections, ROUND_MS));
      floor.push(await measureLoad(comparison.floor, connections, ROUND_MS));
    }
    results.push({
      comparison,
      connections,
      ours: medianOf(ours),
      floor: medianOf(floor),
      ratios: ours.map(({ perSecond }, round) => perSecond / (floor[round]?.perSecond ?? 0)),
      p99Ratios: ours.map(({ p99Ms }, round) => p99Ms / (floor[round]?.p99Ms ?? 0)),
    });
  }
  return results;
}

/** Returns a function that returns the same GET request each time. */
export function createRepeatedGetRequest(
  url: string,
  headers: Record<string, string> = {},
): GetNextTarget {
  const target = { url, headers };
  return () => target;
}

function medianOf(rounds: LoadResult[]): LoadResult {
  return {
    perSecond: computeMedian(rounds.map(({ perSecond }) => perSecond)),
    medianMs: computeMedian(rounds.map(({ medianMs }) => medianMs)),
    p99Ms: computeMedian(rounds.map(({ p99Ms }) => p99Ms)),
  };
}
