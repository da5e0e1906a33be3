import { chromium, type Browser, type Page } from 'playwright';
import { CHROMIUM_ARGS, findTestBrowser } from '../scripts/chromium.ts';
import type { User } from './user.ts';

export type PanelVisit = { page: Page; dialogs: string[]; close(): Promise<void> };

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findTestBrowser(), args: CHROMIUM_ARGS });
}

/**
 * Opens an empty page for the panel, signed in as `user` if given. `dialogs` collects the texts of the dialogs that
 * scripts open. A script of an attack either opens a dialog or sets `window.attacked`.
 */
export async function openPanel(browser: Browser, url: string, user?: User): Promise<PanelVisit> {
  const session = user && [{ name: 'vitrine:session', value: user.stored }];
  const context = await browser.newContext({
    locale: 'pt-BR',
    storageState: { cookies: [], origins: session ? [{ origin: url, localStorage: session }] : [] },
  });
  // Block requests to other hosts.
  await context.route(
    (requested) => requested.host !== new URL(url).host,
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
