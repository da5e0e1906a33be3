import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import {
  respondWithServerError,
  failureCases,
  endRequestFailures,
  limitToMethod,
} from './support/failing.ts';
import { holdRequest } from './support/hold.ts';
import { expectNoOverflow } from './support/layout.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { expectPageTitle } from './support/pages.ts';
import { makePicture } from './support/pictures.ts';
import { expectPictureDeleted } from './support/stored-files.ts';

test.describe('The list of categories', () => {
  test('shows each category in a row of a table [CAT-01] [CAT-02] [CAT-03] [CAT-04] [CAT-05] [CAT-17]', async ({
    adminPage: page,
    db,
  }) => {
    const long = 'Cem letras. '.repeat(10).slice(0, 100);
    await makeCategory(db, { name: 'Tabela ativa', description: long });
    await makeCategory(db, {
      name: 'Tabela inativa',
      description: `${long}E mais.`,
      is_active: false,
    });
    await page.goto('/categorias?busca=tabela');
    await expect(page).toHaveTitle('Categorias · Vitrine');
    const table = page.getByRole('table', { name: 'Categorias' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Nome',
      'Descrição',
      'Status',
      'Ações',
    ]);
    const active = table.getByRole('row', { name: 'Tabela ativa' });
    await expect(active.getByRole('rowheader')).toHaveText('TaTabela ativa');
    await expect(active.getByRole('cell')).toHaveText([long.trim(), 'Ativa', '']);
    await expect(active.getByRole('link', { name: 'Editar Tabela ativa' })).toBeVisible();
    await expect(active.getByRole('button', { name: 'Excluir Tabela ativa' })).toBeVisible();
    const inactive = table.getByRole('row', { name: 'Tabela inativa' });
    await expect(inactive.getByRole('cell').nth(0)).toHaveText(`${long}...`);
    await expect(inactive.getByRole('cell').nth(1)).toHaveText('Inativa');
  });

  test('finds a category by name and description, ignoring case and accents, and counts [HEAD-08] [CAT-06] [CAT-07] [CAT-08] [CAT-09] [CALL-20]', async ({
    adminPage: page,
    db,
  }) => {
    await makeCategory(db, { name: 'Cafés especiais', description: 'Grãos da Mantiqueira' });
    await makeCategory(db, { name: 'Chás' });
    const all = (await db('select from categories')).length;
    await page.goto('/categorias');
    await expect(page.getByText(`Mostrando ${all} de ${all} no total`)).toBeVisible();
    const search = page.getByPlaceholder('Buscar categoria por nome', { exact: true });
    for (const term of ['cafes esp', 'CAFÉS', 'mantiqueira', 'graos da']) {
      await search.fill(term);
      await expect(page.getByText(`Mostrando 1 de ${all} no total`)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Cafés especiais', exact: true })).toBeVisible();
    }
    await search.fill('nada disso');
    await expect(page.getByText('Nenhuma categoria encontrada com esse termo.')).toBeVisible();
    await expect(page.getByText(`Mostrando 0 de ${all} no total`)).toBeVisible();
    await page.getByRole('button', { name: 'Apagar busca' }).click();
    await expect(page).toHaveURL('/categorias');
    await expect(page.getByRole('link', { name: 'Chás', exact: true })).toBeVisible();
  });

  test('is sorted by name, in Brazilian order, until a header is pressed', async ({
    adminPage: page,
    db,
  }) => {
    for (const name of ['Ordem é', 'Ordem f', 'Ordem d'])
      await makeCategory(db, { name, is_active: name !== 'Ordem d' });
    await page.goto('/categorias?busca=ordem');
    const names = page.getByRole('table').getByRole('link', { name: /^Ordem/ });
    await expect(names).toHaveText(['Ordem d', 'Ordem é', 'Ordem f']);
    await page.getByRole('columnheader', { name: 'Nome' }).getByRole('button').click();
    await expect(names).toHaveText(['Ordem f', 'Ordem é', 'Ordem d']);
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
    await expect(names).toHaveText(['Ordem d', 'Ordem é', 'Ordem f']);
  });

  test('shows the purpose of categories while there is none [CAT-10]', async ({
    adminPage: page,
    db,
  }) => {
    await db('delete from products');
    await db('delete from categories');
    await page.goto('/categorias');
    await expect(page.getByText('Nenhuma categoria cadastrada.')).toBeVisible();
    await expect(page.getByText('Mostrando 0 de 0 no total')).toBeVisible();
    await page.getByRole('link', { name: 'Cadastrar a primeira categoria' }).click();
    await expect(page).toHaveURL('/categorias/nova');
  });

  test('shows a spinner, then a red box in place of the rows when the request fails [ERR-04]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 4|status of 5|ERR_FAILED/);
    await makeCategory(db, { name: 'Depois da falha' });
    for (const [response, message] of failureCases) {
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/rest/v1/categories?*', async (route) => {
        await held;
        await response(route);
      });
      await page.goto('/categorias');
      await expect(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
      release();
      // The panel removes the full stop of the message, because the specified text has a full stop after the message.
      const cause = message.replace(/\.$/, '');
      await expect(page.getByRole('alert')).toContainText(
        `Falha ao carregar categorias: ${cause}. Por favor, tente novamente.`,
      );
      await expect(page.getByRole('table')).toHaveCount(0);
      await endRequestFailures(page, '**/rest/v1/categories?*');
    }
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('link', { name: 'Depois da falha', exact: true })).toBeVisible();
  });
});

