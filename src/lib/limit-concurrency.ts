/** Returns a function that runs tasks, at most `limit` at the same time, and starts them in the order of the calls. */
export function limitConcurrency(limit: number) {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
