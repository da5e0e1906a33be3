import type { Page, Request } from '@playwright/test';

/**
 * Keeps the next matching request waiting until it is released, so that the state in between can be
 * seen for as long as that takes. `release` answers the request, which has to come within the test.
 */
export async function hold(page: Page, pattern: string | RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: request, resolve: arrive } = Promise.withResolvers<Request>();
  await page.route(
    pattern,
    async (route) => {
      arrive(route.request());
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

/** The server carries out the next matching request, but its response never reaches the page. */
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
