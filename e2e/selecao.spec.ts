import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { KeyboardUser } from './support/keyboard.ts';
import { expectNoOverflow, expectVisibleTabStops } from './support/layout.ts';

test.describe('Products are selected', () => {
  test.beforeEach(({ db }) => makeProducts(db));
  test.afterEach(({ db }) => db(`delete from products where sku like 'SEL-%'`));

  test('from several searches and pages; opening one and Back keeps the selection, and the export contains no other', async ({
    adminPage: page,
  }) => {
    await page.goto('/produtos?busca=SEL-&por=25');
    await box(page, 'Seleto 02').check();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await box(page, 'Seleto 26').click();
    await box(page, 'Seleto 28').click({ modifiers: ['Shift'] });
    await expect(bar(page).getByText('4 selecionados, 1 fora desta página')).toBeVisible();
    await page.getByRole('link', { name: 'Seleto 27', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Editar Produto' })).toBeVisible();
    await page.goBack();
    await expect(box(page, 'Seleto 27')).toBeChecked();
    await page.getByPlaceholder('Buscar produto por nome ou SKU').fill('SEL-3');
    // Wait for the search result: the earlier list also shows Seleto 31, whose row moves when the result arrives.
    await expect(box(page, 'Seleto 27')).toHaveCount(0);
    await box(page, 'Seleto 31').check();
    await expect(bar(page).getByText('5 selecionados, 4 fora desta página')).toBeVisible();
    await expectAccessible(page);
    expect(await exportSelectedSkus(page)).toEqual([
      'SEL-02',
      'SEL-26',
      'SEL-27',
      'SEL-28',
      'SEL-31',
    ]);
  });

  test('all matches, except some', async ({ adminPage: page }) => {
    await page.goto('/produtos?busca=SEL-&por=25');
    await page.getByRole('checkbox', { name: 'Selecionar a página' }).check();
    await expect(bar(page).getByText('25 selecionados', { exact: true })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Selecionar os 30 que correspondem' }).click();
    await box(page, 'Seleto 03').uncheck();
    await expect(bar(page).getByText('29 selecionados', { exact: true })).toBeVisible();
    const skus = await exportSelectedSkus(page);
    expect(skus).toHaveLength(29);
    expect(skus).not.toContain('SEL-03');
    await page.getByLabel('Status').selectOption('Ativo');
    await expect(bar(page)).toHaveCount(0);
  });

  test('without a mouse', async ({ adminPage: page }) => {
    await page.goto('/produtos?busca=SEL-');
    const keyboard = new KeyboardUser(page);
    await keyboard.reach('Selecionar Seleto 01');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await expect(bar(page).getByText('4 selecionados')).toBeVisible();
    await keyboard.press('Enter');
    await keyboard.use('Desmarcar tudo');
    await expect(bar(page)).toHaveCount(0);
    await expect(box(page, 'Seleto 05')).toBeFocused();
  });

  test('on a phone, from the menu of a row; the bar leaves the last row visible', async ({
    adminPage: page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/produtos?busca=SEL-&por=25');
    await page.getByRole('button', { name: 'Opções de Seleto 02' }).click();
    await page.getByRole('menuitem', { name: 'Selecionar' }).click();
    await box(page, 'Seleto 04').check();
    await expect(bar(page).getByText('2 selecionados')).toBeVisible();
    expect(await expectVisibleTabStops(page)).toBeGreaterThan(50);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expectNoOverflow(page);
    await expectAccessible(page);
    const last = page.getByRole('row').filter({ hasText: 'Seleto 25' });
    const [rowBox, barBox] = [await last.boundingBox(), await bar(page).boundingBox()];
    expect(rowBox!.y + rowBox!.height).toBeLessThanOrEqual(barBox!.y);
    const sections = page.getByRole('navigation', { name: 'Catálogo' });
    expect(barBox!.y + barBox!.height).toBeLessThanOrEqual((await sections.boundingBox())!.y);
  });
});

async function makeProducts(db: RunSql) {
  await db(`delete from products where sku like 'SEL-%'`);
  await db(
    `with category as (
       insert into categories (name) values ('Seletos') on conflict do nothing returning id
     ), chosen as (select id from category union all select id from categories where name = 'Seletos')
     insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select 'Seleto ' || lpad(n::text, 2, '0'), 's', 'm', 'd', 'SEL-' || lpad(n::text, 2, '0'), id, n + 9
     from generate_series(1, 31) as n, (select id from chosen limit 1) as category where n <> 30`,
  );
}

function box(page: Page, name: string) {
  return page.getByRole('checkbox', { name: `Selecionar ${name}`, exact: true });
}

function bar(page: Page) {
  return page.getByRole('region', { name: 'Seleção' });
}

/** Exports the selection, and returns the SKUs in the file. */
async function exportSelectedSkus(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Exportar seleção' }).click();
  await page.getByRole('menuitem', { name: 'A seleção, em CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';')[0] ?? '');
}
