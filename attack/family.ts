import type { AttackTarget } from './attack-target.ts';

/** Attacks of one kind. `attack` makes the attempts, and records with `holds` whether the product resisted. */
export type Family = {
  name: string;
  /** The requirement of the family that `npm test` cannot meet. `npm test` skips a family with a requirement. */
  needs?: 'a browser' | 'a quiet host';
  /** Whether the family starts first and runs in parallel with the other families, because it takes minutes. */
  isBackground?: true;
  attack(world: AttackTarget, holds: AssertionRecorder, note: CostRecorder): Promise<void>;
};

/**
 * The function that records an assertion.
 *
 * @param claim the required fact, as a sentence
 * @param seen the observed value, for the report
 */
export type AssertionRecorder = (claim: string, isTrue: boolean, seen?: unknown) => void;

/** The cost of an attack: its duration in seconds, and the peak growth of memory (Node, PostgreSQL) and disk in MB. */
export type Cost = { seconds: number; node: number; postgres: number; disk: number };
export type CostRecorder = (what: string, cost: Cost) => void;
export type FamilyRecorders = { holds: AssertionRecorder; note: CostRecorder };

export type FamilyResult = {
  claims: number;
  breaches: { claim: string; seen: string }[];
  costs: [what: string, cost: Cost][];
  ms: number;
};

const LIMIT_MS = 200_000;

/** Runs a family. A family that throws or exceeds the time limit counts as a breach, because it has proved nothing. */
export async function runFamily({ attack }: Family, world: AttackTarget): Promise<FamilyResult> {
  const begun = Date.now();
  const verdict: FamilyResult = { claims: 0, breaches: [], costs: [], ms: 0 };
  const holds: AssertionRecorder = (claim, isTrue, seen) => {
    verdict.claims += 1;
    if (!isTrue) verdict.breaches.push({ claim, seen: shorten(seen) });
  };
  const note: CostRecorder = (what, cost) => verdict.costs.push([what, cost]);
  const limit = new AbortController();
  try {
    await Promise.race([attack(world, holds, note), rejectAfterLimit(limit.signal)]);
  } catch (error) {
    holds('the attack runs to its end', false, error instanceof Error ? error.stack : error);
  } finally {
    limit.abort();
  }
  return { ...verdict, ms: Date.now() - begun };
}

function rejectAfterLimit(signal: AbortSignal) {
  return new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The family took longer than ${LIMIT_MS} ms.`)),
      LIMIT_MS,
    );
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

function shorten(seen: unknown) {
  const text = typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? '');
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
