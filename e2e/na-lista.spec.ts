import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { respondWithServerError } from './support/failing.ts';
import { KeyboardUser } from './support/keyboard.ts';
import { expectPageFits } from './support/layout.ts';
import { expectSuccessMessage } from './support/messages.ts';

test.use({ hasMotion: true });

test.describe('Prices and status are changed in the list of products', () => {
  test.beforeEach(({ db }) => makeProducts(db));
  test.afterEach(async ({ db }) => {
    await db(`delete from products where sku like 'LIS-%'`);
    // Move the changes 25 hours back: the price guard compares new prices with the prices of the last 24 hours.
    await db(`do $$ begin
      perform set_config('session_replication_role', 'replica', true);
      update private.batches set at = at - interval '25 hours';
    end $$`);
  });

  test('without a mouse: Enter goes down, Tab continues, Escape leaves, and the change can be undone', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/produtos?busca=LIS-');
    const keyboard = new KeyboardUser(page);
    await keyboard.reach('Listado 1');
    await keyboard.press('F2');
    await expect(editor(page, 'Listado 1').getByLabel('Preço de venda')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('12,5');
    await keyboard.press('Enter');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await expect(row(page, 'Listado 1')).toContainText('R$ 12,50');
    await expect(editor(page, 'Listado 2').getByLabel('Preço de venda')).toBeFocused();
    await keyboard.press('Tab');
    await page.keyboard.type('9');
    await keyboard.press('Tab');
    await page.keyboard.type('I');
    for (const name of ['Aplicar (Enter)', 'Desistir (Esc)']) {
      await keyboard.press('Tab');
      await expect(page.getByRole('button', { name })).toBeFocused();
    }
    await keyboard.press('Tab');
    await expect(editor(page, 'Listado 3').getByLabel('Preço de venda')).toBeFocused();
    await expect(row(page, 'Listado 2')).toContainText('R$ 9,00');
    await expect(row(page, 'Listado 2')).toContainText('Inativo');
    await page.keyboard.type('1');
    await keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Listado 3', exact: true })).toBeFocused();
    // Poll the database, because the row shows a value before the value is stored.
    await expect
      .poll(() => readCells(db))
      .toEqual(['12.50, , Ativo', '10.00, 9.00, Inativo', '10.00, , Ativo']);
    await page
      .getByRole('status')
      .filter({ hasText: '2 produtos atualizados' })
      .getByRole('button', { name: 'Desfazer' })
      .click();
    await expect(row(page, 'Listado 1')).toContainText('R$ 10,00');
    await expect
      .poll(async () => new Set(await readCells(db)))
      .toEqual(new Set(['10.00, , Ativo']));
  });

  test('six prices have one message and one undo, also where one was changed twice', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 6);
    await page.goto('/produtos?busca=LIS-');
    const keyboard = new KeyboardUser(page);
    await keyboard.reach('Listado 1');
    await keyboard.press('F2');
    for (const price of ['11', '12', '11,5', '12,5', '9', '8,5']) {
      await expect(page.getByRole('form').getByLabel('Preço de venda')).toBeFocused();
      await page.keyboard.type(price);
      await keyboard.press('Enter');
    }
    await expectSuccessMessage(page, '6 preços atualizados');
    await keyboard.reach('Listado 1');
    await keyboard.press('F2');
    await expect(editor(page, 'Listado 1').getByLabel('Preço de venda')).toBeFocused();
    await page.keyboard.type('11,9');
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await expect.poll(() => readCells(db)).toContain('11.90, , Ativo');
    const message = page.getByRole('status').filter({ hasText: 'Produto atualizado com sucesso!' });
    await expect(message).toHaveCount(1);
    await expect(message).toContainText('6 preços atualizados');
    await message.getByRole('button', { name: 'Desfazer' }).click();
    await expectSuccessMessage(page, '7 alterações');
    expect(new Set(await readCells(db))).toEqual(new Set(['10.00, , Ativo']));
    await page.getByRole('button', { name: 'Refazer' }).click();
    await expectSuccessMessage(page, 'Refeito.');
    expect(await readCells(db)).toContain('11.90, , Ativo');
  });

  for (const { name, width, touch } of [
    { name: 'a desk', width: 1366, touch: false },
    { name: 'a small window', width: 900, touch: false },
    { name: 'a phone', width: 390, touch: true },
  ])
    test(`in the row, which grows for errors and confirmations on ${name}`, async ({
      adminPage,
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({
        storageState: await adminPage.context().storageState(),
        baseURL,
        viewport: { width, height: 844 },
        hasTouch: touch,
      });
      const page = await context.newPage();
      await page.goto('/produtos?busca=LIS-');
      const opener = page.getByRole('button', { name: 'Opções de Listado 2' });
      if (touch) {
        await opener.tap();
        await page.getByRole('menuitem', { name: 'Alterar na lista' }).tap();
      } else {
        await page.getByRole('link', { name: 'Listado 2', exact: true }).focus();
        await page.keyboard.press('F2');
      }
      const form = editor(page, 'Listado 2');
      const price = form.getByLabel('Preço de venda');
      await expect(price).toBeFocused();
      const opened = await expectInRow(page, 'Listado 2', 'Listado 3');
      await price.fill('dez');
      await price.press('Enter');
      await expect(form.getByText(/^Informe um valor como/)).toBeVisible();
      const wrong = await expectInRow(page, 'Listado 2', 'Listado 3');
      expect(wrong).toBeGreaterThan(opened);
      await price.fill('500');
      await price.press('Enter');
      await expect(form.getByLabel('Digite o novo preço para confirmar')).toBeFocused();
      expect(await expectInRow(page, 'Listado 2', 'Listado 3')).toBeGreaterThan(opened);
      await expectAccessible(page);
      await expectPageFits(page, 'editor in its row');
      await page.keyboard.press('Escape');
      await expect(form).toHaveCount(0);
      await expect
        .poll(async () => (await boxOf(row(page, 'Listado 2'))).height)
        .toBeLessThan(opened);
      await context.close();
    });

  test('from a button that covers no text and differs from the others', async ({
    adminPage: page,
    db,
  }) => {
    await db(
      `update products set real_price = 1234567.89, promo_price = 1199999.99 where sku = 'LIS-1'`,
    );
    for (const width of [1366, 1280, 900, 760]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/produtos?busca=LIS-');
      const button = page.getByRole('button', { name: 'Alterar na lista (F2)' });
      await expect(async () => {
        await row(page, 'Listado 2').hover();
        await row(page, 'Listado 1').hover();
        await expect(button).toBeVisible({ timeout: 500 });
      }).toPass();
      const shape = (icon: Element) => icon.querySelector('svg')?.getAttribute('class');
      expect(await button.evaluate(shape)).not.toContain('pencil');
      const { x, y, height, width: wide } = await boxOf(button);
      const texts = await row(page, 'Listado 1').evaluate(textBoxes);
      const covered = texts.filter(
        ({ left, right, top, bottom }) =>
          left < x + wide - 1 && right > x + 1 && top < y + height && bottom > y,
      );
      expect(covered, `${width} pixels wide`).toEqual([]);
    }
  });

  test('a price is stored although the tab is closed before the response', async ({
    adminPage: page,
    db,
  }) => {
    const sent = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await page.route('**/rest/v1/rpc/save_product', async (route) => {
      sent.resolve();
      await left.promise;
      await route.continue();
    });
    await page.goto('/produtos?busca=LIS-');
    const keyboard = new KeyboardUser(page);
    await keyboard.reach('Listado 1');
    await keyboard.press('F2');
    await expect(editor(page, 'Listado 1').getByLabel('Preço de venda')).toBeFocused();
    await page.keyboard.type('12,5');
    await keyboard.press('Enter');
    await sent.promise;
    await page.goto('about:blank');
    left.resolve();
    await expect.poll(() => readCells(db)).toContain('12.50, , Ativo');
  });

  test('a tab with prices that wait for another save asks before it closes, and so does Sair', async ({
    adminPage: page,
    db,
  }) => {
    const sent = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/rest/v1/rpc/save_product', async (route) => {
      sent.resolve();
      await released.promise;
      await route.continue();
    });
    await page.goto('/produtos?busca=LIS-');
    const asksBeforeClosing = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    const keyboard = new KeyboardUser(page);
    await keyboard.reach('Listado 1');
    await keyboard.press('F2');
    for (const [name, price] of [
      ['Listado 1', '11'],
      ['Listado 2', '12'],
    ] as const) {
      await expect(editor(page, name).getByLabel('Preço de venda')).toBeFocused();
      await page.keyboard.type(price);
      // The browser asks for a confirmation while a price has not been sent: the user is typing the price, or the price
      // waits in the queue behind the save of the first row. A save in flight needs no confirmation: it continues after
      // the tab closes.
      expect(await asksBeforeClosing()).toBe(true);
      await keyboard.press('Enter');
      await sent.promise;
      await expect.poll(asksBeforeClosing).toBe(name === 'Listado 2');
    }
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page).toHaveURL(/dashboard/);
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    released.resolve();
    await expect
      .poll(() => readCells(db))
      .toEqual(['11.00, , Ativo', '12.00, , Ativo', '10.00, , Ativo']);
    await expect.poll(asksBeforeClosing).toBe(false);
  });

  test('a doubtful price is typed twice, and an invalid one is refused with a message', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/produtos?busca=LIS-');
    const pencil = page.getByRole('button', { name: 'Alterar na lista (F2)' });
    // Hover again until the pencil is visible: the panel loads the code of the pencil when the page is idle.
    await expect(async () => {
      await row(page, 'Listado 2').hover();
      await row(page, 'Listado 1').hover();
      await expect(pencil).toBeVisible({ timeout: 500 });
    }).toPass();
    await pencil.click();
    const form = editor(page, 'Listado 1');
    await form.getByLabel('Preço de venda').fill('dez');
    await page.keyboard.press('Enter');
    await expect(form.getByText(/^Informe um valor como/)).toBeVisible();
    await form.getByLabel('Preço de venda').fill('100');
    await page.keyboard.press('Enter');
    const again = form.getByLabel('Digite o novo preço para confirmar');
    await expect(again).toBeFocused();
    await expect(again).toHaveAccessibleDescription(
      'Aumento de 900\u00a0%: de R$\u00a010,00 para R$\u00a0100,00.',
    );
    await expectAccessible(page);
    await again.fill('10');
    await page.keyboard.press('Enter');
    await expect(form.getByText('O preço não confere.')).toBeVisible();
    expect((await readCells(db))[0]).toBe('10.00, , Ativo');
    await again.fill('100');
    await page.keyboard.press('Enter');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    expect((await readCells(db))[0]).toBe('100.00, , Ativo');
  });

  test('a change without a connection stays typed in its row, until a retry saves it', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/produtos?busca=LIS-');
    await page.getByRole('link', { name: 'Listado 1', exact: true }).focus();
    await page.keyboard.press('F2');
    const first = editor(page, 'Listado 1');
    const second = editor(page, 'Listado 2');
    await expect(first.getByLabel('Preço de venda')).toBeFocused();
    await page.context().setOffline(true);
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await expect(second.getByLabel('Preço de venda')).toBeFocused();
    await page.keyboard.type('12');
    // The editor of the failed save opens again, while the user continues to type in the next row.
    await expect(first).toContainText('Não foi salvo: Sem conexão com o servidor.');
    await expect(first.getByLabel('Preço de venda')).toHaveValue('11,00');
    await expect(second.getByLabel('Preço de venda')).toBeFocused();
    await expect(second.getByLabel('Preço de venda')).toHaveValue('12');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // Only the row shows the message: there is no toast.
    await expect(page.getByRole('alert')).toHaveText(/^Não foi salvo: /);

    // The retry fails too: the row still shows the message, and has the focus.
    await first.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(first.getByLabel('Preço de venda')).toBeFocused();
    await expect(first).toContainText('Não foi salvo: Sem conexão com o servidor.');
    await page.getByRole('link', { name: 'Categorias', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Há alterações que não foram salvas.');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await page.context().setOffline(false);
    await first.getByRole('button', { name: 'Tentar novamente' }).click();
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await expect(first).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(row(page, 'Listado 1')).toContainText('R$ 11,00');
    await expect(page.getByRole('link', { name: 'Listado 1', exact: true })).toBeFocused();
    expect(await readCells(db)).toEqual(['11.00, , Ativo', '10.00, , Ativo', '10.00, , Ativo']);
  });

  test('a retry saves a change whose row was opened again before the save failed', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/Failed to load/);
    await page.goto('/produtos?busca=LIS-');
    await page.getByRole('link', { name: 'Listado 1', exact: true }).focus();
    await page.keyboard.press('F2');
    const first = editor(page, 'Listado 1');
    await expect(first.getByLabel('Preço de venda')).toBeFocused();
    const { promise: failing, resolve: failNow } = Promise.withResolvers<void>();
    await page.route(
      '**/rest/v1/rpc/save_product',
      async (route) => {
        await failing;
        await route.abort();
      },
      { times: 1 },
    );
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(editor(page, 'Listado 2').getByLabel('Preço de venda')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(first.getByLabel('Preço de venda')).toHaveValue('12,00');
    failNow();
    await expect(first).toContainText('Não foi salvo: Sem conexão com o servidor.');
    await first.getByRole('button', { name: 'Tentar novamente' }).click();
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await expect(first).toHaveCount(0);
    expect(await readCells(db)).toEqual(['12.00, , Ativo', '10.00, , Ativo', '10.00, , Ativo']);
  });

  test('a refused change can be discarded', async ({ adminPage: page, db, browserConsole }) => {
    browserConsole.expect(/status of 500/);
    await page.goto('/produtos?busca=LIS-');
    await page.getByRole('link', { name: 'Listado 3', exact: true }).focus();
    await page.keyboard.press('F2');
    const form = editor(page, 'Listado 3');
    await expect(form.getByLabel('Preço de venda')).toBeFocused();
    await page.route('**/rest/v1/rpc/save_product', respondWithServerError);
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('alert')).toContainText(
      'Não foi salvo: O servidor não conseguiu responder agora.',
    );
    // There is no row below the last row, so the focus stays in the last row.
    await expect(form.getByLabel('Preço de venda')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(row(page, 'Listado 3')).toContainText('R$ 10,00');
    await expect(page.getByRole('link', { name: 'Listado 3', exact: true })).toBeFocused();
    expect((await readCells(db))[2]).toBe('10.00, , Ativo');
  });

  test("another user's change of other columns is merged; the same column asks, and Enter keeps their value", async ({
    adminPage: page,
    colaboradorPage: other,
    db,
  }) => {
    await page.goto('/produtos?busca=LIS-');
    await page.getByRole('link', { name: 'Listado 1', exact: true }).focus();
    await page.keyboard.press('F2');
    await expect(editor(page, 'Listado 1').getByLabel('Preço de venda')).toBeFocused();
    await changeInList(other, 'Listado 1', 'Status', 'Inativo');
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await expectSuccessMessage(page, 'Incluídas as alterações de Bruno Lima: Status');
    await expect(row(page, 'Listado 1')).toContainText('Inativo');

    await expect(editor(page, 'Listado 2').getByLabel('Preço de venda')).toBeFocused();
    await changeInList(other, 'Listado 2', 'Preço de venda', '13');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bruno Lima salvou antes de você' });
    await expect(dialog).toContainText('Listado 2');
    await expect(dialog.getByRole('group', { name: 'Preços' })).toContainText('R$ 12,00');
    await expect(dialog.getByRole('radio', { name: 'Versão salva' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(row(page, 'Listado 2')).toContainText('R$ 13,00');

    // After the dialog has closed, the focus is in the editor of the next row.
    await expect(editor(page, 'Listado 3').getByLabel('Preço de venda')).toBeFocused();
    await changeInList(other, 'Listado 3', 'Preço de venda', '13');
    await page.keyboard.type('14');
    await page.keyboard.press('Enter');
    await dialog.getByRole('radio', { name: 'Sua versão' }).check();
    await dialog.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect
      .poll(() => readCells(db))
      .toEqual(['11.00, , Inativo', '13.00, , Ativo', '14.00, , Ativo']);
  });

  test('prices that overwrite a removed promotion store its end, too', async ({
    adminPage: page,
    colaboradorPage: other,
    db,
  }) => {
    await db(`update products set promo_price = 9, promo_ends_at = '2099-11-30T20:00:00Z'
      where name = 'Listado 1'`);
    await page.goto('/produtos?busca=LIS-');
    await page.getByRole('link', { name: 'Listado 1', exact: true }).focus();
    await page.keyboard.press('F2');
    await expect(editor(page, 'Listado 1').getByLabel('Preço de venda')).toBeFocused();
    await changeInList(other, 'Listado 1', 'Preço promocional', '');
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bruno Lima salvou antes de você' });
    await expect(dialog.getByRole('group', { name: 'Preços' })).toContainText(
      'R$ 11,00, promocional R$ 9,00 (até 30/11/2099, 17:00)',
    );
    await dialog.getByRole('radio', { name: 'Sua versão' }).check();
    await dialog.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    const stored = () =>
      db(`select real_price, promo_price, promo_ends_at from products where name = 'Listado 1'`);
    await expect.poll(stored).toEqual([
      {
        real_price: '11.00',
        promo_price: '9.00',
        promo_ends_at: new Date('2099-11-30T20:00:00Z'),
      },
    ]);
  });

  test('a deleted product is reported with the user who deleted it', async ({
    adminPage: page,
    colaboradorPage: other,
  }) => {
    await page.goto('/produtos?busca=LIS-');
    await page.getByRole('link', { name: 'Listado 1', exact: true }).focus();
    await page.keyboard.press('F2');
    await expect(editor(page, 'Listado 1').getByLabel('Preço de venda')).toBeFocused();
    await other.goto('/produtos?busca=LIS-');
    await other.getByRole('button', { name: 'Excluir Listado 1', exact: true }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expectSuccessMessage(other, 'Produto excluído com sucesso!');
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'Falha ao salvar "Listado 1"' });
    await expect(alert).toContainText('Bruno Lima excluiu este produto às');
    await expect(page.getByRole('link', { name: 'Listado 1', exact: true })).toHaveCount(0);
  });

  test("another user's change is not overwritten, although the list was refetched meanwhile", async ({
    adminPage: page,
    db,
  }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/rest/v1/rpc/save_product', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/produtos?busca=LIS-');
    await page.getByRole('link', { name: 'Listado 1', exact: true }).focus();
    await page.keyboard.press('F2');
    await expect(editor(page, 'Listado 1').getByLabel('Preço de venda')).toBeFocused();
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await expect(editor(page, 'Listado 2').getByLabel('Preço de venda')).toBeFocused();
    await db(`update products set real_price = 13 where sku = 'LIS-2'`);
    // The first save ends, and the list is refetched under the open editor.
    held.resolve();
    await expect(row(page, 'Listado 2')).toContainText('R$ 13,00');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Alguém salvou antes de você' });
    await dialog.getByRole('button', { name: 'Voltar à lista' }).click();
    await expect(row(page, 'Listado 2')).toContainText('R$ 13,00');
    expect(await readCells(db)).toEqual(['11.00, , Ativo', '13.00, , Ativo', '10.00, , Ativo']);
  });
});

