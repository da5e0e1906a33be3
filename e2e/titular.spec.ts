import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';
import { makeUser } from './support/users.ts';

test.describe('The data of a titular', () => {
  test('is exported as a page and as JSON, and the activity lists the export', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makePartner(db, 'Rosa <b>Pinheiro</b>', 'rosa@titular.exemplo');
    await db(`update parceiros set phone = '(11) 95555-0102' where id = $1`, [id]);
    await page.goto(`/parceiros/editar/${id}`);
    await choose(page, 'Exportar dados do titular');
    const dialog = page.getByRole('dialog', { name: 'Exportar dados do titular' });
    await expectAccessible(page);
    const html = await readDownload(page, () =>
      dialog.getByRole('button', { name: 'Baixar página para ler' }).click(),
    );
    expect(html).toContain('Dados pessoais de Rosa &#60;b&#62;Pinheiro&#60;/b&#62;');
    expect(html).toContain('rosa@titular.exemplo');
    expect(html).toContain('Telefone: (11) 95555-0101 → (11) 95555-0102');
    const json = await readDownload(page, () =>
      dialog.getByRole('button', { name: 'Baixar em JSON' }).click(),
    );
    expect(JSON.parse(json)).toMatchObject({
      area: 'parceiros',
      record: { email: 'rosa@titular.exemplo' },
      history: expect.arrayContaining([expect.objectContaining({ kind: 'insert' })]),
    });
    await page.goto('/atividade?tipo=export');
    await expect(
      page.getByRole('listitem').filter({ hasText: 'exportou os dados de Rosa' }).first(),
    ).toContainText('Ana Souza');
  });

  test('is exported with an address that is only one text, and with the names of former plans', async ({
    adminPage: page,
    db,
  }) => {
    const [made] = await db<{ id: string }>(
      `insert into distribuidores (name, email, phone, address, plan_id)
       select 'Distribuidora Antiga', 'antiga@titular.exemplo', '(11) 95555-0199', 'Rua Velha, nº 10', id
       from plans where name = 'Pro' returning id`,
    );
    const [plan] = await db<{ name: string }>(
      `with chosen as (select id, name from plans where name <> 'Pro' order by name limit 1)
       update distribuidores set plan_id = chosen.id from chosen where distribuidores.id = $1 returning chosen.name`,
      [made?.id],
    );
    await page.goto(`/distribuidores/editar/${made?.id}`);
    await choose(page, 'Exportar dados do titular');
    const html = await readDownload(page, () =>
      page.getByRole('button', { name: 'Baixar página para ler' }).click(),
    );
    expect(html).toContain('<th>Endereço</th><td>Rua Velha, nº 10</td>');
    expect(html).toContain(`Plano: Pro → ${plan?.name}`);
  });

  test('is anonymised: the row stays without a name, and no undo restores it', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makePartner(db, 'Jonas Some', 'jonas@titular.exemplo');
    await page.goto(`/parceiros/editar/${id}`);
    await choose(page, 'Anonimizar');
    const dialog = page.getByRole('alertdialog', { name: 'Anonimizar' });
    await expect(dialog).toContainText('Cópias de segurança já feitas');
    await expectAccessible(page);
    const name = dialog.getByRole('textbox');
    await name.fill('Jonas');
    await name.press('Enter');
    await expect(dialog.getByText('Digite exatamente: Jonas Some')).toBeVisible();
    await name.fill('Jonas Some');
    await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
    await expectSuccessMessage(page, 'Titular anonimizado.');
    await expect(page).toHaveURL('/parceiros');
    expect(await db('select name, phone from parceiros where id = $1', [id])).toEqual([
      { name: 'Titular anonimizado', phone: '—' },
    ]);

    await page.goto(`/parceiros/editar/${id}`);
    await choose(page, 'Histórico');
    const changes = page.getByRole('list', { name: 'Alterações' }).getByRole('listitem');
    await expect(changes.first()).toContainText('Ana Souza anonimizou este registro');
    await expect(page.getByText('Jonas')).toHaveCount(0);
  });

  test('is not stored again by the open form of a colleague', async ({
    adminPage: page,
    colaboradorPage: colleague,
    db,
  }) => {
    const id = await makePartner(db, 'Zilda Aberta', 'zilda@titular.exemplo');
    await colleague.goto(`/parceiros/editar/${id}`);
    await colleague.getByLabel('Telefone').fill('(11) 98888-7777');
    await colleague.getByLabel('Instagram').fill('zilda.aberta');
    await anonymise(page, id, 'Zilda Aberta');

    await colleague.getByRole('button', { name: 'Salvar', exact: true }).click();
    const notice = colleague.getByRole('alert').filter({ hasText: 'anonimizou' });
    await expect(notice).toContainText(/^Ana Souza anonimizou este parceiro às \d\d:\d\d\./);
    await expect(notice).toContainText('O que estava digitado foi descartado e não foi salvo.');
    await expect(colleague.getByRole('dialog')).toHaveCount(0);
    await expect(colleague.getByLabel('Nome')).toHaveValue('Titular anonimizado');
    await expect(colleague.getByLabel('Telefone')).toHaveValue('—');
    await expect(colleague.getByLabel('Instagram')).toHaveValue('');
    await expectAccessible(colleague);
    expect(await readPartner(db, id)).toEqual({
      name: 'Titular anonimizado',
      phone: '—',
      instagram: null,
    });
    expect(await browserTexts(colleague)).not.toMatch(/zilda|98888/i);

    // After the anonymisation, the colleague can save new values.
    await colleague.getByLabel('Nome').fill('Cadastro encerrado');
    await colleague.getByLabel('Telefone').fill('(11) 90000-0000');
    await colleague.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectSuccessMessage(colleague, 'Parceiro atualizado com sucesso!');
    expect(await readPartner(db, id)).toEqual({
      name: 'Cadastro encerrado',
      phone: '(11) 90000-0000',
      instagram: null,
    });
  });

  test('does not discard values that are typed over it later, also after a conflict', async ({
    adminPage: page,
    colaboradorPage: colleague,
    db,
  }) => {
    const id = await makePartner(db, 'Zilda Antes', 'zilda.antes@titular.exemplo');
    await anonymise(page, id, 'Zilda Antes');
    await colleague.goto(`/parceiros/editar/${id}`);
    await colleague.getByLabel('Telefone').fill('(11) 97777-0000');
    await db(`update parceiros set phone = '(11) 96666-0000' where id = $1`, [id]);
    await colleague.getByRole('button', { name: 'Salvar', exact: true }).click();
    const conflict = colleague.getByRole('dialog');
    await expect(conflict).toContainText('(11) 97777-0000');
    await expect(conflict).toContainText('(11) 96666-0000');
    await expect(colleague.getByText(/anonimizou este parceiro/)).toHaveCount(0);
  });

  test('is not restored from an earlier draft, even if the record was edited since', async ({
    adminPage: page,
    colaboradorPage: colleague,
    db,
  }) => {
    const ids = [
      await makePartner(db, 'Zilda Rascunho', 'zilda.r@titular.exemplo'),
      await makePartner(db, 'Zilda Editada', 'zilda.e@titular.exemplo'),
    ];
    const [left, edited] = ids;
    for (const id of ids) {
      const form = await colleague.context().newPage();
      await form.goto(`/parceiros/editar/${id}`);
      await form.getByLabel('Instagram').fill('zilda.no.rascunho');
      await expect.poll(() => browserTexts(form)).toContain(`/parceiros/editar/${id}`);
      await form.close();
    }
    await anonymise(page, left!, 'Zilda Rascunho');
    await anonymise(page, edited!, 'Zilda Editada');
    await db(`update parceiros set email = 'novo@titular.exemplo' where id = $1`, [edited]);

    await colleague.goto(`/parceiros/editar/${left}`);
    await expect(colleague.getByLabel('Nome')).toHaveValue('Titular anonimizado');
    await expect(colleague.getByRole('button', { name: 'Recuperar' })).toHaveCount(0);
    await colleague.goto(`/parceiros/editar/${edited}`);
    await colleague.getByRole('button', { name: 'Recuperar' }).click();
    await expect(colleague.getByText(/^Ana Souza anonimizou este parceiro/)).toBeVisible();
    await expect(colleague.getByLabel('Instagram')).toHaveValue('');
    expect(await browserTexts(colleague)).not.toMatch(/zilda/i);
  });

  test('lists, when anonymised, the texts of other records that still name the titular', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makePartner(db, 'Celestino Ramalho', 'celestino@titular.exemplo');
    await db(`insert into banners (titulo, descricao) values ('Verão', 'Por Celestino Ramalho')`);
    await db(
      `insert into categories (name) values ('Doces de Celestino Ramalho'), ('celestino@titular.exemplo')`,
    );
    await page.goto(`/parceiros/editar/${id}`);
    await choose(page, 'Anonimizar');
    const dialog = page.getByRole('alertdialog', { name: 'Anonimizar' });
    await dialog.getByRole('textbox').fill('Celestino Ramalho');
    await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
    const left = page.getByRole('dialog', { name: 'Dados que ainda aparecem em outros textos' });
    await expect(left.getByRole('listitem')).toHaveText(['2 categorias', '1 banner']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(left).toHaveCount(0);
    await expect(page).toHaveURL('/parceiros');
    await db(`delete from banners where descricao like '%Celestino%'`);
    await db(`delete from categories where name ilike '%celestino%'`);
  });

  test('is anonymised in the trash too, and removed from it', async ({ adminPage: page, db }) => {
    const id = await makePartner(db, 'Jonas do Lixo', 'lixo@titular.exemplo');
    await db('delete from parceiros where id = $1', [id]);
    await page.goto('/lixeira?area=parceiros');
    await page.getByRole('button', { name: 'Anonimizar Jonas do Lixo' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Anonimizar' });
    await dialog.getByRole('textbox').fill('Jonas do Lixo');
    await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
    await expectSuccessMessage(page, 'Titular anonimizado.');
    await expect(page.getByRole('listitem').filter({ hasText: 'Jonas do Lixo' })).toHaveCount(0);

    // The activity offers the anonymisation too, because the trash lists deleted records only for 30 days.
    const other = await makePartner(db, 'Jonas de Antes', 'antes@titular.exemplo');
    await db('delete from parceiros where id = $1', [other]);
    await page.goto('/atividade?area=parceiros&tipo=delete');
    await page.getByRole('button', { name: 'Anonimizar Jonas de Antes' }).click();
    await dialog.getByRole('textbox').fill('Jonas de Antes');
    await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
    await expectSuccessMessage(page, 'Titular anonimizado.');
    await expect(page.getByText('Jonas de Antes')).toHaveCount(0);
  });

  test('is anonymised also if others were deleted with it, but not if the record exists again', async ({
    adminPage: page,
    db,
  }) => {
    const ids = [
      await makePartner(db, 'Uma de Muitas', 'uma@titular.exemplo'),
      await makePartner(db, 'Outra de Muitas', 'outra@titular.exemplo'),
    ];
    await db('delete from parceiros where id = any ($1)', [ids]);
    await page.goto('/atividade?area=parceiros&tipo=delete');
    await page.getByRole('button', { name: /^Mostrar 2 parceiros/ }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Anonimizar Outra de Muitas' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Anonimizar' });
    await dialog.getByRole('textbox').fill('Outra de Muitas');
    await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
    await expectSuccessMessage(page, 'Titular anonimizado.');
    await expect(page.getByText('Outra de Muitas')).toHaveCount(0);

    const id = await makeUser(db, { name: 'Rui Voltou', email: 'rui@titular.exemplo' });
    await db('delete from profiles where id = $1', [id]);
    await db(
      `insert into profiles (id, name, email, role) values ($1, 'Rui Voltou', 'rui@titular.exemplo', 'Colaborador')`,
      [id],
    );
    await page.goto('/atividade?area=profiles&tipo=delete');
    await page.getByRole('button', { name: 'Anonimizar Rui Voltou' }).click();
    await dialog.getByRole('textbox').fill('Rui Voltou');
    await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
    await expect(dialog).toContainText('este cadastro existe de novo');
    expect(await db('select name from profiles where id = $1', [id])).toEqual([
      { name: 'Rui Voltou' },
    ]);
  });

  test('of a user is anonymised with the login; users cannot anonymise themselves', async ({
    adminPage: page,
    colaboradorPage: colleague,
    db,
  }) => {
    const id = await makeUser(db, { name: 'Lia Saiu', email: 'lia@titular.exemplo' });
    await page.goto(`/usuarios/editar/${id}`);
    await choose(page, 'Anonimizar');
    const dialog = page.getByRole('alertdialog', { name: 'Anonimizar' });
    await expect(dialog).toContainText('ninguém mais entra com ele');
    await dialog.getByRole('textbox').fill('Lia Saiu');
    await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
    await expectSuccessMessage(page, 'Titular anonimizado.');
    expect(
      await db(`select email like 'anonimizado-%' as gone from auth.users where id = $1`, [id]),
    ).toEqual([{ gone: true }]);

    const [own] = await db<{ id: string }>(`select id from profiles where name = 'Ana Souza'`);
    await page.goto(`/usuarios/editar/${own?.id}`);
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await expect(page.getByRole('menuitem', { name: 'Exportar dados do titular' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Anonimizar' })).toHaveCount(0);

    const partner = await makePartner(db, 'De todos', 'todos@titular.exemplo');
    await colleague.goto(`/parceiros/editar/${partner}`);
    await colleague.getByRole('button', { name: 'Mais opções' }).click();
    await expect(colleague.getByRole('menuitem', { name: 'Histórico' })).toBeVisible();
    await expect(colleague.getByRole('menuitem', { name: /titular|Anonimizar/ })).toHaveCount(0);
  });
});

test('A user who is restored from the trash has no password, with a message', async ({
  adminPage: page,
  db,
}) => {
  const id = await makeUser(db, { name: 'Volta Sem Senha', email: 'volta@titular.exemplo' });
  await db('delete from profiles where id = $1', [id]);
  await page.goto('/lixeira?area=profiles');
  await page.getByRole('button', { name: 'Restaurar Volta Sem Senha' }).click();
  await expectSuccessMessage(page, 'Usuário restaurado.');
  await expect(page.getByText(/A senha do usuário não foi restaurada/)).toBeVisible();
});

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function readDownload(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
}

async function makePartner(db: RunSql, name: string, email: string): Promise<string> {
  const [row] = await db<{ id: string }>(
    `insert into parceiros (name, email, phone, address)
     values ($1, $2, '(11) 95555-0101', 'nº 10') returning id`,
    [name, email],
  );
  return row?.id ?? '';
}

async function anonymise(page: Page, id: string, name: string) {
  await page.goto(`/parceiros/editar/${id}`);
  await choose(page, 'Anonimizar');
  const dialog = page.getByRole('alertdialog', { name: 'Anonimizar' });
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Anonimizar', exact: true }).click();
  await expectSuccessMessage(page, 'Titular anonimizado.');
}

async function readPartner(db: RunSql, id: string) {
  const [row] = await db('select name, phone, instagram from parceiros where id = $1', [id]);
  return row;
}

/** Returns the local storage of the panel as text. */
function browserTexts(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(localStorage));
}
