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
import { makePicture } from './support/pictures.ts';
import { expectPictureDeleted } from './support/stored-files.ts';

test.describe('The list of parceiros', () => {
  test('shows each one in a row of a table [PARC-01] [PARC-02] [PARC-03] [PARC-04] [PARC-05] [PARC-06] [PARC-07] [PARC-08] [PARC-09] [PARC-26]', async ({
    adminPage: page,
    db,
  }) => {
    await makeParceiro(db, {
      name: 'Sul Café',
      email: 'contato@sulcafe.exemplo',
      phone: '51912345678',
      address: 'nº 20, Loja 2, Menino Deus',
      cidade: 'Porto Alegre',
      estado: 'RS',
      status: 'Ativo',
      instagram: 'sul.cafe',
    });
    await makeParceiro(db, { name: 'Sul sem Perfil' });
    await makeParceiro(db, { name: 'Sul Parado', status: 'Inativo' });
    await page.goto('/parceiros?busca=sul');
    await expect(page).toHaveTitle('Parceiros · Vitrine');
    const table = page.getByRole('table', { name: 'Parceiros' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Foto',
      'Nome',
      'Email',
      'Telefone',
      'Endereço',
      'Instagram',
      'Status',
      'Ações',
    ]);
    await expect(page.getByText('Mostrando 3 parceiros')).toBeVisible();
    const row = table.getByRole('row', { name: 'Sul Café' });
    await expect(row.getByRole('rowheader')).toHaveText('Sul Café');
    await expect(row.getByRole('cell')).toContainText([
      '',
      'contato@sulcafe.exemplo',
      '(51) 91234-5678',
      'nº 20, Loja 2, Menino Deus, Porto Alegre/RS',
      '@sul.cafe',
      'Ativo',
      '',
    ]);
    await expect(row.getByRole('link', { name: '@sul.cafe' })).toHaveAttribute(
      'href',
      'https://www.instagram.com/sul.cafe/',
    );
    await expect(row.getByRole('link', { name: 'Editar Sul Café' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Excluir Sul Café' })).toBeVisible();
    const pending = table.getByRole('row', { name: 'Sul sem Perfil' });
    await expect(pending.getByRole('cell').nth(4)).toHaveText('—');
    await expect(pending.getByRole('cell').nth(5)).toHaveText('Pendente');
    const idle = table.getByRole('row', { name: 'Sul Parado' });
    await expect(idle.getByRole('cell').nth(5)).toHaveText('Inativo');
    await expectAccessible(page);
  });

  test('is ordered by name and searched by name or e-mail; Limpar resets the search [HEAD-12] [HEAD-13] [HEAD-19] [PARC-10] [CALL-28]', async ({
    adminPage: page,
    db,
  }) => {
    await makeParceiro(db, { name: 'Ólivas do Sítio', email: 'oi@olivas.exemplo' });
    await makeParceiro(db, { name: 'Olivas Pampa', email: 'vendas@pampa.exemplo' });
    await makeParceiro(db, { name: 'Oliva Rosa', email: 'oi@rosa.exemplo' });
    await page.goto('/parceiros');
    const search = page.getByPlaceholder('Buscar parceiro por nome ou e-mail', { exact: true });
    const names = page.getByRole('table').getByRole('link', { name: /^[OÓ]liva/ });
    await search.fill('olivas');
    await expect(names).toHaveText(['Ólivas do Sítio', 'Olivas Pampa']);
    await search.fill('OLIVA');
    await expect(names).toHaveText(['Oliva Rosa', 'Ólivas do Sítio', 'Olivas Pampa']);
    await search.fill('@pampa');
    await expect(names).toHaveText(['Olivas Pampa']);
    await expect(page).toHaveURL('/parceiros?busca=%40pampa');
    await search.fill('ninguém');
    await expect(page.getByText('Nenhum parceiro encontrado.')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar', exact: true }).click();
    await expect(page).toHaveURL('/parceiros');
    await expect(search).toHaveValue('');
    await expect(names).toHaveCount(3);
  });

  test('explains parceiros while there is none [PARC-10]', async ({ adminPage: page, db }) => {
    await db('delete from parceiros');
    await page.goto('/parceiros');
    await expect(page.getByText('Nenhum parceiro encontrado.')).toBeVisible();
    await expect(page.getByText('Mostrando 0 parceiros')).toBeVisible();
    await page.getByRole('link', { name: 'Cadastrar o primeiro parceiro' }).click();
    await expect(page).toHaveURL('/parceiros/adicionar');
  });

  test('that cannot be read shows an error, and retries on request [ERR-07]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await makeParceiro(db, { name: 'Depois da Falha' });
    await page.route('**/rest/v1/parceiros?*', respondWithServerError);
    await page.goto('/parceiros');
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao carregar parceiros. Tente novamente.',
    );
    await expect(page.getByRole('table')).toHaveCount(0);
    await endRequestFailures(page, '**/rest/v1/parceiros?*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('link', { name: 'Depois da Falha', exact: true })).toBeVisible();
  });

  test('deletes one only after a confirmation [PARC-25] [CALL-29]', async ({
    adminPage: page,
    db,
  }) => {
    await makeParceiro(db, { name: 'Vai Embora' });
    await page.goto('/parceiros?busca=vai embora');
    await page.getByRole('button', { name: 'Excluir Vai Embora' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Tem certeza que deseja excluir este parceiro?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('link', { name: 'Vai Embora', exact: true })).toBeVisible();
    expect(await readParceiro(db, 'Vai Embora')).toBeDefined();

    await confirmDeletion(page, 'Vai Embora');
    await expectSuccessMessage(page, 'Parceiro excluído com sucesso!');
    await expect(page.getByText('Nenhum parceiro encontrado.')).toBeVisible();
    expect(await readParceiro(db, 'Vai Embora')).toBeUndefined();
  });

  test('shows why one cannot be deleted, and keeps the row [ERR-14]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (418|500)|ERR_FAILED/);
    await makeParceiro(db, { name: 'Fica Aqui' });
    await page.goto('/parceiros?busca=fica aqui');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/parceiros?*', limitToMethod('DELETE', response));
      await confirmDeletion(page, 'Fica Aqui');
      await expectAndCloseFailureMessage(page, `Falha ao excluir parceiro: ${message}`);
      await page.unroute('**/rest/v1/parceiros?*');
    }
    await expect(page.getByRole('link', { name: 'Fica Aqui', exact: true })).toBeVisible();
  });
});

test.describe('The form of a parceiro', () => {
  test('begins empty and Pendente, has no plan and no CNPJ, and requires its fields [PARC-11] [PARC-13] [PARC-16] [PARC-17] [PARC-18] [PARC-19] [PARC-20] [PARC-26]', async ({
    adminPage: page,
  }) => {
    await page.goto('/parceiros');
    await page.getByRole('link', { name: 'Adicionar' }).click();
    await expect(page).toHaveURL('/parceiros/adicionar');
    await expect(page).toHaveTitle('Novo Parceiro · Vitrine');
    await expect(page.getByRole('heading', { name: 'Novo Parceiro' })).toBeVisible();
    const labels =
      'Nome,E-mail,Telefone,Instagram,Logo,CEP,Logradouro,Número,Complemento,Bairro,Cidade,Estado';
    for (const label of labels.split(',')) await expect(field(page, label)).toHaveValue('');
    for (const label of ['Plano', 'CNPJ']) await expect(field(page, label)).toHaveCount(0);
    await expect(field(page, 'Status').locator('option')).toHaveText([
      'Pendente',
      'Ativo',
      'Inativo',
    ]);
    await expect(field(page, 'Status')).toHaveValue('Pendente');
    await page.getByRole('button', { name: 'Salvar' }).click();
    for (const [label, message] of [
      ['Nome', 'Informe o nome.'],
      ['E-mail', 'Informe o e-mail.'],
      ['Telefone', 'Informe o telefone.'],
      ['CEP', 'Informe o CEP.'],
    ] as const) {
      await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message));
    }
    await expect(field(page, 'Nome')).toBeFocused();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/parceiros');
  });

  test('is filled by the CEP, saved with a logo, changed and deleted with it [PARC-02] [PARC-12] [PARC-13] [PARC-14] [PARC-15] [PARC-22] [PARC-23] [PARC-24] [PARC-26] [CALL-29]', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/parceiros/adicionar');
    await fillParceiro(page, 'Empório da Praça');
    await field(page, 'Complemento').fill('Loja 3');
    await field(page, 'Instagram').fill(' @emporio.da.praca ');
    await field(page, 'Logo').setInputFiles(makePicture('logo.png', [120, 40, 140]));
    const insert = await holdRequest(page, '**/rest/v1/parceiros*');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    const sent: unknown = (await insert.release()).postDataJSON();
    for (const name of ['cnpj', 'plan_id', 'distribuidor_id'])
      expect(sent).not.toHaveProperty(name);
    await expectSuccessMessage(page, 'Parceiro criado com sucesso!');
    await expect(page).toHaveURL('/parceiros');
    const created = await readParceiro(db, 'Empório da Praça');
    expect(created).toMatchObject({
      email: 'contato@parceiro.exemplo',
      phone: '(11) 91234-5678',
      address: 'nº 10, Loja 3, Sé',
      cep: '01001-000',
      logradouro: 'Praça da Sé',
      cidade: 'São Paulo',
      estado: 'SP',
      status: 'Pendente',
      instagram: 'emporio.da.praca',
    });
    const logo = created?.logo_url ?? '';
    expect(logo).toMatch(/\/object\/public\/logos\/parceiros\/[0-9a-f]{32}\.png$/);
    await expect(
      page.getByRole('row', { name: 'Empório da Praça' }).locator('img'),
    ).toHaveAttribute('src', logo.replace('.png', '.small.webp'));

    await page.getByRole('link', { name: 'Editar Empório da Praça' }).click();
    await expect(page).toHaveURL(`/parceiros/editar/${created?.id}`);
    await expect(page).toHaveTitle('Empório da Praça · Editar Parceiro · Vitrine');
    for (const [label, value] of Object.entries({
      Nome: 'Empório da Praça',
      'E-mail': 'contato@parceiro.exemplo',
      Telefone: '(11) 91234-5678',
      CEP: '01001-000',
      Logradouro: 'Praça da Sé',
      Número: '10',
      Complemento: 'Loja 3',
      Instagram: 'emporio.da.praca',
    })) {
      await expect(field(page, label)).toHaveValue(value);
    }
    await field(page, 'Status').selectOption('Ativo');
    await field(page, 'Logo').setInputFiles(makePicture('novo.png', [10, 90, 60]));
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectSuccessMessage(page, 'Parceiro atualizado com sucesso!');
    await expect(page).toHaveURL('/parceiros');
    const changed = await readParceiro(db, 'Empório da Praça');
    expect(changed).toMatchObject({ status: 'Ativo', address: 'nº 10, Loja 3, Sé' });
    expect(changed?.logo_url).not.toBe(logo);
    await expectPictureDeleted(logo);

    await confirmDeletion(page, 'Empório da Praça');
    await expectSuccessMessage(page, 'Parceiro excluído com sucesso!');
    await expectPictureDeleted(changed?.logo_url ?? '');
  });

  test('keeps an older address until a CEP is looked up', async ({ adminPage: page, db }) => {
    const address = 'Rua das Flores, 12, Centro';
    const id = await makeParceiro(db, { name: 'Cadastro Antigo', address });
    await page.goto(`/parceiros/editar/${id}`);
    await expect(field(page, 'Endereço cadastrado')).toHaveValue(address);
    await field(page, 'Nome').fill('Cadastro Antigo Ltda');
    await saveAndReturn(page);
    expect(await readParceiro(db, 'Cadastro Antigo Ltda')).toMatchObject({ address, cep: null });
  });

  test('is saved with a typed address while no service knows its CEP', async ({
    adminPage: page,
    db,
    lookups,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    lookups.viaCep.failure = 500;
    lookups.brasilApi.failure = 500;
    await page.goto('/parceiros/adicionar');
    await fillPerson(page, 'Feito à Mão');
    await field(page, 'CEP').fill('11000000');
    await expect(page.getByText('Erro ao buscar CEP', { exact: true })).toBeVisible();
    for (const [label, value] of [
      ['Logradouro', 'Rua do Porto'],
      ['Número', '8'],
      ['Bairro', 'Centro'],
      ['Cidade', 'Santos'],
      ['Estado', 'SP'],
    ] as const) {
      await field(page, label).fill(value);
    }
    await saveAndReturn(page);
    expect(await readParceiro(db, 'Feito à Mão')).toMatchObject({
      address: 'nº 8, Centro',
      cidade: 'Santos',
      estado: 'SP',
    });
  });

  test('shows why a save fails, and keeps the typed values [ERR-38]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (418|500)|ERR_FAILED/);
    await page.goto('/parceiros/adicionar');
    await fillParceiro(page, 'Falhará');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/parceiros*', limitToMethod('POST', response));
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expectAndCloseFailureMessage(page, `Falha ao salvar parceiro: ${message}`);
      await page.unroute('**/rest/v1/parceiros*');
    }
    await expect(field(page, 'Nome')).toHaveValue('Falhará');
    await expect(field(page, 'Logradouro')).toHaveValue('Praça da Sé');
    await saveAndReturn(page);
    expect(await readParceiro(db, 'Falhará')).toBeDefined();
  });

  test('is not saved without its logo when the upload fails', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 413/);
    await page.goto('/parceiros/adicionar');
    await fillParceiro(page, 'Sem Envio');
    await field(page, 'Logo').setInputFiles(makePicture('logo.png', [7, 8, 9]));
    await page.route('**/storage/v1/object/logos/parceiros/*', (route) =>
      route.fulfill({
        status: 413,
        json: {
          statusCode: '413',
          error: 'Payload too large',
          message: 'The object exceeded the maximum allowed size',
        },
      }),
    );
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(
      page,
      'Erro ao fazer upload da imagem: O arquivo é grande demais.',
    );
    await expect(field(page, 'Nome')).toHaveValue('Sem Envio');
    expect(await readParceiro(db, 'Sem Envio')).toBeUndefined();
  });

  test('distinguishes an unknown parceiro from one that cannot be loaded [ERR-27] [ERR-28]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    for (const id of ['11111111-1111-4111-8111-111111111111', 'nem-parece', '1']) {
      await page.goto(`/parceiros/editar/${id}`);
      await expect(page.getByRole('alert')).toHaveText('Parceiro não encontrado.');
    }
    const id = await makeParceiro(db, { name: 'Carregado Depois' });
    await page.route('**/rest/v1/parceiros?*', respondWithServerError);
    await page.goto(`/parceiros/editar/${id}`);
    await expect(page.getByRole('alert')).toContainText('Falha ao carregar dados do parceiro.');
    await endRequestFailures(page, '**/rest/v1/parceiros?*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(field(page, 'Nome')).toHaveValue('Carregado Depois');
  });
});

