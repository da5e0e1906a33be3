/** Why the backend cannot start, or a command of the machine cannot be done, in words for the person who started it: shown without a stack. */
export class StartError extends Error {}

/** Ends a command of the operator with its reason; with a stack only for a fault of the program. */
export function explainAndExit(error: unknown): never {
  console.error(reasonOf(error) ?? error);
  process.exit(1);
}

/** @returns what an operator can put right: a StartError, or what the system said of a file, an address or a disk */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return error instanceof Error && 'syscall' in error && 'errno' in error
    ? `O sistema recusou: ${error.message}`
    : undefined;
}
