import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { respondWithServerError, endRequestFailures } from './support/failing.ts';
import { holdRequest } from './support/hold.ts';
import { expectNoOverflow } from './support/layout.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { makePicture } from './support/pictures.ts';

test.describe('The list of distribuidores', () => {
  test('shows each one in a row, its plan in the colours of the plan [DIST-01] [DIST-02] [DIST-03] [DIST-04] [DIST-05] [DIST-06] [DIST-07] [DIST-08] [DIST-09] [DIST-10] [DIST-28] [DIST-42] [CALL-24]', async ({
    adminPage: page,
    db,
  }) => {
    await makeDistribuidor(db, {
      name: 'Norte Sabores',
      email: 'contato@norte.exemplo',
      phone: '(92) 90455-3310',
      address: 'nº 510, Distrito Industrial',
      cidade: 'Manaus',
      estado: 'AM',
      plan: 'Business',
      status: 'Ativo',
      instagram: 'norte.sabores',
    });
    await makeDistribuidor(db, { name: 'Norte sem Perfil', plan: 'Starter' });
    await page.goto('/distribuidores?busca=norte');
    await expect(page).toHaveTitle('Distribuidores · Vitrine');
    const table = page.getByRole('table', { name: 'Distribuidores' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Foto',
      'Nome',
      'Email',
      'Telefone',
      'Endereço',
      'Plano',
      'Status',
      'Instagram',
      'Ações',
    ]);
    await expect(page.getByText('Mostrando 2 distribuidores')).toBeVisible();
    const row = table.getByRole('row', { name: 'Norte Sabores' });
    await expect(row.getByRole('rowheader')).toHaveText('Norte Sabores');
    await expect(row.getByRole('cell')).toContainText([
      '',
      'contato@norte.exemplo',
      '(92) 90455-3310',
      'nº 510, Distrito Industrial, Manaus/AM',
      'Business',
      'Ativo',
      '@norte.sabores',
      '',
    ]);
    const plan = row.getByText('Business');
    await expect(plan).toHaveCSS('background-color', 'rgb(254, 243, 199)');
    await expect(plan).toHaveCSS('color', 'rgb(120, 53, 15)');
    await expect(row.getByRole('link', { name: '@norte.sabores' })).toHaveAttribute(
      'href',
      'https://www.instagram.com/norte.sabores/',
    );
    const other = table.getByRole('row', { name: 'Norte sem Perfil' });
    await expect(other.getByRole('cell').nth(6)).toHaveText('—');
    await expect(other.getByRole('cell').nth(5)).toHaveText('Pendente');
    await expect(row.getByRole('link', { name: 'Editar Norte Sabores' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Excluir Norte Sabores' })).toBeVisible();
    await expectAccessible(page);
  });

  test('has rows of two lines on a phone', async ({ adminPage: page, db }) => {
    await makeDistribuidor(db, {
      name: 'Cartão Distribuidora',
      email: 'um.endereco.bem.comprido@cartao.exemplo',
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/distribuidores?busca=cartao');
    await expect(
      page.getByRole('link', { name: 'Cartão Distribuidora', exact: true }),
    ).toBeVisible();
    await expectNoOverflow(page);
    const phone = page.getByRole('row').getByText('(11) 91234-5678');
    await expect
      .poll(() => phone.evaluate((link) => link.scrollWidth <= link.clientWidth))
      .toBe(true);
  });

  test('finds by name or e-mail and by plan; Limpar resets both [HEAD-09] [HEAD-10] [HEAD-11] [HEAD-19] [DIST-11] [DIST-12] [DIST-31] [CALL-24]', async ({
    adminPage: page,
    db,
  }) => {
    await makeDistribuidor(db, { name: 'Pão & Cia', email: 'vendas@padaria.exemplo', plan: 'Pro' });
    await makeDistribuidor(db, { name: 'Pães do Vale', email: 'oi@vale.exemplo', plan: 'Master' });
    await page.goto('/distribuidores');
    const search = page.getByPlaceholder('Buscar distribuidor por nome ou e-mail');
    const plan = page.getByLabel('Plano');
    await expect(plan.locator('option')).toHaveText([
      'Plano',
      'Starter',
      'Pro',
      'Master',
      'Business',
    ]);
    const names = page
      .getByRole('rowgroup')
      .last()
      .getByRole('link', { name: /^P[ãa][oe]/ });
    await search.fill('PAO');
    await expect(names).toHaveText(['Pão & Cia']);
    await search.fill('@vale.exemplo');
    await expect(names).toHaveText(['Pães do Vale']);
    await search.fill('exemplo');
    await plan.selectOption('Pro');
    await expect(names).toHaveText(['Pão & Cia']);
    await expect(page).toHaveURL('/distribuidores?busca=exemplo&plano=Pro');
    await plan.selectOption('Business');
    await search.fill('padaria');
    await expect(page.getByText('Nenhum distribuidor encontrado.')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar', exact: true }).click();
    await expect(page).toHaveURL('/distribuidores');
    await expect(search).toHaveValue('');
    await expect(plan).toHaveValue('');
    await expect(names).toHaveText(['Pães do Vale', 'Pão & Cia']);
  });

  test('is empty for a plan that does not exist [DIST-13]', async ({ adminPage: page, db }) => {
    await makeDistribuidor(db, { name: 'Alguém' });
    await page.goto('/distribuidores?plano=Platina');
    await expect(page.getByText('Nenhum distribuidor encontrado.')).toBeVisible();
  });

  test('that cannot be read shows an error, and retries on request [ERR-06]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await page.route('**/rest/v1/distribuidores*', respondWithServerError);
    await page.goto('/distribuidores');
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao carregar distribuidores. Tente novamente.',
    );
    await expect(page.getByRole('table')).toHaveCount(0);
    await endRequestFailures(page, '**/rest/v1/distribuidores*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('deletes one only after a confirmation, with its logo [DIST-41] [ERR-13] [CALL-27]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await page.goto('/distribuidores/adicionar');
    await fillDistribuidor(page, { name: 'Vai Embora' });
    await page.getByLabel('Logo').setInputFiles(makePicture('logo.png', [10, 120, 90]));
    await save(page);
    await expect(page).toHaveURL('/distribuidores');
    const [{ logo_url } = { logo_url: '' }] = await db<{ logo_url: string }>(
      `select logo_url from distribuidores where name = 'Vai Embora'`,
    );
    // Search for the row, because the list can begin with rows that other tests have inserted.
    await page.getByPlaceholder('Buscar distribuidor por nome ou e-mail').fill('vai embora');
    await expect(page.getByText('Mostrando 1 distribuidor')).toBeVisible();
    const question = page.getByRole('alertdialog');
    const openDeletion = () => page.getByRole('button', { name: 'Excluir Vai Embora' }).click();
    await openDeletion();
    await expect(question).toContainText('Tem certeza que deseja excluir este distribuidor?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect(await db(`select 1 from distribuidores where name = 'Vai Embora'`)).toHaveLength(1);

    await page.route('**/rest/v1/distribuidores?id=*', respondWithServerError);
    await openDeletion();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expectAndCloseFailureMessage(
      page,
      'Falha ao excluir distribuidor: O servidor não conseguiu responder agora. Tente novamente em instantes.',
    );
    await page.unroute('**/rest/v1/distribuidores?id=*');

    await openDeletion();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expectSuccessMessage(page, 'Distribuidor excluído com sucesso!');
    await expect(page.getByRole('link', { name: 'Vai Embora', exact: true })).toHaveCount(0);
    expect(await db(`select 1 from distribuidores where name = 'Vai Embora'`)).toHaveLength(0);
    await expect.poll(async () => (await page.request.get(logo_url)).ok()).toBe(false);
  });
});

test.describe('The form of a distribuidor', () => {
  test('begins empty and Pendente and requires its fields [DIST-14] [DIST-16] [DIST-17] [DIST-18] [DIST-19] [DIST-20] [DIST-21] [DIST-22] [DIST-23] [DIST-24] [DIST-26] [DIST-32] [DIST-33] [DIST-34] [DIST-35] [DIST-37] [CALL-30]', async ({
    adminPage: page,
  }) => {
    await page.goto('/distribuidores');
    await page.getByRole('link', { name: 'Adicionar' }).click();
    await expect(page).toHaveURL('/distribuidores/adicionar');
    await expect(page).toHaveTitle('Novo Distribuidor · Vitrine');
    await expect(page.getByRole('heading', { name: 'Novo Distribuidor' })).toBeVisible();
    for (const label of [
      'Nome',
      'E-mail',
      'Telefone',
      'CNPJ',
      'CEP',
      'Número',
      'Complemento',
      'Instagram',
    ]) {
      await expect(box(page, label)).toHaveValue('');
    }
    await expect(box(page, 'Status').locator('option')).toHaveText([
      'Pendente',
      'Ativo',
      'Inativo',
    ]);
    await expect(box(page, 'Status')).toHaveValue('Pendente');
    await expect(box(page, 'Plano').locator('option')).toHaveText([
      'Selecione',
      'Business',
      'Master',
      'Pro',
      'Starter',
    ]);
    await expect(box(page, 'Logo')).toHaveAttribute('type', 'file');
    await expect(page.getByText('Usado para preencher os dados; não é gravado.')).toBeVisible();

    await page.getByRole('button', { name: 'Salvar' }).click();
    for (const [label, message] of [
      ['Nome', 'Informe o nome.'],
      ['E-mail', 'Informe o e-mail.'],
      ['Telefone', 'Informe o telefone.'],
      ['CEP', 'Informe o CEP.'],
      ['Plano', 'Por favor, selecione um plano.'],
    ] as const) {
      await expect(box(page, label)).toHaveAccessibleDescription(new RegExp(message));
    }
    await expect(box(page, 'Nome')).toBeFocused();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/distribuidores');
  });

  test('is filled by the CEP, saved with a logo, and shown again with the typed values [DIST-15] [DIST-25] [DIST-27] [DIST-38] [DIST-39] [DIST-40] [DIST-42] [CEP-01] [CEP-02] [CEP-04] [CEP-05] [CEP-06] [CEP-08] [CEP-11] [CEP-12] [CALL-25] [CALL-26] [CONST-05] [STOR-02]', async ({
    adminPage: page,
    db,
    lookups,
  }) => {
    await page.goto('/distribuidores/adicionar');
    await box(page, 'CNPJ').fill('19131243000197');
    await box(page, 'Nome').fill('Cerro Largo Alimentos');
    await box(page, 'E-mail').fill('vendas@cerrolargo.exemplo');
    await box(page, 'Telefone').pressSequentially('51912345678');
    await expect(box(page, 'Telefone')).toHaveValue('(51) 91234-5678');
    await box(page, 'CEP').pressSequentially('90850110');
    await expect(box(page, 'CEP')).toHaveValue('90850-110');
    await expect(box(page, 'Logradouro')).toHaveValue('Rua Barão de Cerro Largo');
    await expect(box(page, 'Bairro')).toHaveValue('Menino Deus');
    await expect(box(page, 'Cidade')).toHaveValue('Porto Alegre');
    await expect(box(page, 'Estado')).toHaveValue('RS');
    for (const label of ['Logradouro', 'Bairro', 'Cidade', 'Estado']) {
      await expect(box(page, label)).not.toBeEditable();
    }
    await box(page, 'Número').fill('1200');
    await box(page, 'Complemento').fill('Loja 3');
    await box(page, 'Instagram').fill('https://www.instagram.com/cerro.largo/');
    await box(page, 'Plano').selectOption('Master');
    await box(page, 'Logo').setInputFiles(makePicture('logo.png', [120, 40, 140]));
    const insert = await holdRequest(page, '**/rest/v1/distribuidores*');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    const sent: unknown = (await insert.release()).postDataJSON();
    expect(sent).not.toHaveProperty('cnpj');
    await expectSuccessMessage(page, 'Distribuidor criado com sucesso!');
    await expect(page).toHaveURL('/distribuidores');
    expect(lookups.viaCep.requests).toEqual(['/ws/90850110/json/']);
    expect(lookups.brasilApi.requests).toEqual([]);

    const created = await readDistribuidor(db, 'Cerro Largo Alimentos');
    expect(created).toMatchObject({
      email: 'vendas@cerrolargo.exemplo',
      phone: '(51) 91234-5678',
      address: 'nº 1200, Loja 3, Menino Deus',
      cep: '90850-110',
      logradouro: 'Rua Barão de Cerro Largo',
      numero: '1200',
      complemento: 'Loja 3',
      bairro: 'Menino Deus',
      cidade: 'Porto Alegre',
      estado: 'RS',
      status: 'Pendente',
      plan: 'Master',
      instagram: 'cerro.largo',
    });
    expect(created?.logo_url).toMatch(/\/logos\/distribuidores\/[0-9a-f]{32}\.png$/);

    await page.getByRole('link', { name: 'Cerro Largo Alimentos', exact: true }).click();
    await expect(page).toHaveTitle('Cerro Largo Alimentos · Editar Distribuidor · Vitrine');
    for (const [label, value] of Object.entries({
      Nome: 'Cerro Largo Alimentos',
      CNPJ: '',
      CEP: '90850-110',
      Logradouro: 'Rua Barão de Cerro Largo',
      Número: '1200',
      Complemento: 'Loja 3',
      Instagram: 'cerro.largo',
      Status: 'Pendente',
    })) {
      await expect(box(page, label)).toHaveValue(value);
    }
    await expect(box(page, 'Plano').locator('option:checked')).toHaveText('Master');
    for (const status of ['Ativo', 'Inativo', 'Pendente', 'Ativo']) {
      await box(page, 'Status').selectOption(status);
    }
    await box(page, 'Complemento').fill('');
    await page.getByRole('button', { name: 'Remover', exact: true }).click();
    await save(page);
    await expectSuccessMessage(page, 'Distribuidor atualizado com sucesso!');
    await expect(page).toHaveURL('/distribuidores');
    expect(await readDistribuidor(db, 'Cerro Largo Alimentos')).toMatchObject({
      address: 'nº 1200, Menino Deus',
      complemento: null,
      status: 'Ativo',
      logo_url: null,
    });
    await expect
      .poll(async () => (await page.request.get(created?.logo_url ?? '')).ok())
      .toBe(false);
    expect(lookups.viaCep.requests).toHaveLength(1);
  });

  test('keeps an older address until a CEP is looked up [CEP-11]', async ({
    adminPage: page,
    db,
  }) => {
    const address = 'Rua das Flores, 12, Centro';
    const id = await makeDistribuidor(db, {
      name: 'Cadastro Antigo',
      address,
      cidade: 'Santos',
      estado: 'SP',
    });
    await page.goto(`/distribuidores/editar/${id}`);
    await expect(box(page, 'Endereço cadastrado')).toHaveValue(address);
    await box(page, 'Nome').fill('Cadastro Antigo Ltda');
    await save(page);
    await expect(page).toHaveURL('/distribuidores');
    expect(await readDistribuidor(db, 'Cadastro Antigo Ltda')).toMatchObject({
      address,
      cidade: 'Santos',
      cep: null,
    });
    await page.goto(`/distribuidores/editar/${id}`);
    await box(page, 'CEP').fill('01001000');
    await expect(box(page, 'Cidade')).toHaveValue('São Paulo');
    await box(page, 'Número').fill('10');
    await save(page);
    await expect(page).toHaveURL('/distribuidores');
    expect(await readDistribuidor(db, 'Cadastro Antigo Ltda')).toMatchObject({
      address: 'nº 10, Sé',
      cidade: 'São Paulo',
      cep: '01001-000',
    });
  });

  test('shows that there is no record with an unknown or invalid id [ERR-25]', async ({
    adminPage: page,
  }) => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nada']) {
      await page.goto(`/distribuidores/editar/${id}`);
      await expect(page.getByRole('alert')).toHaveText('Distribuidor não encontrado.');
    }
  });

  test('that cannot be read shows the reason [ERR-26]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const id = await makeDistribuidor(db, { name: 'Ilegível' });
    await page.route('**/rest/v1/distribuidores*', respondWithServerError);
    await page.goto(`/distribuidores/editar/${id}`);
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao carregar dados do distribuidor: O servidor não conseguiu responder agora. Tente novamente em instantes.',
    );
    await endRequestFailures(page, '**/rest/v1/distribuidores*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(box(page, 'Nome')).toHaveValue('Ilegível');
  });

  test('without its plans shows an error and retries [ERR-33]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await page.route('**/rest/v1/plans*', respondWithServerError);
    await page.goto('/distribuidores/adicionar');
    await expect(page.getByText('Falha ao carregar opções de plano.')).toBeVisible();
    await endRequestFailures(page, '**/rest/v1/plans*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(box(page, 'Plano').getByText('Business')).toBeAttached();
    await expect(page.getByText('Falha ao carregar opções de plano.')).toHaveCount(0);
  });

  test('that cannot be saved shows the reason and keeps the typed values [ERR-37]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await page.goto('/distribuidores/adicionar');
    await fillDistribuidor(page, { name: 'Sem Rede' });
    await page.route('**/rest/v1/distribuidores*', (route) => route.abort());
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Falha ao salvar distribuidor: Sem conexão com o servidor. Verifique sua internet e tente novamente.',
    );
    await expect(box(page, 'Nome')).toHaveValue('Sem Rede');
    await page.unroute('**/rest/v1/distribuidores*');
    await save(page);
    await expect(page).toHaveURL('/distribuidores');
    await expect(page.getByRole('link', { name: 'Sem Rede', exact: true })).toBeVisible();
  });

  test('whose logo cannot be uploaded stays, and is saved when it can [ERR-43]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await page.goto('/distribuidores/adicionar');
    await fillDistribuidor(page, { name: 'Logo Teimosa' });
    await box(page, 'Logo').setInputFiles(makePicture('logo.png', [200, 40, 40]));
    await page.route('**/storage/v1/object/logos/**', respondWithServerError);
    await save(page);
    await expectAndCloseFailureMessage(page, 'Erro ao fazer upload da imagem: ');
    expect(await readDistribuidor(db, 'Logo Teimosa')).toBeUndefined();
    await page.unroute('**/storage/v1/object/logos/**');
    await save(page);
    await expect(page).toHaveURL('/distribuidores');
    expect((await readDistribuidor(db, 'Logo Teimosa'))?.logo_url).toMatch(/\.png$/);
  });

  test('shows that another user has deleted the record meanwhile', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeDistribuidor(db, { name: 'Some no Meio' });
    await page.goto(`/distribuidores/editar/${id}`);
    await box(page, 'Nome').fill('Sumiu');
    await db('delete from distribuidores where id = $1', [id]);
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Falha ao salvar distribuidor: Distribuidor não encontrado.',
    );
    await expect(box(page, 'Nome')).toHaveValue('Sumiu');
  });
});

