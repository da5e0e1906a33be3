import { expect, type Page, type Request } from '@playwright/test';

/** The requests of a page that have no complete response yet, and the time of the latest event of a request. */
type Traffic = { inFlight: Set<Request>; changedAt: number };

const QUIET_MS = 500;
const traffic = new WeakMap<Page, Traffic>();

/** Records the requests of a page. `waitForNetworkIdle` needs this record. */
export function trackRequests(page: Page) {
  const state: Traffic = { inFlight: new Set(), changedAt: Date.now() };
  const change = (apply: (request: Request) => void) => (request: Request) => {
    apply(request);
    state.changedAt = Date.now();
  };
  page.on(
    'request',
    change((request) => state.inFlight.add(request)),
  );
  page.on(
    'requestfinished',
    change((request) => state.inFlight.delete(request)),
  );
  page.on(
    'requestfailed',
    change((request) => state.inFlight.delete(request)),
  );
  traffic.set(page, state);
}

/**
 * Waits until the page has no request in flight for 500 ms. Unlike `waitForLoadState('networkidle')`, this function
 * also waits if the page was idle before: the load state of a document stays reached after the first time.
 */
export async function waitForNetworkIdle(page: Page) {
  const state = traffic.get(page);
  if (!state) throw new Error('The requests of this page are not tracked');
  await expect
    .poll(() => state.inFlight.size === 0 && Date.now() - state.changedAt >= QUIET_MS)
    .toBe(true);
}