test.describe('A promotional price in the list of products', () => {
  test.afterEach(({ db }) => db(`delete from products where sku like 'LIS-%'`));

  test('is a discount only where it is lower; a phone shows both prices too', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db);
    await db(`update products set promo_price = 8 where sku = 'LIS-1'`);
    await db(`update products set promo_price = 15 where sku = 'LIS-2'`);
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/produtos?busca=LIS-');
      await expect(row(page, 'Listado 1').locator('s')).toBeVisible();
      await expect(row(page, 'Listado 1').locator('s')).toHaveText('R$ 10,00');
      await expect(row(page, 'Listado 2').locator('s')).toHaveCount(0);
      const odd = row(page, 'Listado 2').getByText('R$ 15,00');
      await expect(odd).toBeVisible();
      await expect(odd).toContainText(
        'Preço promocional: R$ 15,00, não é menor que o preço de venda',
      );
      await expect(odd).toHaveCSS('color', await colorOf(page, 'var(--warning)'));
      await expectAccessible(page);
      await expectPageFits(page, 'list of products');
    }
    await page.getByRole('link', { name: 'Listado 2', exact: true }).click();
    const preview = page.getByRole('complementary').filter({ hasText: 'Prévia do cartão' });
    await expect(preview.getByText('R$ 15,00')).toBeVisible();
    await expect(preview.locator('s')).toHaveCount(0);
    await page.getByLabel('Preço promocional').fill('9');
    await expect(preview.locator('s')).toHaveText('R$ 10,00');
  });
});

