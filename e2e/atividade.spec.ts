import { expect, expectAccessible, test } from './fixtures.ts';
import { deleteAllRecords } from './support/sample-records.ts';
import { expectSuccessMessage } from './support/messages.ts';
import { expectPageLoaded } from './support/pages.ts';

test.describe('The activity of a day', () => {
  test('shows which banner was moved, and on request the change of each record of a batch', async ({
    adminPage: page,
    db,
  }) => {
    await deleteAllRecords(db);
    await db(
      `insert into banners (titulo, ordem) values ('Verão do Açaí', 1), ('Café', 2), ('Mel', 3)`,
    );
    await page.goto('/banners');
    await page.getByRole('button', { name: 'Mover Verão do Açaí' }).click();
    await page.getByRole('menuitem', { name: /fim|último|baixo de tudo/i }).click();
    await expectSuccessMessage(page, 'Ordem dos banners atualizada com sucesso!');
    await page.goto('/atividade');
    await expect(page.getByRole('heading', { name: /^(Hoje|Ontem)$/ }).first()).toBeVisible();
    const line = page
      .getByRole('listitem')
      .filter({ hasText: 'Ana Souza moveu Verão do Açaí da posição 1 para a 3' });
    await expect(line).toHaveCount(1);
    await line.getByRole('button', { name: 'Mostrar 3 banners: Verão do Açaí' }).click();
    await expect(line.getByRole('listitem').filter({ hasText: 'Café' })).toContainText(
      'a ordem em Café: de 2 para 1',
    );
    await expectAccessible(page);
  });

  test('leaves sign-ins out until they are chosen', async ({ adminPage: page, db }) => {
    await db(`insert into private.batches (actor, actor_name, area, record_id, kind)
      select id, name, 'profiles', id::text, 'sign_in' from profiles where role = 'Administrador'`);
    await page.goto('/atividade');
    await expectPageLoaded(page);
    await expect(page.getByRole('listitem').filter({ hasText: 'entrou' })).toHaveCount(0);
    await page.getByLabel('Entradas e saídas').check();
    await expect(page).toHaveURL('/atividade?entradas=sim');
    await expect(page.getByRole('listitem').filter({ hasText: 'entrou' }).first()).toBeVisible();
  });

  test('removes one filter by each Back, a typed day as a whole', async ({ adminPage: page }) => {
    await page.goto('/atividade');
    await page.getByLabel('Área').selectOption('Banners');
    await expect(page).toHaveURL('/atividade?area=banners');
    await page.getByLabel('De', { exact: true }).pressSequentially('01022030');
    await expect(page).toHaveURL('/atividade?area=banners&de=2030-01-02');
    await page.getByRole('button', { name: 'Remover filtros' }).click();
    await expect(page).toHaveURL('/atividade');
    await page.goBack();
    await expect(page).toHaveURL('/atividade?area=banners&de=2030-01-02');
    await page.goBack();
    await expect(page).toHaveURL('/atividade?area=banners');
    await page.goBack();
    await expect(page).toHaveURL('/atividade');
  });

  test('shows its commands in the hovered and focused line, and always on touch screens', async ({
    adminPage: page,
    browser,
    backend,
    db,
  }) => {
    await db(`insert into categories (name) values ('Com comando')`);
    await page.goto('/atividade');
    const undo = page.getByRole('button', { name: 'Desfazer: Com comando' });
    await expect(undo).toHaveCSS('opacity', '0');
    await undo.focus();
    await expect(undo).toHaveCSS('opacity', '1');
    const state = await page.context().storageState();
    const phone = await browser.newContext({
      storageState: state,
      baseURL: backend.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const touched = await phone.newPage();
    await touched.goto('/atividade');
    await expect(touched.getByRole('button', { name: 'Desfazer: Com comando' })).toHaveCSS(
      'opacity',
      '1',
    );
    await expectAccessible(touched);
    await phone.close();
  });

  test('is marked in the avatar menu, as the trash is, and the dashboard leads to both', async ({
    adminPage: page,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Abrir a Atividade' }).first().click();
    await expect(page).toHaveURL('/atividade');
    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await expect(page.getByRole('menuitem', { name: 'Atividade' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.getByRole('menuitem', { name: 'Lixeira' }).click();
    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await expect(page.getByRole('menuitem', { name: 'Lixeira' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('menuitem', { name: 'Atividade' })).not.toHaveAttribute(
      'aria-current',
    );
  });
});
