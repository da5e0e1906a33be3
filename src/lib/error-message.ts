/** Returns the message of an error, or the text of a thrown value that is not an `Error`. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
