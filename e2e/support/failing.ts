import type { Page, Route } from '@playwright/test';

type Answer = (route: Route) => Promise<void>;

/** The platform breaks down. */
export const fail: Answer = (route) =>
  route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } });

/** The connection breaks down. */
const disconnect: Answer = (route) => route.abort();

/** The platform refuses with words that the panel does not know. */
const refuse: Answer = (route) =>
  route.fulfill({ status: 418, json: { code: 'ZZ999', message: 'Sou uma chaleira' } });

/** How a call can fail, and the {message} that people then read. */
export const failures: readonly (readonly [Answer, string])[] = [
  [fail, 'O servidor não conseguiu responder agora. Tente novamente em instantes.'],
  [disconnect, 'Sem conexão com o servidor. Verifique sua internet e tente novamente.'],
  [refuse, 'Sou uma chaleira'],
];

/** `page.route(address, only('DELETE', fail))`: other calls to the same address pass. */
export function only(method: string, answer: Answer): Answer {
  return (route) => (route.request().method() === method ? answer(route) : route.fallback());
}

/** Longer than a page takes from code that has arrived to the request that it makes. */
const QUIET_MS = 1_000;

/**
 * The platform works again. A page that read ahead in vain reads once more by itself: that must have
 * failed too before, or the box with 'Tentar novamente' would be gone by the time it is pressed.
 */
export async function mend(page: Page, address: string | RegExp) {
  await page.waitForLoadState('networkidle');
  while (await isAsked(page, address));
  await page.unroute(address);
}

function isAsked(page: Page, address: string | RegExp): Promise<boolean> {
  return page.waitForRequest(address, { timeout: QUIET_MS }).then(
    () => true,
    () => false,
  );
}