test.describe('Deleting a category', () => {
  test('happens only after a confirmation [CAT-23] [CALL-23]', async ({ adminPage: page, db }) => {
    await makeCategory(db, { name: 'Descartável' });
    await page.goto('/categorias?busca=Descartável');
    await page.getByRole('button', { name: 'Excluir Descartável' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Tem certeza que deseja excluir esta categoria?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('link', { name: 'Descartável', exact: true })).toBeVisible();
    expect(await db(`select 1 from categories where name = 'Descartável'`)).toHaveLength(1);

    await confirmDeletion(page, 'Descartável');
    await expectSuccessMessage(page, 'Categoria excluída com sucesso!');
    await expect(page.getByText('Nenhuma categoria encontrada com esse termo.')).toBeVisible();
    expect(await db(`select 1 from categories where name = 'Descartável'`)).toHaveLength(0);
  });

  test('shows a failure, and keeps the row [ERR-11]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await makeCategory(db, { name: 'Teimosa' });
    await page.goto('/categorias?busca=Teimosa');
    await page.route('**/rest/v1/categories?*', limitToMethod('DELETE', respondWithServerError));
    await confirmDeletion(page, 'Teimosa');
    await expectAndCloseFailureMessage(
      page,
      /^Falha ao excluir categoria\. Por favor, tente novamente\.(Fechar)?$/,
    );
    await expect(page.getByRole('link', { name: 'Teimosa', exact: true })).toBeVisible();
  });

  test('is refused while products use it, with their number [CAT-24] [ERR-11]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 409/);
    const category = await makeCategory(db, { name: 'Em uso' });
    for (const [sku, refusal] of [
      ['USO-1', '1 produto usa esta categoria.'],
      ['USO-2', '2 produtos usam esta categoria.'],
    ] as const) {
      await makeProduct(db, category, sku);
      await page.goto('/categorias?busca=Em uso');
      await confirmDeletion(page, 'Em uso');
      await expectAndCloseFailureMessage(
        page,
        `Falha ao excluir categoria. Por favor, tente novamente. ${refusal}`,
      );
    }
    await expect(page.getByRole('link', { name: 'Em uso', exact: true })).toBeVisible();
  });
});

