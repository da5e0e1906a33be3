import { chromium, type Browser, type Page } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.ts';
import type { Person } from './person.ts';

export type Visit = { page: Page; dialogs: string[]; close(): Promise<void> };

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
}

/** A window of the panel, signed in as a person when one is given; `dialogs` notes what a script would open. */
export async function enterPanel(browser: Browser, url: string, person?: Person): Promise<Visit> {
  const session = person && [{ name: 'vitrine:session', value: person.stored }];
  const context = await browser.newContext({
    locale: 'pt-BR',
    storageState: { cookies: [], origins: session ? [{ origin: url, localStorage: session }] : [] },
  });
  // Nothing leaves this machine: what a payload would call is refused here and seen by its trace in the page.
  await context.route(
    (address) => address.host !== new URL(url).host,
    (route) => route.abort(),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return { page, dialogs, close: () => context.close() };
}