test.describe('A CEP', () => {
  for (const cep of ['99999-999', '00000-000']) {
    test(`that does not exist shows an error, in every form of ViaCEP's erro: ${cep} [CEP-03] [CEP-09]`, async ({
      adminPage: page,
      lookups,
    }) => {
      await page.goto('/distribuidores/adicionar');
      await box(page, 'CEP').fill(cep);
      const message = page.getByText('CEP não encontrado', { exact: true });
      await expect(message).toBeVisible();
      await expect(message).toHaveCSS('color', 'rgb(179, 38, 30)');
      await expect(box(page, 'CEP')).toHaveAccessibleDescription(/CEP não encontrado/);
      await expect(box(page, 'Logradouro')).not.toBeEditable();
      expect(lookups.brasilApi.requests).toEqual([]);
    });
  }

  for (const failure of [400, 404, 429, 500, 'no response', 'refused'] as const) {
    test(`is looked up at BrasilAPI when ViaCEP fails: ${failure} [CEP-12]`, async ({
      adminPage: page,
      lookups,
      browserConsole,
    }) => {
      browserConsole.expect(/status of|ERR_CONNECTION_REFUSED/);
      if (failure === 'refused') await lookups.viaCep.close();
      else lookups.viaCep.failure = failure;
      await page.goto('/distribuidores/adicionar');
      await box(page, 'CEP').fill('90850110');
      // Allow more time than usual, because the panel waits six seconds for a service that does not respond.
      await expect(box(page, 'Logradouro')).toHaveValue('Rua Barão de Cerro Largo', {
        timeout: 20_000,
      });
      await expect(box(page, 'Logradouro')).not.toBeEditable();
      expect(lookups.brasilApi.requests).toEqual(['/api/cep/v1/90850110']);
    });
  }

  test('that no service can look up is no obstacle: the address is typed [CEP-07] [CEP-10] [CEP-12]', async ({
    adminPage: page,
    lookups,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/status of 500|ERR_CONNECTION_REFUSED/);
    lookups.viaCep.failure = 500;
    await lookups.brasilApi.close();
    await page.goto('/distribuidores/adicionar');
    await fillCompany(page, 'Sem Serviço');
    await box(page, 'CEP').fill('11000000');
    const message = page.getByText('Erro ao buscar CEP', { exact: true });
    await expect(message).toBeVisible();
    await expect(message).toHaveCSS('color', 'rgb(179, 38, 30)');
    await expectAccessible(page);
    await box(page, 'Logradouro').fill('Rua do Porto');
    await box(page, 'Bairro').fill('Centro');
    await box(page, 'Cidade').fill('Santos');
    await box(page, 'Estado').fill('sp');
    await save(page);
    await expect(box(page, 'Número')).toHaveAccessibleDescription('Informe o número.');
    await box(page, 'Número').fill('8');
    await save(page);
    await expect(page).toHaveURL('/distribuidores');
    expect(await readDistribuidor(db, 'Sem Serviço')).toMatchObject({
      cep: '11000-000',
      logradouro: 'Rua do Porto',
      address: 'nº 8, Centro',
      cidade: 'Santos',
      estado: 'SP',
    });
  });

  test('of a whole town leaves street and neighbourhood to be typed [CEP-12]', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/distribuidores/adicionar');
    await fillCompany(page, 'Uma Cidade Só');
    await box(page, 'CEP').fill('13690000');
    await expect(box(page, 'Cidade')).toHaveValue('Descalvado');
    await expect(box(page, 'Cidade')).not.toBeEditable();
    await box(page, 'Logradouro').fill('Rua Bezerra Paes');
    await box(page, 'Número').fill('77');
    await save(page);
    await expect(page).toHaveURL('/distribuidores');
    expect(await readDistribuidor(db, 'Uma Cidade Só')).toMatchObject({
      logradouro: 'Rua Bezerra Paes',
      bairro: null,
      address: 'nº 77',
    });
  });
});

