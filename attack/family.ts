import type { World } from './world.ts';

/** One kind of attack. `attack` makes each attempt once and records whether the product held. */
export type Family = {
  name: string;
  /** Requirements that `npm test` cannot meet. */
  needs?: 'a browser' | 'a quiet host';
  /** It waits for minutes: it begins first and runs beside the others. */
  inBackground?: true;
  attack(world: World, holds: Holds, note: Note): Promise<void>;
};

/**
 * @param claim the required fact, as a sentence
 * @param seen what was observed instead, for the report
 */
export type Holds = (claim: string, isSo: boolean, seen?: unknown) => void;

/** The cost of an attack: time, and the peak growth of memory and disk in MB. */
export type Cost = { seconds: number; node: number; postgres: number; disk: number };
export type Note = (what: string, cost: Cost) => void;
export type Report = { holds: Holds; note: Note };

export type Verdict = {
  claims: number;
  through: { claim: string; seen: string }[];
  costs: [what: string, cost: Cost][];
  ms: number;
};

const LIMIT_MS = 200_000;

/** A family that fails to run proves nothing: it counts as a successful attack. */
export async function run({ attack }: Family, world: World): Promise<Verdict> {
  const begun = Date.now();
  const verdict: Verdict = { claims: 0, through: [], costs: [], ms: 0 };
  const holds: Holds = (claim, isSo, seen) => {
    verdict.claims += 1;
    if (!isSo) verdict.through.push({ claim, seen: shorten(seen) });
  };
  const note: Note = (what, cost) => verdict.costs.push([what, cost]);
  const limit = new AbortController();
  try {
    await Promise.race([attack(world, holds, note), tooLate(limit.signal)]);
  } catch (error) {
    holds('the attack runs to its end', false, error instanceof Error ? error.stack : error);
  } finally {
    limit.abort();
  }
  return { ...verdict, ms: Date.now() - begun };
}

function tooLate(signal: AbortSignal) {
  return new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), LIMIT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

function shorten(seen: unknown) {
  const text = typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? '');
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
