/** Why the backend cannot start, or a command of the machine cannot be done, in words for the person who started it: shown without a stack. */
export class StartError extends Error {}

/** A person reads this: the reason, not the stack. */
export function explainAndExit(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