test.describe('A CNPJ', () => {
  test('fills the empty fields from the registry, and is not stored [DIST-24] [DIST-25]', async ({
    adminPage: page,
    lookups,
    db,
  }) => {
    await page.goto('/distribuidores/adicionar');
    await box(page, 'E-mail').fill('meu@email.exemplo');
    await box(page, 'CNPJ').pressSequentially('12abc34501de35');
    await expect(box(page, 'CNPJ')).toHaveValue('12.ABC.345/01DE-35');
    await page.getByRole('button', { name: 'Buscar dados' }).click();
    await expect(box(page, 'Nome')).toHaveValue('SABORES ALFA LTDA');
    await expect(page.getByText('SABORES ALFA LTDA, situação baixada.')).toBeVisible();
    await expect(box(page, 'E-mail')).toHaveValue('meu@email.exemplo');
    await expect(box(page, 'Telefone')).toHaveValue('(51) 98765-4321');
    await expect(box(page, 'Logradouro')).toHaveValue('Rua Barão de Cerro Largo');
    await expect(box(page, 'Número')).toHaveValue('1200');
    await expect(box(page, 'CEP')).toHaveAccessibleDescription('Endereço encontrado.');
    expect(lookups.brasilApi.requests).toEqual(['/api/cnpj/v1/12ABC34501DE35']);
    await box(page, 'Plano').selectOption('Pro');
    const insert = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/rest/v1/'),
    );
    await save(page);
    expect((await insert).postData()).not.toContain('ABC');
    await expect(page).toHaveURL('/distribuidores');
    expect(await readDistribuidor(db, 'SABORES ALFA LTDA')).toMatchObject({
      email: 'meu@email.exemplo',
    });
  });

  test('shows a message for a wrong digit, an unknown number and a failed lookup', async ({
    adminPage: page,
    lookups,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (404|429)/);
    await page.goto('/distribuidores/adicionar');
    const search = page.getByRole('button', { name: 'Buscar dados' });
    await box(page, 'CNPJ').fill('19131243000198');
    await search.click();
    await expect(box(page, 'CNPJ')).toHaveAccessibleDescription(/Informe um CNPJ válido\./);
    expect(lookups.brasilApi.requests).toEqual([]);
    await box(page, 'CNPJ').fill('00000000000191');
    await search.click();
    await expect(box(page, 'CNPJ')).toHaveAccessibleDescription(/CNPJ não encontrado\./);
    lookups.brasilApi.failure = 429;
    await box(page, 'CNPJ').fill('19131243000197');
    await search.click();
    await expect(box(page, 'CNPJ')).toHaveAccessibleDescription(/Erro ao buscar CNPJ\./);
    lookups.brasilApi.failure = undefined;
    await search.click();
    await expect(box(page, 'Nome')).toHaveValue('REDE PELO CONHECIMENTO LIVRE');
  });
});

