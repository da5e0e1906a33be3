import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';

/** An expected state of the elements that match a selector. */
export type ExpectedState = {
  selector: string;
  /** The minimum number of elements; the default is one. */
  count?: number;
  /** Expects that the text of the first element has changed. */
  changes?: true;
  /** Expects that the first element is a field with a value. */
  filled?: true;
  /** Expects an element that contains this text. */
  text?: string;
};

declare global {
  interface Window {
    shown: Record<string, number>;
    responded: Promise<Record<string, number>>;
  }
}

/**
 * Makes every later document of the page record when each `wanted` state is first painted. A state is a selector and
 * the minimum number of elements that match it, keyed by a name.
 */
export async function recordFirstPaints(page: Page, wanted: Record<string, [string, number]>) {
  await page.addInitScript((all) => {
    window.shown = {};
    function check() {
      for (const [name, [selector, count]] of Object.entries(all)) {
        if (name in window.shown || document.querySelectorAll(selector).length < count) continue;
        window.shown[name] = Number.NaN;
        requestAnimationFrame(() => (window.shown[name] = performance.now()));
      }
      requestAnimationFrame(check);
    }
    check();
  }, wanted);
}

/**
 * Returns the milliseconds from the start of the navigation to the recorded paint. Reads the time through the DevTools
 * protocol: Playwright's `evaluate` first runs a script of 300 kB in the page, which would disturb the measurement.
 */
export async function waitForFirstPaint(session: CDPSession, name: string): Promise<number> {
  const expression = `window.shown?.[${JSON.stringify(name)}]`;
  for (let waited = 0; waited < LIMIT_MS; waited += POLL_MS) {
    // Ignore a failure, because a document that is being unloaded does not respond.
    const response = await session.send('Runtime.evaluate', { expression }).catch(() => undefined);
    const shown = Number(response?.result.value);
    if (shown > 0) return shown;
    await sleep(POLL_MS);
  }
  throw new Error(`${name} was not painted within ${LIMIT_MS} ms`);
}

const LIMIT_MS = 30_000;
const POLL_MS = 20;

/** Returns the milliseconds from the first pointer or key event of `act` until each expected state is painted. */
export async function measurePaints<Name extends string>(
  page: Page,
  expected: Record<Name, ExpectedState>,
  act: () => Promise<void>,
): Promise<Record<Name, number>> {
  const states: Record<string, ExpectedState> = expected;
  await page.evaluate(listenAndWatch, states);
  await act();
  return page.evaluate(() => window.responded);
}

/** Runs in the page: measures the time from the first pointer or key event to the paint of each expected state. */
function listenAndWatch(expected: Record<string, ExpectedState>) {
  const before = Object.fromEntries(
    Object.entries(expected).map(([name, { selector }]) => [
      name,
      document.querySelector(selector)?.textContent,
    ]),
  );
  function hasState(name: string, { selector, count = 1, changes, filled, text }: ExpectedState) {
    const found = [...document.querySelectorAll(selector)];
    const [first] = found;
    if (!first || found.length < count) return false;
    if (changes) return first.textContent !== before[name];
    if (filled) return first instanceof HTMLInputElement && first.value !== '';
    return found.some((each) => each.textContent.includes(text ?? ''));
  }
  let start = 0;
  const begin = () => (start ||= performance.now());
  for (const act of ['pointerdown', 'keydown'])
    addEventListener(act, begin, { capture: true, once: true });
  const paintOf = (name: string, state: ExpectedState) =>
    new Promise<[string, number]>((resolve) => {
      const poll = () => {
        if (!start || !hasState(name, state)) requestAnimationFrame(poll);
        else requestAnimationFrame(() => resolve([name, performance.now() - start]));
      };
      poll();
    });
  window.responded = Promise.all(
    Object.entries(expected).map(([name, state]) => paintOf(name, state)),
  ).then((times) => Object.fromEntries(times));
}
