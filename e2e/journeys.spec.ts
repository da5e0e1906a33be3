import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ANA, BRUNO, PASSWORD, expect, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { deleteAllRecords } from './support/sample-records.ts';
import { KeyboardUser } from './support/keyboard.ts';
import { expectSuccessMessage } from './support/messages.ts';
import { expectPageTitle } from './support/pages.ts';
import { findStoredUser } from './support/users.ts';
import { makePicture } from './support/pictures.ts';

test.use({ hasMotion: true });

const blue: [number, number, number] = [30, 90, 160];
const white: [number, number, number] = [240, 240, 240];
const grey: [number, number, number] = [90, 90, 90];
const front = makePicture('frente.png', blue);
const inside = makePicture('dentro.png', white);
const back = makePicture('costas.png', grey);

// Begin with empty lists: Tab passes every row of a list, and other tests can leave hundreds of rows.
test.beforeEach(({ db }) => deleteAllRecords(db));

test.describe("A Colaborador's day", () => {
  test('from signing in to signing out', async ({ page, db }) => {
    await db(`insert into categories (name) values ('Refrigeração')`);

    await test.step('Any URL leads to the sign-in page, and then to the dashboard', async () => {
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Bem-vindo!' })).toBeVisible();
      await page.getByLabel('E-mail', { exact: true }).fill(BRUNO.email);
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
    });

    await test.step('A distribuidor is registered: its CEP fills the address', async () => {
      await page.getByRole('link', { name: 'Adicionar Distribuidor' }).click();
      await field(page, 'Nome').fill('Sul Refrigeração');
      await field(page, 'E-mail').fill('contato@sul.exemplo');
      await field(page, 'Telefone').pressSequentially('51912345678');
      await field(page, 'CEP').pressSequentially('90850110');
      await expect(field(page, 'Logradouro')).toHaveValue('Rua Barão de Cerro Largo');
      await field(page, 'Número').fill('1200');
      await field(page, 'Plano').selectOption('Master');
      await save(page);
      await expectSuccessMessage(page, 'Distribuidor criado com sucesso!');
      await expect(page.getByRole('row', { name: 'Sul Refrigeração' })).toContainText(
        'nº 1200, Menino Deus, Porto Alegre/RS',
      );
    });

    await test.step('A product is added with its pictures, the additional ones put in order', async () => {
      await page.getByRole('link', { name: 'Produtos', exact: true }).click();
      await expectPageTitle(page, 'Produtos');
      await page.getByRole('link', { name: 'Adicionar', exact: true }).click();
      await expectPageTitle(page, 'Novo Produto ou Serviço');
      await field(page, 'Nome').fill('Geladeira Aurora');
      await field(page, 'Subtítulo').fill('Inverter, 400 litros');
      await field(page, 'Mini descrição').fill('Silenciosa e econômica');
      await field(page, 'Descrição').fill('Duas portas, gavetas grandes, luz por dentro.');
      await field(page, 'SKU').fill('AUR-400');
      await field(page, 'Categoria').selectOption('Refrigeração');
      await field(page, 'Preço de venda').fill('34999');
      await field(page, 'Imagem principal').setInputFiles(front);
      await field(page, 'Imagens adicionais').setInputFiles([back, inside]);
      await page.getByRole('button', { name: 'Mover imagem 2 para antes' }).click();
      await save(page);
      await expectSuccessMessage(page, 'Produto criado com sucesso!');
      await expectRow(page, 'Geladeira Aurora', 'R$ 34.999,00');
      await expectPictures(db, 'AUR-400', [blue, white, grey]);
    });

    await test.step('The price lost its comma: the search finds the product, the form corrects it', async () => {
      await page.getByPlaceholder('Buscar produto por nome ou SKU').fill('aur-4');
      await expect(page).toHaveURL('/produtos?busca=aur-4');
      await page.getByRole('link', { name: 'Geladeira Aurora', exact: true }).click();
      await expectPageTitle(page, 'Editar Produto');
      await field(page, 'Preço de venda').fill('3499,9');
      await save(page);
      await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
      await expectRow(page, 'Geladeira Aurora', 'R$ 3.499,90');
    });

    await test.step('Signing out leaves no data', async () => {
      await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click();
      await expectPageTitle(page, 'Bem-vindo!');
      await page.goBack();
      await expect(page).toHaveURL('/login');
      await expectPageTitle(page, 'Bem-vindo!');
      await expect(page.getByText('Geladeira Aurora')).toHaveCount(0);
    });
  });

  test('the same without a mouse', async ({ page, db }) => {
    await db(`insert into categories (name) values ('Ventiladores')`);
    const keyboard = new KeyboardUser(page);

    await page.goto('/');
    await signInByKeyboard(page, BRUNO.email);
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();

    await keyboard.use('Adicionar Distribuidor');
    await expect(page.getByRole('heading', { name: 'Novo Distribuidor' })).toBeVisible();
    await keyboard.fill('Nome', 'Norte Ventilação');
    await keyboard.fill('E-mail', 'contato@norte.exemplo');
    await keyboard.fill('Telefone', '11912345678');
    await keyboard.choose('Plano', 'Starter');
    await keyboard.fill('CEP', '01001000');
    await expect(field(page, 'Logradouro')).toHaveValue('Praça da Sé');
    await keyboard.fill('Número', '7');
    await keyboard.use('Salvar');
    await expectSuccessMessage(page, 'Distribuidor criado com sucesso!');
    await expectPageTitle(page, 'Distribuidores');
    // The focused button 'Salvar' was unmounted: the panel has moved the focus to the page.
    await expect(page.getByRole('main')).toBeFocused();

    await keyboard.use('Produtos');
    await expectPageTitle(page, 'Produtos');
    await keyboard.use(/^(Adicionar|Cadastrar o primeiro produto)$/);
    await expect(page.getByRole('heading', { name: 'Novo Produto ou Serviço' })).toBeVisible();
    await keyboard.fill('Nome', 'Ventilador Brisa');
    await keyboard.fill('Subtítulo', 'Três velocidades');
    await keyboard.fill('Mini descrição', 'Leve e silencioso');
    await keyboard.fill('Descrição', 'Hélice de 40 cm.');
    await keyboard.fill('SKU', 'BRI-40');
    await keyboard.choose('Categoria', 'Ventiladores');
    await keyboard.fill('Preço de venda', '19990');
    await keyboard.chooseFiles('Imagem principal', front);
    await keyboard.chooseFiles('Imagens adicionais', [back, inside]);
    await expect(page.getByRole('img', { name: inside.name })).toBeVisible();
    // Go back with Shift+Tab: the tiles are before the drop zone.
    await page.keyboard.press('Shift+Tab');
    await keyboard.reach('Mover imagem 2 para antes');
    await page.keyboard.press('Space');
    await keyboard.use('Salvar');
    await expectSuccessMessage(page, 'Produto criado com sucesso!');
    await expectRow(page, 'Ventilador Brisa', 'R$ 19.990,00');
    await expectPictures(db, 'BRI-40', [blue, white, grey]);

    await keyboard.fill('Buscar produto por nome ou SKU', 'bri-4');
    await expect(page).toHaveURL('/produtos?busca=bri-4');
    await expect(page.getByText('Mostrando 1 produto')).toBeVisible();
    await keyboard.use('Editar Ventilador Brisa');
    await expectPageTitle(page, 'Editar Produto');
    await expect(page.getByRole('main')).toBeFocused();
    await keyboard.fill('Preço de venda', '199,9');
    await keyboard.use('Salvar');
    await expectSuccessMessage(page, 'Produto atualizado com sucesso!');
    await expectRow(page, 'Ventilador Brisa', 'R$ 199,90');

    await keyboard.use('Menu do usuário');
    await expect(page.getByRole('menuitem', { name: 'Editar Perfil' })).toBeFocused();
    await keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  });
});

