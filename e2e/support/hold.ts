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

/**
 * The server executes the next matching request, but its response never reaches the page. The request is a method and a
 * path, in which '*' is any text: 'POST /rest/v1/rpc/save_product'. `lost` resolves after that; `repeated` waits for
 * the response to another such request.
 */
export async function loseResponse(page: Page, request: string) {
  const [method, path = ''] = request.split(' ');
  const pattern = new RegExp(`^${path.replaceAll('*', '.*')}$`);
  const isOne = (sent: Request) =>
    sent.method() === method && pattern.test(new URL(sent.url()).pathname);
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  let isSent = false;
  await page.route(
    ({ pathname }) => pattern.test(pathname),
    async (route, sent) => {
      if (isSent || !isOne(sent)) return route.fallback();
      isSent = true;
      await route.fetch();
      await route.abort();
      return resolve();
    },
  );
  return { lost, repeated: () => page.waitForResponse((response) => isOne(response.request())) };
}
