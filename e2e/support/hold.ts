import type { Page } from '@playwright/test';

/** Keeps the next matching request waiting until it is released, so that the state in between can be seen. */
export async function hold(page: Page, pattern: string | RegExp) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const request = page.waitForRequest(pattern);
  await page.route(
    pattern,
    async (route) => {
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
