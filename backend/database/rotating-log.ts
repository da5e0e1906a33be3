import { appendFileSync, renameSync, statSync } from 'node:fs';

/** Maximum size in bytes of each of the two files: `file`, and `file`.1 with older lines. */
const MAX_BYTES = 5_000_000;

/** Opens a log of limited size. A full `file` is renamed to `file`.1, and replaces the previous `file`.1. */
export function openRotatingLog(file: string) {
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;

  function write(chunk: Buffer) {
    try {
      if (size > 0 && size + chunk.length > MAX_BYTES) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, chunk, { mode: 0o600 });
      size += chunk.length;
    } catch {
      // A full disk does not end the process: lines that cannot be written are lost.
    }
  }
  return { write };
}
