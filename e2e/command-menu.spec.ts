import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { holdRequest } from './support/hold.ts';
import { expectPageFits } from './support/layout.ts';

test.describe('Ctrl+K', () => {
  test('leads to any page without a mouse', async ({ adminPage: page }) => {
    await page.goto('/perfil');
    await expect(page.getByRole('heading', { name: 'Editar Perfil', level: 1 })).toBeVisible();
    const { menu, box } = await openMenu(page);
    await expect(menu.getByRole('option')).toHaveText([...PAGES, ...ACTIONS]);
    await expectAccessible(page);

    await box.fill('distribuidores');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Distribuidores', level: 1 })).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('receives typed text before its code has loaded, not the field behind it', async ({
    adminPage: page,
  }) => {
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/command-menu-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/categorias/nova');
    const name = page.locator('main').getByLabel('Nome', { exact: true });
    await name.fill('Chás');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('parc');
    code.resolve();
    const menu = page.getByRole('dialog', { name: 'Buscar em tudo' });
    // Look only in the group 'Ir para', because a page of the manual has the name 'Parceiros' too.
    const areas = menu.getByRole('group', { name: 'Ir para' });
    await expect(areas.getByRole('option', { name: 'Parceiros', exact: true })).toBeVisible();
    await page.keyboard.type('eiros');
    await expect(menu.getByRole('combobox')).toHaveValue('parceiros');
    await expect(name).toHaveValue('Chás');
  });

  test('executes an Enter from before its code has loaded', async ({ adminPage: page }) => {
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/command-menu-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/dashboard');
    const { menu, box } = await openMenu(page);
    await box.fill('tema escuro');
    await page.keyboard.press('Enter');
    code.resolve();
    await expect(menu).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('finds a record by its name, accents or not, and opens it', async ({
    adminPage: page,
    db,
  }) => {
    await db(`insert into categories (name) values ('Fruição do Ipê')`);
    await page.goto('/parceiros');
    const { menu, box } = await openMenu(page);

    await box.fill('fruicao');
    await expect(menu.getByRole('option', { name: 'Fruição do Ipê' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expectAccessible(page);
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Editar Categoria' })).toBeVisible();
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Fruição do Ipê');
  });

  test('opens the first result at once, even before the list shows it', async ({
    adminPage: page,
    db,
  }) => {
    await db(`insert into categories (name) values ('Zimbro Azul')`);
    await page.goto('/categorias');
    await openMenu(page);

    await page.keyboard.type('zimbro azul');
    await page.keyboard.press('Enter');

    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Zimbro Azul');
  });

  test('opens the first result also when Enter is pressed before the response', async ({
    adminPage: page,
    db,
  }) => {
    await db(`insert into categories (name) values ('Zimbro Verde')`);
    await page.goto('/dashboard');
    const response = await holdRequest(page, '**/rest/v1/rpc/search_everything*');
    const { box } = await openMenu(page);

    const request = page.waitForRequest('**/rest/v1/rpc/search_everything*');
    await box.fill('zimbro verde');
    await request;
    await page.keyboard.press('Enter');
    await response.release();

    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Zimbro Verde');
  });

  test('moves the active option with the arrows while the focus stays in the input', async ({
    adminPage: page,
  }) => {
    await page.goto('/dashboard');
    const { menu, box } = await openMenu(page);
    const highlighted = menu.getByRole('option', { selected: true });
    await expect(highlighted).toHaveText('Dashboard');
    await page.keyboard.press('ArrowDown');
    await expect(highlighted).toHaveText('Produtos');
    await expect(box).toBeFocused();
    await expect(box).toHaveAttribute(
      'aria-activedescendant',
      (await highlighted.getAttribute('id')) ?? '',
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(highlighted).toHaveText('Sair');
    await expect(highlighted).toBeInViewport({ ratio: 1 });
    await page.keyboard.type('categ');
    await expect(highlighted).toHaveText('Categorias');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/categorias/nova');
  });

  test('shows picture, price and status of its results, also of seven digits on a small phone', async ({
    adminPage: page,
    db,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await db(`with sold as (
        insert into products (name, subtitle, mini_description, description, sku, tipo, category_id, status, real_price)
        select 'Câmara frigorífica de bancada com porta de vidro', 'x', 'x', 'x', 'CAM-1', 'Produto', id, 'Inativo', 1234567.89
        from categories limit 1 returning id
      )
      insert into product_images (product_id, url, is_main)
      select id, 'http://127.0.0.1/storage/v1/object/public/product-images/main/camara.png', true from sold`);
    await page.route('**/product-images/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
    );
    await page.goto('/dashboard');
    const { menu, box } = await openMenu(page);
    await box.fill('frigorifica');
    const found = menu.getByRole('option', { name: /Câmara frigorífica/ });
    await expect(found).toContainText('R$ 1.234.567,89');
    await expect(found).toContainText('Inativo');
    await expect(found.locator('img')).toBeVisible();
    await expectPageFits(page, 'the command menu with a long price');
    await db(`delete from products where sku = 'CAM-1'`);
  });

  test('begins with the last opened records, until the sign-out', async ({
    colaboradorPage: page,
    db,
  }) => {
    const [category] = await db<{ id: string }>(
      `insert into categories (name) values ('Aberta há pouco') returning id`,
    );
    await page.goto(`/categorias/editar/${category?.id}`);
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Aberta há pouco');
    await page.goto('/produtos');
    const { menu } = await openMenu(page);
    const recent = menu.getByRole('group', { name: 'Abertos recentemente' }).getByRole('option');
    await expect(recent).toHaveText(['Aberta há poucoCategoria']);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Aberta há pouco');
    // The menu does not list the record that is open in the form.
    await openMenu(page);
    await expect(menu.getByRole('option').first()).toHaveText('Dashboard');
    await expect(recent).toHaveCount(0);

    await page.keyboard.type('sair');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL('/login');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
      .not.toContain('recentes');
  });

  test('removes a deleted record', async ({ adminPage: page, db }) => {
    const [category] = await db<{ id: string }>(
      `insert into categories (name) values ('De passagem') returning id`,
    );
    const form = `/categorias/editar/${category?.id}`;
    await page.goto(form);
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('De passagem');
    await db(`delete from categories where name = 'De passagem'`);
    await page.goto(form);
    await expect(page.getByText('Categoria não encontrada.')).toBeVisible();
    await page.goto('/produtos');
    const { menu } = await openMenu(page);
    await expect(menu.getByRole('option').first()).toHaveText('Dashboard');
  });

  test('changes the theme', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    const { menu, box } = await openMenu(page);
    await box.fill('tema escuro');
    await page.keyboard.press('Enter');
    await expect(menu).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('shows when there are no results, and stays', async ({ adminPage: page }) => {
    await page.goto('/produtos');
    const { menu, box } = await openMenu(page);

    await box.fill('nada que exista');
    await page.keyboard.press('Enter');

    await expect(menu.getByText('Nada encontrado com esse termo.')).toBeVisible();
    await expect(page).toHaveURL('/produtos');
  });

  test('asks before it leaves unsaved changes', async ({ adminPage: page }) => {
    await page.goto('/categorias/nova');
    const name = page.getByLabel('Nome', { exact: true });
    await name.fill('Só digitada');
    const { menu } = await openMenu(page);

    await menu.getByRole('option', { name: 'Parceiros' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();

    await expect(menu).toBeHidden();
    await expect(name).toHaveValue('Só digitada');
  });

  test('restores the focus when it closes', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    const button = page.getByRole('button', { name: 'Buscar em tudo (Ctrl+K)' });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Buscar em tudo' });
    await expect(menu.getByRole('combobox')).toBeFocused();

    await page.keyboard.press('Escape');

    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('offers a Colaborador nothing without permission', async ({ colaboradorPage: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();

    const { menu } = await openMenu(page);

    await expect(menu.getByRole('option')).toHaveText([
      ...PAGES.filter((name) => !ADMINISTRATION.test(name)),
      ...ACTIONS.filter((name) => !ADMINISTRATION.test(name)),
    ]);
  });

  test('fits the smallest phone', async ({ adminPage: page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto('/dashboard');
    await openMenu(page);
    await expectPageFits(page, 'the command menu');
  });
});

const PAGES = [
  'Dashboard',
  'Produtos',
  'Categorias',
  'Distribuidores',
  'Parceiros',
  'Usuários',
  'Notificações',
  'Banners',
  'Lixeira',
  'Atividade',
  'Editar Perfil',
  'Ajuda',
];
const ACTIONS = [
  'Adicionar Produto',
  'Adicionar Categoria',
  'Adicionar Distribuidor',
  'Adicionar Parceiro',
  'Adicionar Usuário',
  'Adicionar Notificação',
  'Adicionar Banner',
  'Tema claro',
  'Tema escuro',
  'Sair',
];
const ADMINISTRATION = /Usuário|Notifica|Banner|Atividade/;

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="10"><rect width="7" height="10" fill="teal"/></svg>';

async function openMenu(page: Page) {
  const menu = page.getByRole('dialog', { name: 'Buscar em tudo' });
  const box = menu.getByRole('combobox', { name: 'Páginas, ações e cadastros' });
  // Wait for the header: the shortcut works once the header is rendered.
  await expect(page.getByRole('button', { name: 'Buscar em tudo (Ctrl+K)' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  return { menu, box };
}
