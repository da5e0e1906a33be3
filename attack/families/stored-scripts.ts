import { startBackendWithDatabase } from '../backend-process.ts';
import { openPanel, openBrowser, type PanelVisit } from '../browser.ts';
import type { Page } from 'playwright';
import type { Family, AssertionRecorder } from '../family.ts';
import { signIn } from '../user.ts';
import { PASSWORD } from '../attack-target.ts';
import { insertScripts, type ScriptRowIds } from '../script-payloads.ts';
import { withSqlRunner } from '../sql.ts';

/** Stores scripts in the texts that the panel shows. The panel must show them as text, and no script may run. */
export const storedScripts: Family = {
  name: 'stored scripts',
  needs: 'a browser',
  async attack({ cluster }, holds) {
    const backend = await startBackendWithDatabase(cluster);
    const browser = await openBrowser();
    try {
      const ids = await withSqlRunner(backend.database, insertScripts);
      const ana = await signIn(backend, 'ana@vitrine.exemplo', PASSWORD);
      const visit = await openPanel(browser, backend.url, ana);
      for (const path of pagesOf(ids)) await tryPage(visit, holds, backend.url, path);
      await tryBell(visit, holds, backend.url);
      await trySearch(visit, holds, backend.url);
      await tryUrls(visit, holds, backend.url);
      await visit.close();
    } finally {
      await browser.close();
      await backend.stop();
    }
  },
};

function pagesOf(ids: ScriptRowIds) {
  return [
    '/dashboard',
    '/perfil',
    '/produtos',
    `/produtos/editar/${ids.product}`,
    '/categorias',
    `/categorias/editar/${ids.category}`,
    '/distribuidores',
    `/distribuidores/editar/${ids.distribuidor}`,
    '/parceiros',
    `/parceiros/editar/${ids.parceiro}`,
    '/usuarios',
    `/usuarios/editar/${ids.profile}`,
    '/notificacoes',
    `/notificacoes/editar/${ids.notificacao}`,
    '/banners',
    `/banners/editar/${ids.banner}`,
  ];
}

async function tryPage(
  { page, dialogs }: PanelVisit,
  holds: AssertionRecorder,
  url: string,
  path: string,
) {
  const name = path.replace(/[^/]*\d[^/]*$/, '…');
  await page.goto(url + path);
  holds(`${name} shows the payload`, await showsPayload(page), await page.innerText('body'));
  await judge({ page, dialogs }, holds, name);
}

/**
 * Waits up to 10 s. Returns whether the page shows the payload, as text or in a field. Polls, because the page's policy
 * blocks `waitForFunction`.
 */
async function showsPayload(page: Page) {
  for (
    const deadline = Date.now() + 10_000;
    Date.now() < deadline;
    await page.waitForTimeout(100)
  ) {
    const isShown = await page.evaluate(
      () =>
        document.body.innerText.includes('attacked') ||
        [...document.querySelectorAll('input')].some(({ value }) => value.includes('attacked')),
    );
    if (isShown) return true;
  }
  return false;
}

async function judge(
  { page, dialogs }: Omit<PanelVisit, 'close'>,
  holds: AssertionRecorder,
  where: string,
) {
  const seen = await page.evaluate(() => ({
    attacked: 'attacked' in window,
    created: document.querySelectorAll(
      '[onerror], [onload], [onclick], img[src="x"], iframe, object, embed, body script, form[action*="evil"]',
    ).length,
    links: [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
    pictures: [...document.querySelectorAll('img')].map((picture) => picture.src),
    styles: [...document.querySelectorAll('[style]')].map(
      (element) => element.getAttribute('style') ?? '',
    ),
  }));
  holds(`${where}: no script ran`, !seen.attacked && dialogs.length === 0, dialogs);
  holds(`${where}: no text became an element`, seen.created <= OWN_SCRIPTS, seen.created);
  holds(
    `${where}: every link is a safe URL`,
    seen.links.every(
      (link) => /^(https?:\/\/|\/|#|mailto:|tel:)/i.test(link) && !link.startsWith('//'),
    ),
    seen.links,
  );
  holds(
    `${where}: every picture has a safe URL`,
    seen.pictures.every((src) => /^(https?:|data:image\/|blob:)/.test(src)),
    seen.pictures,
  );
  holds(
    `${where}: no style contains a URL`,
    seen.styles.every((style) => !/url\(|expression|import/i.test(style)),
    seen.styles,
  );
}

/** Number of `script` elements that the page itself has in its body: the inline first-frame.ts. */
const OWN_SCRIPTS = 1;

async function tryBell(visit: PanelVisit, holds: AssertionRecorder, url: string) {
  await visit.page.goto(`${url}/dashboard`);
  await visit.page
    .getByRole('button', { name: /notifica/i })
    .first()
    .click();
  holds('the bell shows the payload', await showsPayload(visit.page));
  await judge(visit, holds, 'the bell');
}

async function trySearch(visit: PanelVisit, holds: AssertionRecorder, url: string) {
  await visit.page.goto(`${url}/dashboard`);
  await visit.page.getByPlaceholder('Pesquisar produtos, categorias...').fill('attacked');
  await visit.page.waitForTimeout(800);
  await judge(visit, holds, 'the search of the dashboard');
}

/** Opens URLs that contain scripts, in the path, the search parameters or the fragment. */
async function tryUrls(visit: PanelVisit, holds: AssertionRecorder, url: string) {
  const script = encodeURIComponent('"><img src=x onerror="window.attacked=1">');
  for (const path of [
    `/produtos?busca=${script}`,
    `/produtos?categoria=${script}&pagina=${script}`,
    `/produtos/editar/${script}`,
    `/${script}`,
    `/login?next=javascript:window.attacked=1`,
    `/reset-password?token_hash=${script}`,
    `/reset-password#error_description=${script}&error=x`,
  ]) {
    await visit.page.goto(url + path);
    await visit.page.waitForTimeout(300);
    await judge(visit, holds, decodeURIComponent(path).slice(0, 40));
    holds(
      `${path.slice(0, 30)} stays on the origin`,
      new URL(visit.page.url()).origin === url,
      visit.page.url(),
    );
  }
}
