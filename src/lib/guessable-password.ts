import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The same numbers as backend/auth/guessable.ts. */
const MIN_GUESSES = 1e7;
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 10 };
const OWN_WORDS = ['vitrine'];

let matchers: ZxcvbnFactory | undefined;
let loading: Promise<void> | undefined;

/** Fetches the dictionaries by which `isGuessable` judges, once; after a failure the next call fetches them again. */
export function loadMatchers(): Promise<void> {
  loading ??= fetchMatchers().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchMatchers() {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  matchers = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
    ...BOUNDS,
  });
}

/** Whether a password takes fewer than ten million guesses; false as long as the dictionaries are not there. */
export function isGuessable(password: string, words: readonly string[]): boolean {
  if (!matchers) return false;
  return matchers.check(password, [...OWN_WORDS, ...words]).guesses < MIN_GUESSES;
}