test.describe('The form of a category', () => {
  test('begins empty and active, and requires a name only [CAT-11] [CAT-13] [CAT-14] [CAT-15] [CAT-16] [CAT-19]', async ({
    adminPage: page,
  }) => {
    await page.goto('/categorias');
    await page.getByRole('link', { name: 'Adicionar' }).click();
    await expect(page).toHaveURL('/categorias/nova');
    await expect(page).toHaveTitle('Nova Categoria · Vitrine');
    await expect(page.getByRole('heading', { name: 'Nova Categoria' })).toBeVisible();
    await expect(page.getByPlaceholder('Buscar categoria por nome')).toHaveCount(0);
    await expect(field(page, 'Nome')).toHaveValue('');
    await expect(field(page, 'Descrição')).toHaveValue('');
    await expect(field(page, 'Imagem')).toHaveAttribute('type', 'file');
    await expect(page.getByRole('button', { name: 'Remover', exact: true })).toHaveCount(0);
    await expect(field(page, 'Status').locator('option')).toHaveText(['Ativa', 'Inativa']);
    await expect(field(page, 'Status')).toHaveValue('Ativa');
    await field(page, 'Nome').fill('   ');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(field(page, 'Nome')).toHaveAccessibleDescription('Informe o nome.');
    await expect(field(page, 'Nome')).toBeFocused();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/categorias');
  });

  test('creates a category with a picture, changes it and its picture, and deletes both [CAT-02] [CAT-12] [CAT-18] [CAT-20] [CAT-21] [CAT-22] [CALL-21] [CALL-22] [CALL-23] [STOR-06]', async ({
    adminPage: page,
    db,
  }) => {
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (/rest\/v1\/categories/.test(request.url()) && /POST|PATCH/.test(request.method()))
        sent.push(request.postDataJSON());
    });
    await page.goto('/categorias/nova');
    await field(page, 'Nome').fill('  Sobremesas geladas ');
    await field(page, 'Descrição').fill('Açaí, sorvetes\ne picolés');
    await field(page, 'Imagem').setInputFiles(makePicture('geladas.png', [120, 40, 140]));
    await expect(page.getByRole('img', { name: 'geladas.png' })).toBeVisible();
    const saving = await holdRequest(page, '**/rest/v1/categories*');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    await saving.release();
    await expectSuccessMessage(page, 'Categoria criada com sucesso!');
    await expect(page).toHaveURL('/categorias');

    const [created] = await categoriesNamed(db, 'Sobremesas geladas');
    expect(created).toMatchObject({ description: 'Açaí, sorvetes\ne picolés', is_active: true });
    expect(created!.image_url).toMatch(/\/object\/public\/images\/categories\/[0-9a-f]{32}\.png$/);
    const { id, name, description, image_url, is_active } = created!;
    expect(sent).toEqual([{ id, name, description, image_url, is_active }]);
    await expect(
      page.getByRole('row', { name: 'Sobremesas geladas' }).locator('img'),
    ).toHaveAttribute('src', created!.image_url!.replace('.png', '.small.webp'));

    await page.getByPlaceholder('Buscar categoria por nome').fill('acai');
    await expect(page).toHaveURL('/categorias?busca=acai');
    await page.getByRole('link', { name: 'Editar Sobremesas geladas' }).click();
    await expect(page).toHaveURL(`/categorias/editar/${created!.id}`);
    await expect(page.getByRole('heading', { name: 'Editar Categoria' })).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Sobremesas geladas');
    await expect(field(page, 'Descrição')).toHaveValue('Açaí, sorvetes\ne picolés');
    await expect(field(page, 'Status')).toHaveValue('Ativa');
    await field(page, 'Nome').fill('Sobremesas');
    await field(page, 'Status').selectOption('Inativa');
    await field(page, 'Imagem').setInputFiles(makePicture('outra.png', [200, 30, 30]));
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectSuccessMessage(page, 'Categoria atualizada com sucesso!');
    await expect(page).toHaveURL('/categorias?busca=acai');
    const [changed] = await categoriesNamed(db, 'Sobremesas');
    expect(changed).toMatchObject({ id: created!.id, is_active: false });
    expect(changed!.image_url).not.toBe(created!.image_url);
    await expectPictureDeleted(created!.image_url!);
    await expectServed(changed!.image_url!);

    await confirmDeletion(page, 'Sobremesas');
    await expectSuccessMessage(page, 'Categoria excluída com sucesso!');
    await expectPictureDeleted(changed!.image_url!);
  });

  test('deletes a removed picture, unless another category uses it', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/categorias/nova');
    await field(page, 'Nome').fill('Com imagem');
    await field(page, 'Imagem').setInputFiles(makePicture('partilhada.png', [10, 60, 10]));
    await saveAndReturn(page);
    const [{ id, image_url }] = (await categoriesNamed(db, 'Com imagem')) as [StoredCategory];
    const other = await makeCategory(db, { name: 'Mesma imagem', image_url });
    for (const [category, check] of [
      [id, expectServed],
      [other, expectPictureDeleted],
    ] as const) {
      await page.goto(`/categorias/editar/${category}`);
      await page.getByRole('button', { name: 'Remover', exact: true }).click();
      await saveAndReturn(page);
      await check(image_url!);
    }
    expect(await categoriesNamed(db, 'Mesma imagem')).toMatchObject([{ image_url: null }]);
  });

  test('shows why a save fails, and keeps the typed values [ERR-35]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 4|status of 5|ERR_FAILED/);
    await page.goto('/categorias/nova');
    await field(page, 'Nome').fill('Falhará');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/categories*', response);
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expectAndCloseFailureMessage(page, `Falha ao salvar a categoria: ${message}`);
      await page.unroute('**/rest/v1/categories*');
    }
    await expect(field(page, 'Nome')).toHaveValue('Falhará');
    await saveAndReturn(page);
    expect(await categoriesNamed(db, 'Falhará')).toHaveLength(1);
  });

  test('is not saved without its picture when the upload fails', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await page.goto('/categorias/nova');
    await field(page, 'Nome').fill('Sem envio');
    await field(page, 'Imagem').setInputFiles(makePicture('capa.png', [7, 8, 9]));
    await page.route('**/storage/v1/object/images/categories/*', (route) =>
      route.fulfill({
        status: 500,
        json: { statusCode: '500', error: 'Internal', message: 'boom' },
      }),
    );
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(page, 'Erro ao fazer upload da imagem: ');
    await expect(field(page, 'Nome')).toHaveValue('Sem envio');
    expect(await categoriesNamed(db, 'Sem envio')).toEqual([]);
  });

  test('distinguishes an unknown category from one that cannot be loaded [ERR-21] [ERR-22]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    for (const id of ['11111111-1111-4111-8111-111111111111', 'nem-parece', '1']) {
      await page.goto(`/categorias/editar/${id}`);
      await expect(page.getByRole('alert')).toHaveText('Categoria não encontrada.');
    }
    await page.route('**/rest/v1/categories?*', respondWithServerError);
    await page.goto('/categorias/editar/11111111-1111-4111-8111-111111111111');
    await expect(page.getByRole('alert')).toContainText('Falha ao carregar dados da categoria.');
  });

  test('asks no question when the user leaves right after a save', async ({
    adminPage: page,
    db,
  }) => {
    await page.addInitScript(leaveImmediately);
    await page.goto('/categorias/nova');
    await field(page, 'Nome').fill('Salva às pressas');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectPageTitle(page, 'Produtos');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(await categoriesNamed(db, 'Salva às pressas')).toHaveLength(1);
  });

  test('shows a new category in the form of a product', async ({ adminPage: page }) => {
    await page.goto('/categorias/nova');
    await field(page, 'Nome').fill('Para produtos');
    await saveAndReturn(page);
    await page.getByRole('link', { name: 'Produtos', exact: true }).click();
    await expectPageTitle(page, 'Produtos');
    await page.getByRole('link', { name: 'Adicionar' }).click();
    const choice = field(page, 'Categoria');
    await expect(choice.getByText('Para produtos')).toBeAttached();
    await expect(choice).toHaveValue('');
  });
});