test.describe("An Administrador's day", () => {
  test.beforeEach(async ({ db }) => {
    await db(`insert into banners (titulo, ordem) values ('Verão', 1), ('Natal', 2)`);
  });

  test('from a new Colaborador to the page that the Colaborador sees', async ({
    page,
    db,
    pageOf,
  }) => {
    const carla = {
      name: 'Carla Dias',
      email: 'carla.dias@loja.exemplo',
      password: 'flores-amarelas',
    };

    await test.step('Signing in', async () => {
      await page.goto('/');
      await page.getByLabel('E-mail', { exact: true }).fill(ANA.email);
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
    });

    await test.step('A new Colaborador gets a login, and the session of the Administrador stays [USER-29]', async () => {
      await page.getByRole('link', { name: 'Adicionar Usuário' }).click();
      await field(page, 'Nome').fill(carla.name);
      await field(page, 'E-mail').fill(carla.email);
      await field(page, 'Senha').fill(carla.password);
      await field(page, 'Confirmar senha').fill(carla.password);
      await save(page);
      await expectSuccessMessage(page, 'Usuário criado com sucesso!');
      await expect(page.getByRole('row', { name: carla.name })).toContainText('Colaborador');
      await expectSignedIn(page, ANA);
    });

    await test.step('A notification is published for the panel', async () => {
      await page.getByRole('link', { name: 'Notificações', exact: true }).click();
      await expectPageTitle(page, 'Notificações');
      await page.getByRole('link', { name: 'Adicionar', exact: true }).click();
      await expectPageTitle(page, 'Nova Notificação');
      await field(page, 'Título').fill('Inventário na sexta');
      await field(page, 'Conteúdo').fill('A loja fecha às 16h.');
      await field(page, 'Visibilidade').selectOption('Painel');
      await save(page);
      await expect(page.getByRole('row', { name: 'Inventário na sexta' })).toContainText('Ativa');
    });

    await test.step('Banners are ordered by their number', async () => {
      await page.getByRole('link', { name: 'Banners', exact: true }).click();
      await expectBanners(page, ['Verão', 'Natal']);
      await page.getByRole('link', { name: 'Natal', exact: true }).click();
      await expectPageTitle(page, 'Editar Banner');
      await field(page, 'Ordem').fill('0');
      await save(page);
      await expectBanners(page, ['Natal', 'Verão']);
    });

    await test.step('In another browser the Colaborador signs in and finds the notification', async () => {
      const other = await pageOf(null);
      await other.goto('/');
      await other.getByLabel('E-mail', { exact: true }).fill(carla.email);
      await other.getByLabel('Senha', { exact: true }).fill(carla.password);
      await other.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(other.getByRole('heading', { name: `Bem-vindo, ${carla.name}!` })).toBeVisible();
      await expect(other.getByRole('link', { name: 'Banners' })).toHaveCount(0);
      await other.getByRole('button', { name: 'Notificações: 1 não lida' }).click();
      const bell = other.getByRole('dialog', { name: 'Notificações' });
      await expect(bell).toContainText('Inventário na sexta');
      await expect(bell).toContainText('A loja fecha às 16h.');
      await bell.getByRole('button', { name: 'Limpar' }).click();
      await expect(bell).toContainText('Nenhuma notificação disponível.');
    });

    await test.step('The bell of the Administrador is independent, and the session is still there', async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: 'Notificações: 1 não lida' })).toBeVisible();
      await expectSignedIn(page, ANA);
      expect(await findStoredUser(db, carla.email)).toMatchObject({ role: 'Colaborador' });
    });
  });

  test('the same without a mouse', async ({ page, pageOf }) => {
    const davi = {
      name: 'Davi Rocha',
      email: 'davi.rocha@loja.exemplo',
      password: 'cadeira-na-rua',
    };
    const keyboard = new KeyboardUser(page);
    await page.goto('/');
    await signInByKeyboard(page, ANA.email);
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();

    await keyboard.use('Adicionar Usuário');
    await expect(page.getByRole('heading', { name: 'Novo Usuário' })).toBeVisible();
    await keyboard.fill('Nome', davi.name);
    await keyboard.fill('E-mail', davi.email);
    await keyboard.fill('Senha', davi.password);
    await keyboard.fill('Confirmar senha', davi.password);
    await keyboard.use('Salvar');
    await expectSuccessMessage(page, 'Usuário criado com sucesso!');
    await expectPageTitle(page, 'Usuários');
    await expectSignedIn(page, ANA);

    await keyboard.use('Notificações');
    await expectPageTitle(page, 'Notificações');
    await keyboard.use(/^(Adicionar|Cadastrar a primeira notificação)$/);
    await expect(page.getByRole('heading', { name: 'Nova Notificação' })).toBeVisible();
    await keyboard.fill('Título', 'Entrega atrasada');
    await keyboard.fill('Conteúdo', 'O caminhão chega amanhã.');
    await keyboard.choose('Visibilidade', 'Painel');
    await keyboard.use('Salvar');
    await expect(page.getByRole('row', { name: 'Entrega atrasada' })).toBeVisible();

    await keyboard.use('Banners');
    await expectBanners(page, ['Verão', 'Natal']);
    await keyboard.use('Editar Natal');
    await expect(page.getByRole('heading', { name: 'Editar Banner' })).toBeVisible();
    await keyboard.fill('Ordem', '0');
    await keyboard.use('Salvar');
    await expectBanners(page, ['Natal', 'Verão']);

    const other = await pageOf(null);
    const elsewhere = new KeyboardUser(other);
    await other.goto('/');
    await signInByKeyboard(other, davi.email, davi.password);
    await expect(other.getByRole('heading', { name: `Bem-vindo, ${davi.name}!` })).toBeVisible();
    await elsewhere.use('Notificações: 1 não lida');
    const bell = other.getByRole('dialog', { name: 'Notificações' });
    await expect(bell).toContainText('Entrega atrasada');
    await elsewhere.use('Limpar');
    await expect(bell).toContainText('Nenhuma notificação disponível.');
    await elsewhere.press('Escape');
    await expect(bell).toBeHidden();
    // Check `activeElement`, not `toBeFocused`: only one of the two windows is active.
    const bellButton = other.getByRole('button', { name: 'Notificações', exact: true });
    await expect
      .poll(() => bellButton.evaluate((button) => button === document.activeElement))
      .toBe(true);
  });
});

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
}

