import { PlatformError } from '#data/unwrap.ts';

/**
 * Runs the steps of a long operation, each with as many rows as the server can process. After a statement timeout
 * (57014) the step, which was rolled back, is repeated with a fifth of the rows. Steps below 100 rows are not divided
 * further.
 */
export function sizedSteps(firstSize: number) {
  let size = firstSize;
  return async function run<Result>(step: (size: number) => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await step(size);
      } catch (error) {
        if (!(error instanceof PlatformError && error.code === '57014' && size >= 100)) throw error;
        size = Math.ceil(size / 5);
      }
    }
  };
}

/** Parts of at most 1,000 rows and less than 1 MB, the default body limit of the server. */
export function* bodyParts<Row>(all: readonly Row[]): Generator<Row[]> {
  let part: Row[] = [];
  let size = 0;
  for (const one of all) {
    // A character may have more than one byte.
    const bytes = JSON.stringify(one).length * 1.5;
    if (part.length === 1000 || (part.length > 0 && size + bytes > 600_000)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(one);
    size += bytes;
  }
  if (part.length > 0) yield part;
}
