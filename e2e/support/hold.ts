import type { Page, Request } from '@playwright/test';

/**
 * Holds the next matching request, so that a test can check the page while the request waits. `release` lets the
 * request continue, and resolves with the request once the page has sent it.
 */
export async function holdRequest(page: Page, pattern: string | RegExp) {
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
 * Lets the server execute the next matching request, but aborts the request in the page: the response is lost.
 * `request` is a method and a path, in which '*' is any text: 'POST /rest/v1/rpc/save_product'. The promise `lost`
 * resolves after the abort, `repeated` at the response to the next matching request.
 */
export async function loseResponse(page: Page, request: string) {
  const [method, path = ''] = request.split(' ');
  const pattern = new RegExp(`^${path.replaceAll('*', '.*')}$`);
  const isOne = (sent: Request) =>
    sent.method() === method && pattern.test(new URL(sent.url()).pathname);
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  const { promise: repeated, resolve: receive } = Promise.withResolvers<void>();
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
  page.on('response', (response) => {
    if (isSent && isOne(response.request())) receive();
  });
  return { lost, repeated };
}
