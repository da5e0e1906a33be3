import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Fewer guesses than that an attacker tries in hours, even against the stored hash. */
const MIN_GUESSES = 1e7;
/** Bounds of the time: it grows with the square of the letters and with the letters read for others. */
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 10 };
/** Known to everybody who attacks this installation. */
const OWN_WORDS = ['vitrine'];

let matchers: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether a password takes fewer than ten million guesses: by lists of passwords and of Portuguese words and names,
 * repeats, sequences, keyboards, dates, and the words that belong to its owner. Takes up to 20 ms of processor time.
 */
export async function isGuessable(password: string, words: readonly string[]) {
  matchers ??= loadMatchers();
  return (await matchers).check(password, [...OWN_WORDS, ...words]).guesses < MIN_GUESSES;
}

/** 4 MB of dictionaries, which a start need not wait for. */
async function loadMatchers() {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
    ...BOUNDS,
  });
}