async function expectRow(page: Page, name: string, text: string) {
  await expect(page.getByRole('row', { name })).toContainText(text);
}

/** Expects a product to have three stored pictures with these colours: the main one, then two additional ones. */
async function expectPictures(db: RunSql, sku: string, colours: (typeof blue)[]) {
  const rows = await db<{ url: string; is_main: boolean }>(
    `select url, is_main from product_images where product_id = (select id from products where sku = $1)
     order by is_main desc, position`,
    [sku],
  );
  expect(rows.map(({ is_main }) => is_main)).toEqual([true, false, false]);
  expect(await Promise.all(rows.map(({ url }) => colourOf(url)))).toEqual(colours);
}

/** Returns red, green and blue of the first pixel of the stored picture. */
async function colourOf(url: string) {
  const file = Buffer.from(await (await fetch(url)).arrayBuffer());
  return [...(await sharp(file).removeAlpha().raw().toBuffer()).subarray(0, 3)];
}

async function expectBanners(page: Page, titles: string[]) {
  await expect(
    page.getByRole('rowheader').getByRole('link', { name: /^(Verão|Natal)$/ }),
  ).toHaveText(titles);
}

/** Expects that the header shows this user, and that the stored session belongs to this user. */
async function expectSignedIn(page: Page, { name, email }: { name: string; email: string }) {
  await expect(page.getByRole('button', { name: 'Menu do usuário' })).toHaveText(name.charAt(0));
  const session = await page.evaluate(() => localStorage.getItem('vitrine:session'));
  expect(JSON.parse(session ?? '{}')).toMatchObject({ user: { email } });
}

/** Signs in from the page /login, which focuses the field of the e-mail. */
async function signInByKeyboard(page: Page, email: string, password = PASSWORD) {
  await expect(page.getByLabel('E-mail', { exact: true })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}
