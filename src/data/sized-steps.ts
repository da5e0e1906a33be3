import { PlatformError } from './unwrap.ts';

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
