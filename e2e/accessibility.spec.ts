import type { Page } from '@playwright/test';
import { allAreas } from '../src/areas/index.ts';
import { overviews } from '../src/areas/overviews.ts';
import { ANA, expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { deleteAllRecords, resetToSampleRecords } from './support/sample-records.ts';
import { respondWithServerError } from './support/failing.ts';
import { expectPageFits, expectVisibleTabStops } from './support/layout.ts';
import { expectPageLoaded } from './support/pages.ts';
import { signOutElsewhere } from './support/sign-in.ts';

// Allow four minutes: each test checks many pages, in two themes and several window sizes.
test.describe.configure({ timeout: 240_000 });

const desk = { width: 1366, height: 768 };
/** The size of the window `desk` at 200 % zoom. */
const zoomed = { width: 683, height: 384 };
const phone = { width: 320, height: 640 };

const lists = allAreas.map(({ path, title }) => [path, title] as const);
const overviewPages = Object.values(overviews).map(({ path, title }) => [path, title] as const);
const newForms = allAreas.map(({ add, adding }) => [add, adding] as const);
const editForms = allAreas.map(
  ({ edit, one, table }) => [edit.replace('/$id', ''), `Editar ${one}`, table] as const,
);

const visitorPages = [
  ['/login', 'Entrar'],
  ['/forgot-password', 'Recuperar Senha'],
  ['/reset-password', 'Redefinir Senha'],
  ['/reset-password?token_hash=abc&type=recovery', 'Redefinir Senha'],
] as const;

test.describe('Every page is accessible, in both themes, and fits a window of 320 pixels and 200 % zoom', () => {
  test('of visitors', async ({ page }) => {
    for (const [path, title] of visitorPages) await examine(page, path, title);
  });

  test('lists without rows', async ({ adminPage: page, db }) => {
    await deleteAllRecords(db);
    for (const [path, title] of lists) {
      await examine(page, path === '/usuarios' ? `${path}?busca=ninguém` : path, title);
    }
  });

  test('the dashboard and lists with rows', async ({ adminPage: page, db }) => {
    await resetToSampleRecords(db);
    await examine(page, '/dashboard', 'Dashboard');
    await db(`insert into categories (name) values ('Apagada')`);
    await db(`delete from categories where name = 'Apagada'`);
    for (const [path, title] of [...lists, ...overviewPages]) await examine(page, path, title);
  });

  test('forms of new records, with all errors of required fields', async ({
    adminPage: page,
    db,
  }) => {
    await resetToSampleRecords(db);
    for (const [path, title] of newForms) {
      await page.setViewportSize(desk);
      await page.goto(path);
      await page.getByRole('button', { name: 'Salvar', exact: true }).click();
      await expect(page.locator('main [aria-invalid]').first()).toBeVisible();
      await examineHere(page, path, title);
    }
  });

  test('forms of stored records', async ({ adminPage: page, db }) => {
    await resetToSampleRecords(db);
    for (const [path, title, table] of editForms)
      await examine(page, `${path}/${await anyId(db, table)}`, title);
    await examine(page, '/perfil', 'Editar Perfil');
  });

  test('missing records, failed requests and errors', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED|CodeLoadError|status of 500|broken code/);
    await examine(page, '/produtos/editar/nada', 'Editar Produto');
    await page.route('**/rest/v1/parceiros?*', respondWithServerError);
    await examine(page, '/parceiros', 'Parceiros');
    await page.route('**/assets/categories-list*', (route) => route.abort());
    await page.goto('/categorias');
    await expect(
      page.getByText('Há uma versão nova do painel. Recarregue a página.'),
    ).toBeVisible();
    await examineHere(page, 'newer version');
    const broken = { contentType: 'text/javascript', body: `throw new Error('broken code')` };
    await page.route('**/assets/banners-list*', (route) => route.fulfill(broken));
    await page.goto('/banners');
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!' }),
    ).toBeVisible();
    await examineHere(page, 'error page');
  });
});

