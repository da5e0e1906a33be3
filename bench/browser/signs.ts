import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';

/** The sign in the page of a response: a number of elements, or another text in the first of them. */
export type Sign = {
  selector: string;
  count?: number;
  changes?: true;
  filled?: true;
  text?: string;
};

declare global {
  interface Window {
    shown: Record<string, number>;
    responded: Promise<number>;
  }
}

/** From now on every document of the page records when the given number of each of these elements is first painted. */
export async function noteFirstPaints(page: Page, wanted: Record<string, [string, number]>) {
  await page.addInitScript((all) => {
    window.shown = {};
    function look() {
      for (const [name, [selector, count]] of Object.entries(all)) {
        if (name in window.shown || document.querySelectorAll(selector).length < count) continue;
        window.shown[name] = Number.NaN;
        requestAnimationFrame(() => (window.shown[name] = performance.now()));
      }
      requestAnimationFrame(look);
    }
    look();
  }, wanted);
}

/**
 * Milliseconds from the start of the navigation to that paint, read by the protocol alone: Playwright's own method runs
 * a script of 300 kB in the page first, which would disturb the measurement.
 */
export async function firstPaint(session: CDPSession, name: string): Promise<number> {
  const expression = `window.shown?.[${JSON.stringify(name)}]`;
  for (let waited = 0; waited < LIMIT_MS; waited += POLL_MS) {
    // A document that is being unloaded does not respond.
    const response = await session.send('Runtime.evaluate', { expression }).catch(() => undefined);
    const shown = Number(response?.result.value);
    if (shown > 0) return shown;
    await sleep(POLL_MS);
  }
  throw new Error(`${name} was not painted within ${LIMIT_MS} ms`);
}

const LIMIT_MS = 30_000;
const POLL_MS = 20;

/** Milliseconds from the first pointer or key event of `act` until the sign of its response is painted. */
export async function untilShown(page: Page, sign: Sign, act: () => Promise<void>) {
  await page.evaluate(listenAndWatch, sign);
  await act();
  return page.evaluate(() => window.responded);
}

/** Runs in the page: starts the clock at the first event and stops it at the paint of the sign. */
function listenAndWatch({ selector, count, changes, filled, text }: Sign) {
  const before = document.querySelector(selector)?.textContent;
  function isThere() {
    const found = [...document.querySelectorAll(selector)];
    const [first] = found;
    if (!first) return false;
    if (count) return found.length >= count;
    if (changes) return first.textContent !== before;
    // A disabled field is no response yet.
    if (filled) return first instanceof HTMLInputElement && first.value !== '';
    return found.some((each) => each.textContent.includes(text ?? ''));
  }
  window.responded = new Promise((resolve) => {
    let start = 0;
    const begin = () => (start ||= performance.now());
    for (const act of ['pointerdown', 'keydown'])
      addEventListener(act, begin, { capture: true, once: true });
    const look = () => {
      if (!start || !isThere()) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - start));
    };
    look();
  });
}
