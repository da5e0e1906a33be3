import { appendFileSync, renameSync, statSync } from 'node:fs';

/** There are two files of this size at most: the one that is written to, and the one before it. */
const MAX_BYTES = 5_000_000;

/** A log that never grows beyond a bound: when `file` is full it becomes `file`.1, in place of the last one. */
export function openLog(file: string) {
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
      // A full disk is no reason to end: what could not be written down is lost.
    }
  }
  return { write };
}
