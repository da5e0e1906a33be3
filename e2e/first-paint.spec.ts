import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

// Use a new context for each test: the code of a page must not be cached.
test.use({ ownContext: true, hasMotion: true });

const CODE = '**/assets/*.js';

test.describe('Before any code of the panel has loaded', () => {
  test('signed-in users see the frame: the areas of all staff, the title, the spinner [SHELL-18]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await page.route(CODE, (route) => route.abort());
    await page.goto('/produtos?pagina=2');
    const places = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
    await expect(places).toHaveText([
      'Dashboard',
      'Produtos',
      'Categorias',
      'Distribuidores',
      'Parceiros',
    ]);
    await expect(places.filter({ hasText: 'Produtos' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { name: 'Produtos', level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveAccessibleName('Carregando...');
    for (const path of ['/banners', '/produtos/editar/1', '/ajuda/planilhas']) {
      await page.goto(path);
      await expect(places, path).toHaveCount(5);
    }
    await expect(page.getByText('Banners')).toHaveCount(0);
  });

  test('the sidebar has the width of the last visit', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await page.goto('/produtos');
    await page.getByRole('button', { name: 'Recolher menu' }).click();
    await page.route(CODE, (route) => route.abort());
    await page.reload();
    const sidebar = page.getByRole('complementary', { name: 'Menu lateral' });
    await expect(sidebar).toBeVisible();
    expect((await sidebar.boundingBox())?.width).toBe(80);
    await page.evaluate(() => localStorage.removeItem('vitrine:sidebar'));
  });

  test('unknown URLs show nothing, nor does one that redirects [SHELL-05]', async ({
    page,
    adminPage,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    for (const [visited, path] of [
      [page, '/nada-aqui'],
      [adminPage, '/nada-aqui'],
      [adminPage, '/login'],
    ] as const) {
      await visited.route(CODE, (route) => route.abort());
      await visited.goto(path);
      await expect(visited.locator('#root')).toBeEmpty();
    }
  });

  test('visitors sign in: their input and early submit are used when the code has loaded', async ({
    page,
    browserConsole,
  }) => {
    let releaseCode = () => {};
    const code = new Promise<void>((resolve) => (releaseCode = resolve));
    await page.route(CODE, async (route) => {
      await code;
      await route.continue();
    });
    await page.goto('/categorias', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Bem-vindo!' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await page.keyboard.type('ana@vitrine.exemplo');
    await page.getByLabel('Senha', { exact: true }).fill('errada demais');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Entrando...' })).toBeVisible();
    await expect(page).toHaveURL(/categorias$/);
    browserConsole.expect(/status of 400/);
    releaseCode();
    await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible();
    await expect(page.getByLabel('E-mail')).toHaveValue('ana@vitrine.exemplo');
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
  });
});

test('the page itself loads no code and waits for no font: the frame is painted first', async ({
  page,
}) => {
  const response = await page.request.get('/', { headers: { accept: 'text/html' } });
  const html = await response.text();
  expect(html).not.toMatch(/<script[^>]*(src|type="module")/);
  expect(html.split('<body>')[0]).not.toContain('as="font"');
  expect(html).toContain('as="font"');
});

test('the first rows of a list take seven requests, and arrive without a layout shift', async ({
  adminPage: page,
}) => {
  await page.addInitScript(watchShifts);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requested.push(new URL(request.url()).pathname);
  });
  await page.goto('/produtos');
  await expect(page.getByText(/^Mostrando|^Nenhum produto/).first()).toBeVisible();
  const [rows, person] = ['/rest/v1/rpc/find_products', '/rest/v1/profiles'];
  expect(requested.slice(0, requested.indexOf(rows) + 1).length).toBeLessThanOrEqual(7);
  for (const path of [rows, person])
    expect(requested.filter((each) => each === path)).toHaveLength(1);
  // Allow a small shift: the filter of categories becomes wider when the categories have loaded.
  expect(await shifts(page)).toBeLessThan(0.01);
});

test('the page requests the code of its URL before its style and any code run', async ({
  adminPage: page,
}) => {
  const html = await (await page.request.get('/', { headers: { accept: 'text/html' } })).text();
  expect(html.indexOf('modulepreload`')).toBeGreaterThan(0);
  expect(html.indexOf('modulepreload`')).toBeLessThan(html.indexOf('<style>'));
  await page.route('**/assets/index-*.js', () => {}); // the response never arrives
  const code = page.waitForRequest(/\/assets\/products-list-/);
  await page.goto('/produtos?por=50', { waitUntil: 'commit' });
  await code;
});

function watchShifts() {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.shifted = (window.shifted ?? 0) + Number(Reflect.get(entry, 'value'));
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

function shifts(page: Page) {
  return page.evaluate(() => window.shifted ?? 0);
}

declare global {
  interface Window {
    /** The sum of all layout shifts. */
    shifted?: number;
  }
}
