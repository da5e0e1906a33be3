/** The reason why the backend cannot start, or why an operator's command fails. It is shown without a stack. */
export class StartError extends Error {}

/** Ends a command of the operator with its reason. Shows a stack only for a fault of the program. */
export function explainAndExit(error: unknown): never {
  console.error(reasonOf(error) ?? error);
  process.exit(1);
}

/**
 * @returns a reason that the operator can remove: a StartError, or the system's error about a file, an address or a
 * disk
 */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return error instanceof Error && 'syscall' in error && 'errno' in error
    ? `O sistema recusou: ${error.message}`
    : undefined;
}
