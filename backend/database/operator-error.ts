/**
 * The reason why the backend cannot start, or why a command of the operator fails. The reason is shown without a stack.
 */
export class OperatorError extends Error {}

/**
 * Prints the reason why a command of the operator fails, and ends the process with exit code 1. Prints a stack only for
 * a fault of the program.
 */
export function printReasonAndExit(error: unknown): never {
  console.error(getOperatorErrorMessage(error) ?? error);
  process.exit(1);
}

/**
 * @returns the message of an error whose cause the operator can remove: an OperatorError, or the system's error about a
 * file, an address or a disk; undefined for a fault of the program
 */
export function getOperatorErrorMessage(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error && 'syscall' in error && 'errno' in error
    ? `O sistema recusou: ${error.message}`
    : undefined;
}
