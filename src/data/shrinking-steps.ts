import { PlatformError } from './unwrap.ts';

/**
 * Returns a function that runs one step of a long operation. The step receives the number of rows to process. After a
 * statement timeout (57014) the step, which was rolled back, is repeated with a fifth of the rows. Later steps keep
 * this number. The function throws all other errors, and the timeout of a step with fewer than 100 rows.
 */
export function createShrinkingStepRunner(firstSize: number) {
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
