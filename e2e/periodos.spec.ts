import { expect, expectAccessible, test } from './fixtures.ts';
import { expectNoOverflow } from './support/layout.ts';

test.describe('A period', () => {
  test('is typed and read in the time of São Paulo, with the keyboard, and told in the history', async ({
    browser,
    adminPage,
    db,
  }) => {
    const context = await browser.newContext({
      storageState: await adminPage.context().storageState(),
      timezoneId: 'Asia/Tokyo',
    });
    const page = await context.newPage();
    await page.goto('/banners/adicionar');
    await page.getByLabel('Título').fill('Natal');
    await page.getByLabel('Início da exibição').focus();
    // Whether the browser's box begins with the day or with the month, and ends with AM or not.
    await page.keyboard.type('111120260800A');
    await page.getByLabel('Fim da exibição').fill('2026-11-11T08:00');
    await page.keyboard.press('ControlOrMeta+S');
    const ends = page.getByLabel('Fim da exibição');
    await expect(ends).toHaveAccessibleDescription('O fim deve ser depois do início.');
    await expect(ends).toBeFocused();
    await expectAccessible(page);
    await ends.fill('2026-12-25T23:59');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(page).toHaveURL('/banners');
    expect(await db(`select starts_at, ends_at from banners where titulo = 'Natal'`)).toEqual([
      { starts_at: new Date('2026-11-11T11:00:00Z'), ends_at: new Date('2026-12-26T02:59:00Z') },
    ]);
    await page.getByRole('link', { name: 'Natal', exact: true }).click();
    await expect(page.getByLabel('Início da exibição')).toHaveValue('2026-11-11T08:00');
    await expect(ends).toHaveValue('2026-12-25T23:59');
    await ends.fill('');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/banners');
    await page.getByRole('link', { name: 'Natal', exact: true }).click();
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await page.getByRole('menuitem', { name: 'Histórico' }).click();
    await expect(page.getByRole('dialog')).toContainText('25/12/2026, 23:59');
    await context.close();
  });

  test('that is half filled in is not taken for none', async ({ adminPage: page }) => {
    await page.goto('/notificacoes/adicionar');
    await page.getByLabel('Título').fill('Aviso');
    await page.getByLabel('Conteúdo').fill('Texto');
    const starts = page.getByLabel('Início da publicação');
    await starts.focus();
    await page.keyboard.type('11112026');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(starts).toHaveAccessibleDescription('Informe dia e hora, como 30/11/2026 18:00.');
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoOverflow(page);
    await starts.fill('2026-11-20T08:00');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/notificacoes');
  });
});
