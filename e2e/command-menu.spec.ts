import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { expectFits } from './support/layout.ts';

test.describe('Ctrl+K', () => {
  test('leads to any page without a mouse', async ({ adminPage: page }) => {
    await page.goto('/perfil');
    await expect(page.getByRole('heading', { name: 'Editar Perfil', level: 1 })).toBeVisible();
    const { menu, box } = await openMenu(page);
    await expect(menu.getByRole('link')).toHaveText([...PAGES, ...ACTIONS]);
    await expectAccessible(page);

    await box.fill('distribuidores');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Distribuidores', level: 1 })).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('takes what is typed before its code is there, not the field behind', async ({
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
    await expect(menu.getByRole('link', { name: 'Parceiros', exact: true })).toBeVisible();
    await page.keyboard.type('eiros');
    await expect(menu.getByRole('searchbox')).toHaveValue('parceiros');
    await expect(name).toHaveValue('Chás');
  });

  test('finds a record by its name, accents or not, and opens it', async ({
    adminPage: page,
    db,
  }) => {
    await db(`insert into categories (name) values ('Fruição do Ipê')`);
    await page.goto('/parceiros');
    const { menu, box } = await openMenu(page);

    await box.fill('fruicao');
    await expect(menu.getByRole('link')).toHaveText(['Fruição do Ipê']);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('link', { name: 'Fruição do Ipê' })).toBeFocused();
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Editar Categoria' })).toBeVisible();
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Fruição do Ipê');
  });

  test('opens what stands first at once, even before the list shows it', async ({
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

  test('says when there is nothing, and stays', async ({ adminPage: page }) => {
    await page.goto('/produtos');
    const { menu, box } = await openMenu(page);

    await box.fill('nada que exista');
    await page.keyboard.press('Enter');

    await expect(menu.getByText('Nada encontrado com esse termo.')).toBeVisible();
    await expect(page).toHaveURL('/produtos');
  });

  test('asks before it leaves what is not saved', async ({ adminPage: page }) => {
    await page.goto('/categorias/nova');
    const name = page.getByLabel('Nome', { exact: true });
    await name.fill('Só digitada');
    const { menu } = await openMenu(page);

    await menu.getByRole('link', { name: 'Parceiros' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();

    await expect(menu).toBeHidden();
    await expect(name).toHaveValue('Só digitada');
  });

  test('gives the focus back when it closes', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    const button = page.getByRole('button', { name: 'Buscar em tudo (Ctrl+K)' });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Buscar em tudo' });
    await expect(menu.getByRole('searchbox')).toBeFocused();

    await page.keyboard.press('Escape');

    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('offers a Colaborador nothing that is not theirs', async ({ colaboradorPage: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();

    const { menu } = await openMenu(page);

    await expect(menu.getByRole('link')).toHaveText([
      ...PAGES.filter((name) => !ADMINISTRATION.test(name)),
      ...ACTIONS.filter((name) => !ADMINISTRATION.test(name)),
    ]);
  });

  test('fits the smallest phone', async ({ adminPage: page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto('/dashboard');
    await openMenu(page);
    await expectFits(page, 'the command menu');
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
  'Editar Perfil',
];
const ACTIONS = [
  'Adicionar Produto',
  'Adicionar Categoria',
  'Adicionar Distribuidor',
  'Adicionar Parceiro',
  'Adicionar Usuário',
  'Adicionar Notificação',
  'Adicionar Banner',
];
const ADMINISTRATION = /Usuário|Notifica|Banner/;

async function openMenu(page: Page) {
  const menu = page.getByRole('dialog', { name: 'Buscar em tudo' });
  const box = menu.getByRole('searchbox', { name: 'Páginas, ações e cadastros' });
  // The key is heard once the page around it is there.
  await expect(page.getByRole('button', { name: 'Buscar em tudo (Ctrl+K)' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  return { menu, box };
}
