import type { Page, Request } from '@playwright/test';

/**
 * Holds the next matching request until it is released, so that the state in between can be checked. `release`
 * continues the request and returns it; it must be sent within the test.
 */
export async function hold(page: Page, pattern: string | RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: request, resolve: receive } = Promise.withResolvers<Request>();
  await page.route(
    pattern,
    async (route) => {
      receive(route.request());
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return {
    release() {
      release();
      return request;
    },
  };
}

/** The server executes the next matching request, but its response never reaches the page. */
export async function loseResponse(page: Page, pattern: string | RegExp) {
  await page.route(
    pattern,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}