test.describe('Elements on top of a page', () => {
  test('questions and dialogs', async ({ adminPage: page, db }) => {
    await resetToSampleRecords(db);
    await page.goto('/categorias');
    await page.getByRole('button', { name: 'Excluir Bebidas' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await examineHere(page, 'question before deleting');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();

    await page.getByRole('link', { name: 'Editar Bebidas' }).click();
    await nameField(page).fill('Bebidas minhas');
    await page.getByRole('link', { name: 'Parceiros', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await examineHere(page, 'question before leaving');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();

    await db(`update categories set name = 'Bebidas de outra pessoa' where name = 'Bebidas'`);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Alguém salvou antes de você' })).toBeVisible();
    await examineHere(page, 'two versions');
  });

  test('the sign-in over a form whose session ended', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (400|401|403)/);
    await page.goto('/categorias/nova');
    await nameField(page).fill('Ainda não salva');
    await signOutElsewhere(page, ANA.email);
    // Save with the keyboard, because the sign-in dialog covers the button if a background request is refused first.
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible({
      timeout: 30_000,
    });
    await examineHere(page, 'session ended');
  });

  test('menus, the bell, search results and a message', async ({ adminPage: page, db }) => {
    await resetToSampleRecords(db);
    await page.goto('/dashboard');
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Menu do usuário' }).click();
      await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
      await examineAt(page, 'avatar menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Notificações/ }).click();
      await expect(page.getByRole('dialog', { name: 'Notificações' })).toContainText('Aviso');
      await examineAt(page, 'bell');
      await page.keyboard.press('Escape');
      await page.getByPlaceholder('Pesquisar produtos, categorias...').fill('be');
      await expect(
        page.locator('main, header').getByRole('link', { name: /Bebidas/ }),
      ).toBeVisible();
      await examineAt(page, 'search results');
      await page.keyboard.press('Escape');
      await page.getByPlaceholder('Pesquisar produtos, categorias...').fill('');
    }
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await examineAt(page, 'drawer');
    await page.getByRole('dialog').getByRole('link', { name: 'Banners' }).click();
    await page.getByRole('button', { name: 'Filtros e ordem' }).click();
    await examineAt(page, 'filters');
    await page.getByRole('button', { name: 'Ver resultados' }).click();
    await page.getByRole('button', { name: 'Opções de Verão' }).click();
    await examineAt(page, 'menu of a row');
    await page.getByRole('menuitem', { name: 'Duplicar' }).click();
    await expect(page.getByText('Banner duplicado com sucesso!')).toBeVisible();
    await examineAt(page, 'message');
  });
});

test('the focus is always visible, and no sticky bar covers it', async ({
  adminPage: page,
  db,
}) => {
  await resetToSampleRecords(db);
  for (const path of [
    '/produtos',
    '/banners',
    '/produtos/adicionar',
    '/distribuidores/adicionar',
  ]) {
    await page.setViewportSize(path === '/banners' ? phone : desk);
    await page.goto(path);
    await expectPageLoaded(page);
    expect(await expectVisibleTabStops(page), path).toBeGreaterThan(10);
  }
});

async function examine(page: Page, path: string, title: string) {
  await page.setViewportSize(desk);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Carregando...' })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
  await examineHere(page, path, title);
}

test('the check finds a fault of any rule, and a colour of one theme only', async ({ page }) => {
  for (const [content, finding] of [
    ['<input>', /axe, light theme[^]*label: <input>/],
    ['<p style="color: light-dark(#888, #fff)">Claro</p>', /axe, light theme[^]*color-contrast/],
    ['<p style="color: light-dark(#000, #666)">Escuro</p>', /axe, dark theme[^]*color-contrast/],
    ['<iframe title="Outra página"></iframe>', /frames, which axe does not reach/],
  ] as const) {
    const theme = 'html { color-scheme: light dark; background: light-dark(#fff, #000) }';
    await page.setContent(
      `<html lang="pt-BR"><title>Página</title><style>${theme}</style><main>${content}</main>`,
    );
    await expect(expectAccessible(page)).rejects.toThrow(finding);
  }
  await page.setContent('<html lang="pt-BR"><title>Página</title><main>Texto</main>');
  await expectAccessible(page);
});

/** Checks the current page with axe in a wide window, where everything is visible, and the layout in three sizes. */
async function examineHere(page: Page, name: string, title?: string) {
  await test.step(name, async () => {
    // In a form, the name of the record precedes `title` in the title of the document.
    if (title) await expect(page).toHaveTitle(new RegExp(`(^| · )${title} · Vitrine$`));
    await expectAccessible(page);
    await expectPageFits(page, name);
    for (const size of [zoomed, phone]) {
      await page.setViewportSize(size);
      await expectPageFits(page, name);
    }
    await page.setViewportSize(desk);
  });
}

/** Checks the page only at its current size, for an element that closes when the window is resized. */
async function examineAt(page: Page, name: string) {
  await test.step(name, async () => {
    await expectAccessible(page);
    await expectPageFits(page, name);
  });
}

function nameField(page: Page) {
  return page.locator('main').getByLabel('Nome', { exact: true });
}

async function anyId(db: RunSql, table: string) {
  const [row] = await db<{ id: string }>(`select id from ${table} limit 1`);
  return row?.id ?? '';
}