test('a parceiro is registered with the keyboard alone', async ({ adminPage: page, db }) => {
  await page.goto('/parceiros');
  await page.getByRole('link', { name: 'Adicionar' }).focus();
  await page.keyboard.press('Enter');
  await field(page, 'Nome').focus();
  for (const text of ['Só Teclado', 'teclado@parceiro.exemplo', '11912345678', 'so.teclado']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(field(page, 'Status')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('01001000');
  await expect(field(page, 'Cidade')).toHaveValue('São Paulo');
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    if (await field(page, 'Número').evaluate((box) => box === document.activeElement)) break;
  }
  await page.keyboard.type('10');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL('/parceiros');
  expect(await readParceiro(db, 'Só Teclado')).toMatchObject({
    status: 'Ativo',
    instagram: 'so.teclado',
    address: 'nº 10, Sé',
  });
});

test('list and form fit a phone of 320 pixels, in both themes, and narrow windows', async ({
  adminPage: page,
  db,
}) => {
  const id = await makeParceiro(db, {
    name: 'Umnomecompridodemaisparaumalinhadetelefone',
    email: 'um.endereco.bem.comprido.mesmo@parceiro.exemplo',
    address: 'nº 1200, Conjunto Comercial Sete de Setembro, Distrito Industrial',
    instagram: 'um_perfil_com_o_maximo_de_letr',
  });
  for (const path of ['/parceiros?busca=umnome', `/parceiros/editar/${id}`]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await expect(page.getByText('Mostrando 1 parceiro').or(field(page, 'Nome'))).toBeVisible();
    await expectAccessible(page);
    for (const width of [320, 768, 1170, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      await expectNoOverflow(page, `${path} at ${width}`);
    }
  }
});

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

async function fillParceiro(page: Page, name: string) {
  await fillPerson(page, name);
  await field(page, 'CEP').fill('01001-000');
  await expect(field(page, 'Cidade')).toHaveValue('São Paulo');
  await field(page, 'Número').fill('10');
}

async function fillPerson(page: Page, name: string) {
  await field(page, 'Nome').fill(name);
  await field(page, 'E-mail').fill('contato@parceiro.exemplo');
  await field(page, 'Telefone').fill('11912345678');
}

async function saveAndReturn(page: Page) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page).toHaveURL(/\/parceiros(\?.*)?$/);
}

async function confirmDeletion(page: Page, name: string) {
  await page.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
}

type StoredParceiro = {
  id: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  cidade: string | null;
  estado: string | null;
  status: string;
  instagram: string | null;
  logo_url: string | null;
};

async function makeParceiro(db: RunSql, given: Partial<StoredParceiro> & { name: string }) {
  const row = {
    email: 'contato@parceiro.exemplo',
    phone: '(11) 91234-5678',
    address: 'nº 1',
    cidade: null,
    estado: null,
    status: 'Pendente',
    instagram: null,
    ...given,
  };
  const [inserted] = await db<{ id: string }>(
    `insert into parceiros (name, email, phone, address, cidade, estado, status, instagram)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      row.name,
      row.email,
      row.phone,
      row.address,
      row.cidade,
      row.estado,
      row.status,
      row.instagram,
    ],
  );
  return inserted?.id ?? '';
}

async function readParceiro(db: RunSql, name: string) {
  const [row] = await db<StoredParceiro>('select * from parceiros where name = $1', [name]);
  return row;
}
