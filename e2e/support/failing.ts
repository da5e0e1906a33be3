import type { Page, Route } from '@playwright/test';
import { waitForNetworkIdle } from './network-idle.ts';

type RouteHandler = (route: Route) => Promise<void>;

/** Responds with status 500, as after an internal error of the platform. */
export const respondWithServerError: RouteHandler = (route) =>
  route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } });

/** Aborts the request, as after a lost connection. */
const disconnect: RouteHandler = (route) => route.abort();

/** Responds with an error code and a message that the panel does not know. */
const refuse: RouteHandler = (route) =>
  route.fulfill({ status: 418, json: { code: 'ZZ999', message: 'Sou uma chaleira' } });

/** The kinds of failures, each with the text that replaces `{message}` in docs/requirements.csv. */
export const failureCases: readonly (readonly [RouteHandler, string])[] = [
  [
    respondWithServerError,
    'O servidor não conseguiu responder agora. Tente novamente em instantes.',
  ],
  [disconnect, 'Sem conexão com o servidor. Verifique sua internet e tente novamente.'],
  [refuse, 'Sou uma chaleira'],
];

/**
 * Limits a handler to one method: with `page.route(url, limitToMethod('DELETE', respondWithServerError))`, requests to
 * this URL with other methods pass.
 */
export function limitToMethod(method: string, response: RouteHandler): RouteHandler {
  return (route) => (route.request().method() === method ? response(route) : route.fallback());
}

/** Milliseconds to wait for another request. After its code has loaded, a page needs less time to send its request. */
const QUIET_MS = 1_000;

/**
 * Waits until the page sends no more requests to this URL, then lets requests pass again. A page whose prefetch failed
 * repeats the request once by itself. If this retry succeeded, the button 'Tentar novamente' would disappear before the
 * test clicks it.
 */
export async function endRequestFailures(page: Page, url: string | RegExp) {
  await waitForNetworkIdle(page);
  while (await isRequested(page, url));
  await page.unroute(url);
}

function isRequested(page: Page, url: string | RegExp): Promise<boolean> {
  return page.waitForRequest(url, { timeout: QUIET_MS }).then(
    () => true,
    () => false,
  );
}
