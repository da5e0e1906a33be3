import { createSizedRunner } from '#data/sized-steps.ts';
import type { Work } from './batch.queries.ts';

/**
 * Sends rows in parts within the body limit of the server. After a statement timeout, a part is sent again with fewer
 * rows; the server counts a repeated row once.
 */
export async function sendInParts<Row>(
  rows: readonly Row[],
  { onProgress, signal }: Work,
  send: (part: Row[]) => Promise<void>,
) {
  const run = createSizedRunner(1000);
  for (let sent = 0; sent < rows.length; onProgress(sent / rows.length)) {
    signal.throwIfAborted();
    const first = sent;
    sent += await run(async (size) => {
      const part = bodyPart(rows.slice(first, first + size));
      await send(part);
      return part.length;
    });
  }
}

/** Returns the first rows that together have less than 1 MB, the default body limit; at least one row. */
function bodyPart<Row>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  // A character may have several bytes: count 1.5 for each, and stay far below the limit.
  const end = rows.findIndex((row) => (bytes += JSON.stringify(row).length * 1.5) > 600_000);
  return rows.slice(0, end === -1 ? undefined : Math.max(end, 1));
}