test('a category is added and found with the keyboard alone', async ({ adminPage: page, db }) => {
  await page.goto('/categorias');
  await page.getByRole('link', { name: 'Adicionar' }).focus();
  await page.keyboard.press('Enter');
  await expectPageTitle(page, 'Nova Categoria');
  await field(page, 'Nome').focus();
  await page.keyboard.type('Teclado');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(field(page, 'Status')).toHaveValue('Inativa');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Escrita sem mouse');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Imagem')).toBeFocused();
  await page.keyboard.press('Control+s');
  await expectPageTitle(page, 'Categorias');
  expect(await categoriesNamed(db, 'Teclado')).toMatchObject([{ is_active: false }]);
  await page.keyboard.press('/');
  await page.keyboard.type('sem mouse');
  await expect(page.getByText(/^Mostrando 1 de/)).toBeVisible();
  await page.getByRole('button', { name: 'Excluir Teclado' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Excluir Teclado' })).toBeFocused();
});

test('list and form fit 320 pixels, in both themes', async ({ adminPage: page, db }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const id = await makeCategory(db, {
    name: 'Umacategoriacomumnomecompridodemaisparaumalinha',
    description: 'palavra '.repeat(40),
  });
  for (const path of ['/categorias?busca=umacategoria', `/categorias/editar/${id}`]) {
    await page.goto(path);
    await expect(page.getByText(/^Mostrando 1 de/).or(field(page, 'Nome'))).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

async function saveAndReturn(page: Page) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page).toHaveURL(/\/categorias(\?.*)?$/);
}

/** Makes the page click 'Produtos' as soon as it opens '/categorias', while the list is loading. Runs in the page. */
function leaveImmediately() {
  const { pushState } = History.prototype;
  history.pushState = (data, unused, url) => {
    pushState.call(history, data, unused, url);
    const leave = () => document.querySelector<HTMLElement>('nav a[href="/produtos"]')?.click();
    if (String(url).endsWith('/categorias')) setTimeout(leave);
  };
}

async function confirmDeletion(page: Page, name: string) {
  await page.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
}

async function expectServed(url: string) {
  expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
}

type StoredCategory = {
  id: string;
  name: string;
  description: string | null;
  image_url: string | null;
  is_active: boolean;
};

function categoriesNamed(db: RunSql, name: string) {
  return db<StoredCategory>(
    'select id, name, description, image_url, is_active from categories where name = $1',
    [name],
  );
}

async function makeCategory(
  db: RunSql,
  {
    name,
    description = null,
    image_url = null,
    is_active = true,
  }: Partial<StoredCategory> & { name: string },
): Promise<string> {
  const [row] = await db<{ id: string }>(
    `insert into categories (name, description, image_url, is_active)
     values ($1, $2, $3, $4) returning id`,
    [name, description, image_url, is_active],
  );
  return row!.id;
}

async function makeProduct(db: RunSql, category: string, sku: string) {
  await db(
    `insert into products (name, sku, category_id, subtitle, mini_description, description, real_price)
     values ('Produto', $2, $1, 'Subtítulo', 'Mini', 'Descrição', 10)`,
    [category, sku],
  );
}