function box(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

function save(page: Page) {
  return page.getByRole('button', { name: 'Salvar' }).click();
}

async function fillDistribuidor(page: Page, { name }: { name: string }) {
  await fillCompany(page, name);
  await box(page, 'CEP').fill('01001-000');
  await expect(box(page, 'Cidade')).toHaveValue('São Paulo');
  await box(page, 'Número').fill('10');
}

async function fillCompany(page: Page, name: string) {
  await box(page, 'Nome').fill(name);
  await box(page, 'E-mail').fill('contato@empresa.exemplo');
  await box(page, 'Telefone').fill('11912345678');
  await box(page, 'Plano').selectOption('Pro');
}

type Company = {
  name: string;
  email?: string;
  phone?: string;
  address?: string;
  cidade?: string;
  estado?: string;
  plan?: string;
  status?: string;
  instagram?: string;
};

async function makeDistribuidor(db: RunSql, { plan = 'Pro', ...given }: Company) {
  const row = {
    email: 'contato@empresa.exemplo',
    phone: '(11) 91234-5678',
    address: 'nº 1',
    cidade: null,
    estado: null,
    status: 'Pendente',
    instagram: null,
    ...given,
  };
  const [inserted] = await db<{ id: string }>(
    `insert into distribuidores (name, email, phone, address, cidade, estado, status, instagram, plan_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      row.name,
      row.email,
      row.phone,
      row.address,
      row.cidade,
      row.estado,
      row.status,
      row.instagram,
      await planId(db, plan),
    ],
  );
  return inserted?.id ?? '';
}

async function planId(db: RunSql, name: string) {
  const [plan] = await db<{ id: string }>('select id from plans where name = $1', [name]);
  return plan?.id;
}

async function readDistribuidor(db: RunSql, name: string) {
  const [row] = await db<{ logo_url: string | null }>(
    'select d.*, p.name as plan from distribuidores d join plans p on p.id = d.plan_id where d.name = $1',
    [name],
  );
  return row;
}
