/**
 * Returns a `fetch` that repeats a request at most five times after a deadlock (SQLSTATE 40P01, PostgREST: status 500).
 * Each request of the data API is one transaction: PostgreSQL rolled it back, so nothing was written.
 */
export function withDeadlockRetry(send: typeof fetch): typeof fetch {
  return async function sendPastDeadlocks(input, init) {
    for (let deadlocks = 0; ; deadlocks += 1) {
      const response = await send(input, init);
      if (deadlocks === MAX_DEADLOCKS || !(await isDeadlock(response))) return response;
    }
  };
}

const MAX_DEADLOCKS = 5;

async function isDeadlock(response: Response): Promise<boolean> {
  return response.status === 500 && /"code":\s*"40P01"/.test(await response.clone().text());
}
