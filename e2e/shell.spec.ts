import type { Page } from '@playwright/test';
import { ANA, BRUNO, PASSWORD, expect, expectAccessible, test } from './fixtures.ts';
import { holdRequest } from './support/hold.ts';
import { expectNoOverflow } from './support/layout.ts';
import { expectPageTitle } from './support/pages.ts';
import { endSessions, signOutElsewhere } from './support/sign-in.ts';

/** The console messages about requests that the platform refuses, because they were in flight at the sign-out. */
const REFUSED_IN_FLIGHT = /status of 40[13]/;

test.describe('Access to pages', () => {
  test('a visitor is redirected to the sign-in page from everywhere [SHELL-01] [SHELL-04]', async ({
    page,
  }) => {
    for (const path of [
      '/',
      '/dashboard',
      '/produtos',
      '/produtos/adicionar',
      '/perfil',
      '/usuarios',
      '/banners',
      '/nada-aqui',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
  });

  test('a monitor with Accept */* gets the page at / and nothing elsewhere', async ({
    page: { request },
  }) => {
    const get = (path: string) => request.get(path, { headers: { accept: '*/*' } });
    const response = await get('/?desde=agora');
    expect(response.status()).toBe(200);
    expect(await response.text()).toContain('<title>Vitrine</title>');
    for (const path of ['/nada', '/nada.js', '/assets/nada', '/rest/nada']) {
      const refused = await get(path);
      expect(refused.status(), path).toBe(404);
      expect(refused.headers()['content-type']).toContain('application/json');
    }
  });

  test('a requested page of the panel is offered after the sign-in, until it is opened', async ({
    page,
  }) => {
    await page.goto('/produtos?busca=mel');
    await expect(page).toHaveURL('/login');
    await signInByHand(page);
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('link', { name: 'Continuar em Produtos' }).click();
    await expect(page).toHaveURL('/produtos?busca=mel');
    await expect(page.getByRole('heading', { level: 1, name: 'Produtos' })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
    await expect(page.getByRole('link', { name: /Continuar em/ })).toHaveCount(0);
  });

  test('no page is offered after the sign-in that is external, unknown or without permission', async ({
    page,
  }) => {
    await page.goto('/banners');
    await expect(page).toHaveURL('/login');
    await signInByHand(page, BRUNO.email);
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Editar Perfil' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Continuar em/ })).toHaveCount(0);
    for (const wanted of ['https://mal.exemplo/entrar', '/nada-aqui', '//mal.exemplo', '/login']) {
      await page.evaluate((url) => {
        history.replaceState({ ...history.state, wanted: url }, '');
      }, wanted);
      await page.reload();
      await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
      await expect(page.getByRole('link', { name: /Continuar em/ })).toHaveCount(0);
    }
  });

  test('an Administrador whose profile cannot be read stays, and can retry', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 400|RoleLoadError/);
    await page.route('**/rest/v1/profiles?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'quebrado' } }),
    );
    await page.goto('/banners');
    const failure = page
      .getByRole('alert')
      .filter({ hasText: 'Erro ao carregar dados do perfil.' });
    await expect(failure).toBeVisible();
    await expect(page).toHaveURL('/banners');
    await page.unroute('**/rest/v1/profiles?*');
    await failure.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Banners' })).toBeVisible();
  });

  test('an unknown URL leads a signed-in user to the dashboard [SHELL-03] [DASH-01] [DASH-02]', async ({
    adminPage: page,
  }) => {
    for (const path of ['/nada-aqui', '/produtos/nada/aqui', '/']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
  });

  test('while the session is checked, a page of the panel shows a spinner, an unknown URL nothing [SHELL-02] [SHELL-05] [SESS-05] [CALL-02]', async ({
    adminPage: page,
  }) => {
    // Let the token expire before any script of the page runs: the panel must then refresh it to check the session.
    await page.addInitScript(expireAccessToken);
    for (const { path, spinners } of [
      { path: '/produtos', spinners: 1 },
      { path: '/nada-aqui', spinners: 0 },
    ]) {
      const response = await holdRequest(page, '**/auth/v1/token?grant_type=refresh_token');
      await page.goto(path);
      await expect(page.getByRole('status', { name: 'Carregando...' })).toHaveCount(spinners);
      if (spinners === 0) await expect(page.locator('#root')).toBeEmpty();
      await response.release();
      await expect(page).toHaveURL(spinners === 0 ? '/dashboard' : path);
      await expect(page.getByRole('complementary', { name: 'Menu lateral' })).toBeVisible();
    }
  });

  test('an administrator sees every area in the sidebar [SHELL-06] [SHELL-10] [SHELL-11] [SHELL-12] [SHELL-13] [SHELL-14] [SHELL-15] [SHELL-16] [SHELL-17]', async ({
    adminPage: page,
  }) => {
    await page.goto('/dashboard');
    const sidebar = page.getByRole('complementary', { name: 'Menu lateral' });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('main')).toBeVisible();
    for (const [name, path] of [...everyone, ...administrators]) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(`${name} · Vitrine`);
    }
  });

  test('a Colaborador can neither see nor open pages for administrators [SHELL-18] [ROLE-05] [ROLE-06] [ROLE-07] [ROLE-08] [ROLE-09] [ROLE-10] [ROLE-11] [ROLE-12]', async ({
    colaboradorPage: page,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
    const sidebar = page.getByRole('navigation', { name: 'Principal' });
    await expect(sidebar.getByRole('link')).toHaveText(everyone.map(([name]) => name));
    for (const path of [
      '/usuarios/adicionar',
      '/usuarios/editar/1',
      '/notificacoes',
      '/notificacoes/adicionar',
      '/notificacoes/editar/1',
      '/banners',
      '/banners/adicionar',
      '/banners/editar/1',
    ]) {
      await page.goto(path);
      await expect(page, path).toHaveURL('/dashboard');
    }
  });

  test('a Colaborador may open the user list by its URL [ROLE-13]', async ({
    colaboradorPage: page,
  }) => {
    await page.goto('/usuarios');
    await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible();
    await expect(page).toHaveURL('/usuarios');
  });
});

test.describe('The sidebar', () => {
  test('is 14rem wide, collapses to 5rem and stays collapsed [SHELL-07] [SHELL-08] [SHELL-09]', async ({
    adminPage: page,
  }) => {
    await page.goto('/dashboard');
    const sidebar = page.getByRole('complementary', { name: 'Menu lateral' });
    const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width);
    await expect.poll(width).toBe(14 * 16);
    await page.getByRole('button', { name: 'Recolher menu' }).click();
    await expect.poll(width).toBe(5 * 16);
    await expect(sidebar.getByRole('link', { name: 'Produtos' })).toBeVisible();
    await page.reload();
    await expect.poll(width).toBe(5 * 16);
    await page.getByRole('button', { name: 'Expandir menu' }).click();
    await expect.poll(width).toBe(14 * 16);
  });

  test("is a bar at the bottom of a phone, whose 'Mais' opens the rest", async ({
    adminPage: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard');
    const bar = page.getByRole('navigation', { name: 'Catálogo' });
    await expect(bar.getByRole('link')).toHaveText([
      'Produtos',
      'Categorias',
      'Distribuidores',
      'Parceiros',
    ]);
    await bar.getByRole('link', { name: 'Categorias' }).click();
    await expect(page).toHaveURL('/categorias');
    await expect(bar.getByRole('link', { name: 'Categorias' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const more = bar.getByRole('button', { name: 'Mais' });
    await more.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(more).toBeFocused();
    await more.click();
    await menu.getByRole('link', { name: 'Banners' }).click();
    await expect(page).toHaveURL('/banners');
    await expect(menu).toBeHidden();
  });

  test('is replaced by the bar of a form', async ({ adminPage: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/categorias/nova');
    await expect(page.getByRole('button', { name: 'Salvar' })).toBeInViewport();
    await expect(page.getByRole('navigation', { name: 'Catálogo' })).toBeHidden();
  });

  test('shows everything at 320 pixels, in both themes', async ({ adminPage: page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

test('a browser that forbids storage works as long as the page is open', async ({
  page,
  browserConsole,
  db,
}) => {
  browserConsole.expect(REFUSED_IN_FLIGHT);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto('/produtos');
  await signInByHand(page);
  await expectPageTitle(page, `Bem-vindo, ${ANA.name}!`);
  const sidebar = page.getByRole('complementary');
  await sidebar.getByRole('link', { name: 'Categorias' }).click();
  // Wait until the dashboard is unmounted, because the dashboard has links 'Adicionar' too.
  await expectPageTitle(page, 'Categorias');
  await page.getByRole('link', { name: 'Adicionar' }).first().click();
  await page.getByLabel('Nome', { exact: true }).fill('Sem armazenamento');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  expect(await db(`select from categories where name = 'Sem armazenamento'`)).toHaveLength(1);
  await page.getByRole('button', { name: 'Colunas' }).click();
  await page.getByLabel('Descrição').uncheck();
  await expect(page.getByRole('columnheader', { name: 'Descrição' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Recolher' }).click();
  await sidebar.getByRole('button', { name: 'Sair' }).click();
  await expectPageTitle(page, 'Bem-vindo!');
  await db(`delete from categories where name = 'Sem armazenamento'`);
});

test.describe('Signing out', () => {
  test("'Sair' of the sidebar ends the session [SHELL-19] [SESS-03] [SESS-06]", async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(REFUSED_IN_FLIGHT);
    await page.goto('/dashboard');
    await expectPageTitle(page, `Bem-vindo, ${ANA.name}!`);
    const request = page.waitForRequest('**/auth/v1/logout*');
    await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click();
    expect(new URL((await request).url()).searchParams.get('scope')).toBe('global');
    await expect(page).toHaveURL('/login');
    await page.goto('/produtos');
    await expect(page).toHaveURL('/login');
  });

  test("'Sair' of the avatar menu does the same, also without a connection [HEAD-42]", async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await page.goto('/dashboard');
    await expectPageTitle(page, `Bem-vindo, ${ANA.name}!`);
    await page.route('**/auth/v1/logout*', (route) => route.abort());
    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expectPageTitle(page, 'Bem-vindo!');
    await page.reload();
    await expect(page).toHaveURL('/login');
    await expectPageTitle(page, 'Bem-vindo!');
  });

  test('the next user who signs in sees their own name [SESS-01] [SESS-02]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(REFUSED_IN_FLIGHT);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
    await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click();
    await expectPageTitle(page, 'Bem-vindo!');
    await page.getByLabel('E-mail', { exact: true }).fill(BRUNO.email);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Banners' })).toHaveCount(0);
  });
});

test.describe('A session that expires', () => {
  test('is renewed in a dialog over the form', async ({ adminPage: page, browserConsole }) => {
    browserConsole.expect(/status of (400|401|403|406)/);
    await page.goto('/produtos/adicionar');
    await page.getByLabel('Nome', { exact: true }).fill('Açaí com granola');
    await signOutElsewhere(page, ANA.email);
    await page.evaluate(expireAccessToken);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await expect(dialog).toBeVisible({ timeout: 45_000 });
    await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Açaí com granola');
  });

  test('closes no form, although the profile was still loading', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (400|401|403|406)/);
    const profile = await holdRequest(page, '**/rest/v1/profiles?*');
    const accepted = page.waitForResponse('**/rest/v1/categories?*');
    await page.goto('/produtos/adicionar');
    await page.getByLabel('Nome', { exact: true }).fill('Açaí com banana');
    await accepted;
    await endSessions(page, ANA.email);
    await profile.release();
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu do usuário' })).toHaveText('A');
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Açaí com banana');
  });
});

test('a page that cannot be opened shows an error instead of a blank page [ERR-50]', async ({
  adminPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/broken code/);
  const broken = { contentType: 'text/javascript', body: `throw new Error('broken code')` };
  await page.route('**/assets/categories-list*', (route) => route.fulfill(broken));
  await page.goto('/categorias');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir para o Dashboard', exact: true })).toBeVisible();
});

const everyone = [
  ['Dashboard', '/dashboard'],
  ['Produtos', '/produtos'],
  ['Categorias', '/categorias'],
  ['Distribuidores', '/distribuidores'],
  ['Parceiros', '/parceiros'],
] as const;

const administrators = [
  ['Usuários', '/usuarios'],
  ['Notificações', '/notificacoes'],
  ['Banners', '/banners'],
] as const;

/** Makes the stored access token expire, so that the panel refreshes its session before the next request. */
function expireAccessToken() {
  const stored = localStorage.getItem('vitrine:session');
  if (!stored) return;
  const session = JSON.parse(stored) as object;
  localStorage.setItem('vitrine:session', JSON.stringify({ ...session, expires_at: 1 }));
}

async function signInByHand(page: Page, email = ANA.email) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}
