import { PlatformError } from '#data/unwrap.ts';

/**
 * Runs the steps of a long operation, each with as many rows as the server manages: a step that exceeds the statement
 * timeout (57014) is repeated with a fifth of the rows, one that lost a deadlock (40P01) as it is. Both were rolled
 * back whole. Sizes below 100 are not divided further.
 */
export function sizedSteps(firstSize: number) {
  let size = firstSize;
  return async function run<Result>(step: (size: number) => Promise<Result>): Promise<Result> {
    for (let deadlocks = 0; ;) {
      try {
        return await step(size);
      } catch (error) {
        const code = error instanceof PlatformError ? error.code : '';
        if (code === '57014' && size >= 100) size = Math.ceil(size / 5);
        else if (code === '40P01' && deadlocks < MAX_DEADLOCKS) deadlocks += 1;
        else throw error;
      }
    }
  };
}

const MAX_DEADLOCKS = 5;