/** Expects the editor of the row `name` inside that row, and the row `next` below it. Returns the height of `name`. */
async function expectInRow(page: Page, name: string, next: string): Promise<number> {
  await expect(async () => {
    const [edited, form] = [await boxOf(row(page, name)), await boxOf(editor(page, name))];
    expect(form.y).toBeGreaterThanOrEqual(edited.y - 1);
    expect(form.y + form.height).toBeLessThanOrEqual(edited.y + edited.height + 1);
    expect((await boxOf(row(page, next))).y).toBeGreaterThanOrEqual(edited.y + edited.height - 1);
  }).toPass();
  return (await boxOf(row(page, name))).height;
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('not visible');
  return box;
}

/** Returns the visible texts of a row with their positions, without the texts under its actions. Runs in the page. */
function textBoxes(tr: Element) {
  const found: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
  const texts = document.createTreeWalker(tr, NodeFilter.SHOW_TEXT);
  const actions = tr.querySelector('.actions')?.getBoundingClientRect();
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, right: end, top, bottom, width } = range.getBoundingClientRect();
    // A text that does not fit ends at the edge of its cell, in an ellipsis.
    const cell = texts.currentNode.parentElement?.closest('td, th')?.getBoundingClientRect();
    const right = Math.min(end, cell?.right ?? Infinity);
    const isShown = texts.currentNode.parentElement?.checkVisibility({ visibilityProperty: true });
    const isForScreenReaders = !!texts.currentNode.parentElement?.closest('.sr-only');
    if (isShown && !isForScreenReaders && width > 2 && left < (actions?.left ?? Infinity) - 30)
      found.push({ text: texts.currentNode.textContent ?? '', left, right, top, bottom });
  }
  return found;
}

