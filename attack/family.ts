import type { World } from './world.ts';

/** One kind of attack. `attack` tries each thing once and says of every one whether the product held. */
export type Family = {
  name: string;
  /** What `npm test` cannot give it. */
  needs?: 'a browser' | 'a quiet machine';
  attack(world: World, holds: Holds): Promise<void>;
};

/**
 * @param claim what must be so, as a sentence
 * @param seen what was there instead, for the report
 */
export type Holds = (claim: string, isSo: boolean, seen?: unknown) => void;

export type Verdict = { claims: number; through: { claim: string; seen: string }[]; ms: number };

const LIMIT_MS = 150_000;

/** A family that fails to run proves nothing: that counts as something that got through. */
export async function run({ attack }: Family, world: World): Promise<Verdict> {
  const begun = Date.now();
  const verdict: Verdict = { claims: 0, through: [], ms: 0 };
  const holds: Holds = (claim, isSo, seen) => {
    verdict.claims += 1;
    if (!isSo) verdict.through.push({ claim, seen: shorten(seen) });
  };
  const limit = new AbortController();
  try {
    await Promise.race([attack(world, holds), tooLate(limit.signal)]);
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
