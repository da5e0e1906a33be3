import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { loseResponse } from './support/hold.ts';
import { expectSuccessMessage } from './support/messages.ts';

test.use({ hasMotion: true });

test.describe('Many products change at once', () => {
  test('+10 % on twelve products takes six clicks and six keys, and is undone', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Lote', 12);
    await page.goto('/produtos?busca=lote');
    const effort = countEffort(page);
    await effort.click(() => row(page, 'Lote', 1).click());
    await effort.click(() => row(page, 'Lote', 12).click({ modifiers: ['Shift'] }));
    await effort.click(() => bar(page).getByRole('button', { name: 'Alterar preço' }).click());
    const dialog = page.getByRole('dialog', { name: 'Alterar preço' });
    await expect(dialog.getByLabel('Valor')).toBeFocused();
    await effort.keys('1', '0', 'Enter');
    await expect(
      dialog.getByText('Os preços somam R$ 120,00 a mais, em média +10,00\u00a0%.'),
    ).toBeVisible();
    await expect(rowsOf(dialog).first()).toContainText('R$ 100,00');
    await expect(rowsOf(dialog).first()).toContainText('R$ 110,00');
    await expectAccessible(page);
    await expect(dialog.getByRole('button', { name: 'Alterar 12 produtos' })).toBeFocused();
    await effort.keys('Enter');
    await expectSuccessMessage(page, '12 produtos alterados.');
    await expect(row(page, 'Lote', 12)).toBeFocused();
    expect(effort.clicks).toBeLessThanOrEqual(6);
    expect(effort.pressed).toBeLessThanOrEqual(6);
    expect(await prices(db, 'Lote')).toEqual([110]);

    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    await expect(row(page, 'Lote', 12)).toBeFocused();
    expect(await prices(db, 'Lote')).toEqual([100]);
    await page.goto('/atividade');
    const entries = page.getByRole('list', { name: 'Atividade' }).getByRole('listitem');
    await expect(entries.nth(0)).toContainText('Ana Souza desfez o reajuste de 12 produtos ·');
    await expect(entries.nth(1)).toContainText(
      'Ana Souza reajustou o preço de 12 produtos: +10\u00a0% ·',
    );
  });

  test('a change whose response is lost is applied once when it is tried again', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await makeProducts(db, 'Perdido', 3);
    await page.goto('/produtos?busca=perdido');
    await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
    await bar(page).getByRole('button', { name: 'Alterar preço' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar preço' });
    await dialog.getByLabel('Valor').fill('10');
    await page.keyboard.press('Enter');
    await loseResponse(page, 'POST /rest/v1/rpc/apply_batch');
    await dialog.getByRole('button', { name: 'Alterar 3 produtos' }).click();
    await expect(dialog.getByText(/^Sem conexão com o servidor/)).toBeVisible();
    await expect(dialog.getByLabel('Valor')).toHaveCount(0);
    expect(await prices(db, 'Perdido')).toEqual([110]);
    await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
    await expectSuccessMessage(page, '3 produtos alterados.');
    expect(await prices(db, 'Perdido')).toEqual([110]);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await prices(db, 'Perdido')).toEqual([100]);
  });

  test('a plan that takes too long is made in smaller steps, and shows its progress', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/status of 500/);
    await makeProducts(db, 'Devagar', 2300);
    await page.goto('/produtos?busca=devagar');
    await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
    await bar(page).getByRole('button', { name: 'Selecionar os 2.300 que correspondem' }).click();
    const sizes: unknown[] = [];
    const third = Promise.withResolvers<void>();
    await page.route('**/rpc/plan_change', async (route, request) => {
      sizes.push(request.postDataJSON().size);
      if (sizes.length === 1)
        return route.fulfill({ status: 500, json: { code: '57014', message: 'timeout' } });
      if (sizes.length === 4) await third.promise;
      return route.continue();
    });
    await bar(page).getByRole('button', { name: 'Inativar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Inativar' });
    await expect(dialog.getByLabel('Conferindo a alteração')).toBeVisible();
    await expect(dialog.getByText('87 %')).toBeVisible();
    await expectAccessible(page);
    third.resolve();
    await dialog.getByRole('button', { name: 'Alterar 2.300 produtos' }).click();
    await expectSuccessMessage(page, '2.300 produtos alterados.');
    expect(sizes).toEqual([5000, 1000, 1000, 1000]);
  });

  test('a category is hidden in five actions', async ({ colaboradorPage: page, db }) => {
    const category = await makeProducts(db, 'Oculto', 30);
    await page.goto('/produtos');
    const effort = countEffort(page);
    await effort.click(() => page.getByLabel('Categoria', { exact: true }).selectOption(category));
    await expect(page.getByRole('checkbox', { name: /^Selecionar (?!a página)/ })).toHaveCount(30);
    await effort.click(() => page.getByRole('checkbox', { name: 'Selecionar a página' }).click());
    await effort.click(() => bar(page).getByRole('button', { name: 'Inativar' }).click());
    await effort.click(() => page.getByRole('button', { name: 'Alterar 30 produtos' }).click());
    await expectSuccessMessage(page, '30 produtos alterados.');
    expect(effort.clicks).toBeLessThanOrEqual(5);
    const shown = await db(
      `select from public.products where status = 'Ativo' and category_id = $1`,
      [category],
    );
    expect(shown).toEqual([]);
  });

  test('a category that was deleted after the review is reported in words', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Recategorizado', 2);
    await db(`insert into public.categories (name) values ('Fugaz')`);
    await page.goto('/produtos?busca=recategorizado');
    await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
    await bar(page).getByRole('button', { name: 'Mais alterações' }).click();
    await page.getByRole('menuitem', { name: 'Alterar categoria' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar categoria' });
    await dialog.getByLabel('Categoria').selectOption('Fugaz');
    await expect(rowsOf(dialog)).toHaveCount(2);
    await db(`delete from public.categories where name = 'Fugaz'`);
    await dialog.getByRole('button', { name: 'Alterar 2 produtos' }).click();
    await expect(rowsOf(dialog).first()).toContainText(
      'passa a ser (não encontrado)A categoria escolhida foi excluída. Escolha outra.',
    );
  });

  test("a doubtful price is confirmed by the number of products, rows are left out, and a colleague's change stays", async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Duvidoso', 4);
    await page.goto('/produtos?busca=duvidoso');
    await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
    await bar(page).getByRole('button', { name: 'Alterar preço' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar preço' });
    await dialog.getByLabel('Ajuste').selectOption('Definir em R$');
    await dialog.getByLabel('Valor').fill('500');
    await page.keyboard.press('Enter');
    await expect(rowsOf(dialog)).toHaveCount(4);
    await expect(rowsOf(dialog).first()).toContainText(
      'Aumento de 400\u00a0%: de R$ 100,00 para R$ 500,00',
    );
    await dialog.getByRole('button', { name: 'Remover: Duvidoso 01' }).click();
    await expect(dialog.getByText('3 produtos serão alterados.')).toBeVisible();
    await db(`update public.products set name = name || ' novo' where name = 'Duvidoso 02'`);
    await dialog.getByRole('button', { name: 'Alterar 3 produtos' }).click();
    const confirmation = dialog.getByLabel('Confirme os preços fora do padrão');
    await expect(confirmation).toHaveAccessibleDescription(/Digite 3 para confirmar/);
    await confirmation.fill('3');
    await dialog.getByRole('button', { name: 'Alterar 3 produtos' }).click();
    await expect(dialog.getByText('2 produtos alterados.')).toBeVisible();
    await expect(rowsOf(dialog)).toContainText(['Duvidoso 02']);
    await expectAccessible(page);
    expect(await prices(db, 'Duvidoso')).toEqual([100, 500]);
    await dialog.getByRole('button', { name: 'Desfazer o que foi feito' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await prices(db, 'Duvidoso')).toEqual([100]);
  });

  test('many are moved to the trash and restored, by keyboard alone', async ({
    adminPage: page,
    db,
  }) => {
    await makeProducts(db, 'Sumido', 3);
    await page.goto('/produtos?busca=sumido');
    await page.getByRole('checkbox', { name: 'Selecionar a página' }).focus();
    await page.keyboard.press('Space');
    await bar(page).getByRole('button', { name: 'Mais alterações' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Alterar visibilidade' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Mover para a Lixeira' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Mover 3 produtos' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectSuccessMessage(page, '3 produtos movidos para a Lixeira.');
    expect(await prices(db, 'Sumido')).toEqual([]);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await prices(db, 'Sumido')).toEqual([100]);
  });
});

test.describe('The price guard', () => {
  // Restore the settings: all tests of this file share a database.
  test.afterEach(({ db }) => db('update public.price_guard set enforced = false, down_limit = 30'));

  test('enforced by an Administrador, it asks in the form until the price is typed again', async ({
    adminPage: page,
    colaboradorPage: colleague,
    browserConsole,
    db,
  }) => {
    await makeProducts(db, 'Guardado', 1);
    const [product] = await db(`select id from public.products where name = 'Guardado 01'`);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Alerta de preços' }).click();
    const guard = page.getByRole('dialog', { name: 'Alerta de preços' });
    await guard.getByLabel('Redução acima de (%)').fill('100');
    await guard.getByRole('button', { name: 'Aplicar' }).click();
    await expect(guard.getByLabel('Redução acima de (%)')).toHaveAccessibleDescription(/de 1 a 99/);
    await guard.getByLabel('Redução acima de (%)').fill('40');
    await guard.getByLabel('Exigir confirmação de todos').check();
    await expectAccessible(page);
    // A second Administrador changes the other limit (`up_limit`) meanwhile.
    await db('update price_guard set up_limit = 65');
    await guard.getByRole('button', { name: 'Aplicar' }).click();
    await expectSuccessMessage(page, 'Alerta de preços atualizado com sucesso!');
    expect(await db('select up_limit::int, down_limit::int from price_guard')).toEqual([
      { up_limit: 65, down_limit: 40 },
    ]);
    await db('update price_guard set up_limit = 70');

    await colleague.goto(`/produtos/editar/${String(product?.['id'])}`);
    const price = colleague.getByLabel('Preço de venda');
    await price.fill('10,00');
    await expect(price).toHaveAccessibleDescription(/Redução de 90\u00a0%: de/);
    await colleague.getByRole('button', { name: 'Salvar', exact: true }).click();
    const question = colleague.getByRole('alertdialog');
    await expect(question).toContainText(
      'O preço de "Guardado 01" pede confirmação: redução de mais de 40\u00a0%. O preço de venda passaria de R$\u00a0100,00 para R$\u00a010,00.',
    );
    browserConsole.expect(/status of 400/);
    await question.getByLabel('Digite o novo preço para confirmar (10,00)').fill('100');
    await colleague.keyboard.press('Enter');
    await expect(question.getByRole('textbox')).toHaveAccessibleDescription(/Não confere/);
    expect(await prices(db, 'Guardado')).toEqual([100]);
    await question.getByRole('textbox').fill('10');
    await expectAccessible(colleague);
    await question.getByRole('button', { name: 'Confirmar preço' }).click();
    await expectSuccessMessage(colleague, 'Produto atualizado com sucesso!');
    expect(await prices(db, 'Guardado')).toEqual([10]);

    // Only the promotional price is unusual: the confirmation asks for this price.
    await colleague.goto(`/produtos/editar/${String(product?.['id'])}`);
    await colleague.getByLabel('Preço promocional').fill('12,00');
    await colleague.getByRole('button', { name: 'Salvar', exact: true }).click();
    await question.getByLabel('Digite o novo preço para confirmar (12,00)').fill('12,00');
    await question.getByRole('button', { name: 'Confirmar preço' }).click();
    await expectSuccessMessage(colleague, 'Produto atualizado com sucesso!');
    await page.goto('/atividade');
    await expect(
      page.getByRole('list', { name: 'Atividade' }).getByRole('listitem').first(),
    ).toContainText('1 preço fora do padrão confirmado.');
  });

  test('detects two changes within its limits that exceed them in 24 hours, in the list and in the form', async ({
    adminPage: page,
    db,
  }) => {
    await db('update public.price_guard set enforced = true');
    await makeProducts(db, 'Escada', 1);
    await db(`update public.products set real_price = 71 where name = 'Escada 01'`);
    const [product] = await db(`select id from public.products where name = 'Escada 01'`);
    await page.goto('/produtos?busca=Escada');
    await page.getByRole('link', { name: 'Escada 01', exact: true }).focus();
    const known = page.waitForResponse('**/rest/v1/rpc/price_reference');
    await page.keyboard.press('F2');
    await known;
    const form = page.getByRole('form', { name: 'Alterar Escada 01' });
    await form.getByLabel('Preço de venda').fill('50,41');
    await page.keyboard.press('Enter');
    const again = form.getByLabel('Digite o novo preço para confirmar');
    await expect(again).toHaveAccessibleDescription(
      /Redução de 50\u00a0% em 24 horas: de R\$\u00a0100,00 \(agora R\$\u00a071,00\) para R\$\u00a050,41\./,
    );
    await again.fill('50,41');
    await page.keyboard.press('Enter');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    expect(await prices(db, 'Escada')).toEqual([50.41]);
    await db(`update public.products set real_price = 40 where name = 'Escada 01'`);
    await page.goto(`/produtos/editar/${String(product?.['id'])}`);
    await page.getByLabel('Preço de venda').fill('34,00');
    await expect(page.getByLabel('Preço de venda')).toHaveAccessibleDescription(
      /Redução de 33\u00a0% em 24 horas: de R\$\u00a050,41 \(agora R\$\u00a040,00\) para R\$\u00a034,00\./,
    );
  });
});

/**
 * Inserts `count` products at R$ 100,00 into a new category: 'Lote 01', 'Lote 02' and so on for the `name` 'Lote'.
 * @returns the id of the category
 */
async function makeProducts(db: RunSql, name: string, count: number) {
  const [created] = await db('insert into public.categories (name) values ($1) returning id', [
    `Categoria ${name}`,
  ]);
  await db(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select $3 || ' ' || lpad(n::text, 2, '0'), 'a', 'a', 'a', $3 || '-' || n, $1, 100
    from generate_series(1, $2::integer) as n`,
    [created?.['id'], count, name],
  );
  return String(created?.['id']);
}

async function prices(db: RunSql, name: string) {
  const rows = await db(
    `select distinct real_price::float as price from public.products where name like $1 order by 1`,
    [`${name} %`],
  );
  return rows.map((found) => found['price']);
}

function row(page: Page, name: string, number: number) {
  return page.getByRole('checkbox', {
    name: `Selecionar ${name} ${String(number).padStart(2, '0')}`,
    exact: true,
  });
}

function bar(page: Page) {
  return page.getByRole('region', { name: 'Seleção' });
}

function rowsOf(dialog: ReturnType<Page['getByRole']>) {
  return dialog.getByRole('list', { name: 'Produtos da alteração' }).getByRole('listitem');
}

/** Returns a counter of the user's clicks and key presses. A choice in a select counts as one click. */
function countEffort(page: Page) {
  return {
    clicks: 0,
    pressed: 0,
    async click(work: () => Promise<unknown>) {
      this.clicks += 1;
      await work();
    },
    async keys(...keys: string[]) {
      this.pressed += keys.length;
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}
