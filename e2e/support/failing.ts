import type { Page, Route } from '@playwright/test';

type RouteHandler = (route: Route) => Promise<void>;

/** A failure of the platform. */
export const fail: RouteHandler = (route) =>
  route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } });

/** A lost connection. */
const disconnect: RouteHandler = (route) => route.abort();

/** A refusal whose message is not one of the panel's texts. */
const refuse: RouteHandler = (route) =>
  route.fulfill({ status: 418, json: { code: 'ZZ999', message: 'Sou uma chaleira' } });

/** The kinds of failures, with the {message} that users read. */
export const failures: readonly (readonly [RouteHandler, string])[] = [
  [fail, 'O servidor não conseguiu responder agora. Tente novamente em instantes.'],
  [disconnect, 'Sem conexão com o servidor. Verifique sua internet e tente novamente.'],
  [refuse, 'Sou uma chaleira'],
];

/** Applies to one method: with `page.route(url, only('DELETE', fail))` other requests to the same URL pass. */
export function only(method: string, response: RouteHandler): RouteHandler {
  return (route) => (route.request().method() === method ? response(route) : route.fallback());
}

/** Milliseconds: longer than the time from the loaded code of a page to its request. */
const QUIET_MS = 1_000;

/**
 * Ends the failure. A page whose prefetch failed retries once by itself: first wait until the retry has failed, or the
 * box with 'Tentar novamente' would disappear before it is pressed.
 */
export async function endFailure(page: Page, url: string | RegExp) {
  await page.waitForLoadState('networkidle');
  while (await isRequested(page, url));
  await page.unroute(url);
}

function isRequested(page: Page, url: string | RegExp): Promise<boolean> {
  return page.waitForRequest(url, { timeout: QUIET_MS }).then(
    () => true,
    () => false,
  );
}
