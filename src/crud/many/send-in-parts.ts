import { createShrinkingStepRunner } from '#data/shrinking-steps.ts';
import type { TaskOptions } from './batch.queries.ts';

/**
 * Splits the rows into parts that fit into the server's default body limit, and calls `send` with each part. After a
 * statement timeout, sends the part again with fewer rows. After a lost response, the caller can send all rows again,
 * because the server stores each row once.
 */
export async function sendInParts<Row>(
  rows: readonly Row[],
  { onProgress, signal }: TaskOptions,
  send: (part: Row[]) => Promise<void>,
) {
  const run = createShrinkingStepRunner(1000);
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

/** Returns the first rows that together stay below 1 MB, the default body limit of the server; at least one row. */
function bodyPart<Row>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  // Estimate 1.5 bytes for each character, because some have several bytes. Stop at 600 kB, far below the limit.
  const end = rows.findIndex((row) => (bytes += JSON.stringify(row).length * 1.5) > 600_000);
  return rows.slice(0, end === -1 ? undefined : Math.max(end, 1));
}