/** Returns the computed value of a CSS colour, such as `var(--warning)`. */
async function colorOf(page: Page, color: string) {
  return page.evaluate((given) => {
    const probe = document.createElement('i');
    probe.style.color = given;
    document.body.append(probe);
    const { color: computed } = getComputedStyle(probe);
    probe.remove();
    return computed;
  }, color);
}

async function makeProducts(db: RunSql, last = 3) {
  const [category] = await db<{ id: string }>(
    `insert into categories (name) values ('Listados ' || gen_random_uuid()) returning id`,
  );
  await db(
    `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select 'Listado ' || n, 's', 'm', 'd', 'LIS-' || n, $1, 10 from generate_series(1, $2::int) as n
     on conflict do nothing`,
    [category!.id, last],
  );
}

async function readCells(db: RunSql): Promise<string[]> {
  const rows = await db<{ cells: string }>(
    `select concat(real_price, ', ', promo_price, ', ', status) as cells from products where sku like 'LIS-%' order by sku`,
  );
  return rows.map(({ cells }) => cells);
}

async function changeInList(page: Page, name: string, label: string, value: string) {
  await page.goto('/produtos?busca=LIS-');
  await page.getByRole('link', { name, exact: true }).focus();
  await page.keyboard.press('F2');
  const field = editor(page, name).getByLabel(label);
  if (label === 'Status') await field.selectOption(value);
  else await field.fill(value);
  await page.getByRole('button', { name: 'Aplicar (Enter)' }).click();
  await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
}

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name });
}

function editor(page: Page, name: string) {
  return page.getByRole('form', { name: `Alterar ${name}` });
}
