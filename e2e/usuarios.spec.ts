import type { Page, Request } from '@playwright/test';
import { ANA, PASSWORD, expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import {
  respondWithServerError,
  failureCases,
  endRequestFailures,
  limitToMethod,
} from './support/failing.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { waitForRecoveryLink } from './support/recovery-link.ts';
import { makeUser, findStoredUser } from './support/users.ts';
import { makePicture } from './support/pictures.ts';
import { makeSignedInStorageState } from './support/sign-in.ts';

test.describe('The list of users', () => {
  test('shows each user in a row of a table [USER-01] [USER-02] [USER-03] [USER-04] [USER-05] [USER-06] [USER-07] [USER-08]', async ({
    adminPage: page,
    db,
  }) => {
    await makeUser(db, {
      name: 'Tabela Completa',
      email: 'completa@tabela.exemplo',
      company: 'Sabor do Norte',
      phone: '(11) 91234-5678',
      role: 'Administrador',
    });
    await makeUser(db, { name: 'Tabela Mínima', email: 'minima@tabela.exemplo' });
    await page.goto('/usuarios?busca=tabela.exemplo');
    await expect(page).toHaveTitle('Usuários · Vitrine');
    const table = page.getByRole('table', { name: 'Usuários' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Foto',
      'Nome',
      'Email',
      'Empresa',
      'Cargo',
      'Telefone',
      'Ações',
    ]);
    const whole = table.getByRole('row', { name: 'Tabela Completa' });
    await expect(whole.getByRole('rowheader')).toHaveText('Tabela Completa');
    await expect(whole.getByRole('cell')).toHaveText([
      'T',
      'completa@tabela.exemplo',
      'Sabor do Norte',
      'Administrador',
      '(11) 91234-5678',
      '',
    ]);
    const row = table.getByRole('row', { name: 'Tabela Mínima' });
    await expect(row.getByRole('rowheader')).toHaveText('Tabela Mínima');
    await expect(row.getByRole('cell')).toHaveText([
      'T',
      'minima@tabela.exemplo',
      '—',
      'Colaborador',
      '—',
      '',
    ]);
    await expect(row.getByRole('link', { name: 'Editar Tabela Mínima' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Excluir Tabela Mínima' })).toBeVisible();
  });

  test('is filtered by name, e-mail and Cargo, which Limpar resets [HEAD-14] [HEAD-15] [HEAD-16] [HEAD-19] [USER-10] [USER-12] [CALL-32]', async ({
    adminPage: page,
    db,
  }) => {
    for (const [name, email, role] of [
      ['Érica Filtro', 'erica@busca.exemplo', 'Colaborador'],
      ['Fábio Filtro', 'fabio@busca.exemplo', 'Administrador'],
      ['Dora Filtro', 'dora@busca.exemplo', 'Colaborador'],
    ] as const)
      await makeUser(db, { name, email, role });
    await page.goto('/usuarios');
    const names = page.getByRole('table').getByRole('link', { name: /^\p{L}+ Filtro$/u });
    const search = page.getByPlaceholder('Buscar usuário por nome ou e-mail');
    await search.fill('filtro');
    await expect(page.getByText('Mostrando 3 usuários')).toBeVisible();
    await expect(names).toHaveText(['Dora Filtro', 'Érica Filtro', 'Fábio Filtro']);
    for (const term of ['erica', 'ÉRICA', 'erica@busca']) {
      await search.fill(term);
      await expect(names).toHaveText(['Érica Filtro']);
    }
    await search.fill('busca.exemplo');
    const role = page.getByRole('combobox', { name: 'Cargo' });
    await expect(role.locator('option')).toHaveText(['Cargo', 'Administrador', 'Colaborador']);
    await role.selectOption('Administrador');
    await expect(names).toHaveText(['Fábio Filtro']);
    await search.fill('erica');
    await expect(
      page.getByText('Nenhum usuário encontrado com os filtros aplicados.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Limpar', exact: true }).click();
    await expect(page).toHaveURL('/usuarios');
    await expect(search).toHaveValue('');
    await expect(role).toHaveValue('');
    await expect(names).toHaveText(['Dora Filtro', 'Érica Filtro', 'Fábio Filtro']);
  });

  test('shows that there are no users [USER-11]', async ({ adminPage: page }) => {
    // Simulate an empty response: the platform's list always contains the signed-in user.
    await page.route('**/rest/v1/profiles?*order=*', (route) =>
      route.fulfill({ json: [], headers: { 'content-range': '*/0' } }),
    );
    await page.goto('/usuarios');
    await expect(page.getByText('Nenhum usuário cadastrado.')).toBeVisible();
    await page.goto('/usuarios?cargo=Colaborador');
    await expect(
      page.getByText('Nenhum usuário encontrado com os filtros aplicados.'),
    ).toBeVisible();
  });

  test('shows a red box when the request fails, and retries [ERR-05]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const list = '**/rest/v1/profiles?*order=*';
    await page.route(list, respondWithServerError);
    await page.goto('/usuarios');
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao carregar usuários. Tente novamente.',
    );
    await expect(page.getByRole('table')).toHaveCount(0);
    await endRequestFailures(page, list);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('table', { name: 'Usuários' })).toBeVisible();
  });

  test('is read-only for a Colaborador [USER-09] [ROLE-05] [ROLE-06] [ROLE-13] [ROLE-14]', async ({
    colaboradorPage: page,
    adminPage,
    db,
  }) => {
    const id = await makeUser(db, { name: 'Só Leitura', email: 'leitura@vitrine.exemplo' });
    await page.goto('/usuarios?busca=leitura@');
    const table = page.getByRole('table', { name: 'Usuários' });
    await expect(table.getByRole('rowheader', { name: 'Só Leitura' })).toBeVisible();
    await expect(table.locator('a[href^="/"]')).toHaveCount(0);
    await expect(table.getByRole('columnheader', { name: 'Ações' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Excluir/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Adicionar' })).toHaveCount(0);
    await expectAccessible(page);
    for (const path of ['/usuarios/adicionar', `/usuarios/editar/${id}`]) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
    await adminPage.goto('/usuarios');
    await adminPage.getByRole('link', { name: 'Adicionar' }).click();
    await expect(adminPage).toHaveURL('/usuarios/adicionar');
  });

  test('deletes a profile after a confirmation, and never the login [USER-34] [USER-35] [CALL-33]', async ({
    adminPage: page,
    db,
    backend,
  }) => {
    const email = 'saida@vitrine.exemplo';
    const id = await makeUser(db, { name: 'De Saída', email });
    await page.goto('/usuarios?busca=saida@');
    await page.getByRole('button', { name: 'Excluir De Saída' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'Tem certeza que deseja excluir este usuário? O login associado NÃO será excluído.',
    );
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toHaveCount(0);
    expect(await findStoredUser(db, email)).toMatchObject({ id });

    await confirmDeletion(page, 'De Saída');
    await expectSuccessMessage(page, 'Usuário excluído com sucesso!');
    await expect(page.getByRole('link', { name: 'De Saída', exact: true })).toHaveCount(0);
    expect(await findStoredUser(db, email)).toBeUndefined();
    // The login can still sign in, but has no permission.
    await expect(makeSignedInStorageState(backend.url, email)).resolves.toBeTruthy();
  });

  test('shows why a user cannot be deleted [ERR-12]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of|ERR_FAILED/);
    const email = 'fica@vitrine.exemplo';
    await makeUser(db, { name: 'Que Fica', email });
    await page.goto('/usuarios?busca=fica@');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/profiles?*', limitToMethod('DELETE', response));
      await confirmDeletion(page, 'Que Fica');
      await expectAndCloseFailureMessage(page, `Falha ao excluir usuário: ${message}`);
      await page.unroute('**/rest/v1/profiles?*');
    }
    expect(await findStoredUser(db, email)).toBeTruthy();
  });

  test('refuses a deletion by a former Administrador, and of a deleted user [ERR-12] [ROLE-16]', async ({
    pageOf,
    db,
  }) => {
    await makeUser(db, { name: 'Alvo Um', email: 'um@alvo.exemplo' });
    const [boss, email] = ['Chefe por Pouco', 'chefe@vitrine.exemplo'];
    const id = await makeUser(db, { name: boss, email, role: 'Administrador' });
    const page = await pageOf(email);
    await page.goto('/usuarios?busca=alvo.exemplo');
    await expect(page.getByRole('button', { name: 'Excluir Alvo Um' })).toBeVisible();
    await db(`update profiles set role = 'Colaborador' where id = $1`, [id]);
    await confirmDeletion(page, 'Alvo Um');
    await expectAndCloseFailureMessage(
      page,
      'Falha ao excluir usuário: Você não tem permissão para fazer isso.',
    );
    await db(`delete from profiles where email = 'um@alvo.exemplo'`);
    await confirmDeletion(page, 'Alvo Um');
    await expectAndCloseFailureMessage(page, 'Falha ao excluir usuário: Usuário não encontrado.');
  });

  test('has no command for users to delete their own profile, which the server refuses too [ERR-12] [USER-36]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 400/);
    await makeUser(db, { name: 'Ana Outra', email: 'ana@dona.exemplo' });
    await page.goto('/usuarios?busca=ana@');
    await expect(page.getByRole('button', { name: 'Excluir Ana Outra' })).toBeVisible();
    await expect(page.getByRole('link', { name: `Editar ${ANA.name}` })).toBeVisible();
    await expect(page.getByRole('button', { name: `Excluir ${ANA.name}` })).toHaveCount(0);

    // Change the request: this panel does not offer the deletion, but a panel of an older version could request it.
    const own = (await findStoredUser(db, ANA.email))?.id;
    const other = (await findStoredUser(db, 'ana@dona.exemplo'))?.id;
    await page.route('**/rest/v1/profiles?*', (route, request) =>
      request.method() === 'DELETE'
        ? route.continue({ url: request.url().replace(String(other), String(own)) })
        : route.fallback(),
    );
    await confirmDeletion(page, 'Ana Outra');
    await expectAndCloseFailureMessage(
      page,
      'Falha ao excluir usuário: Você não pode excluir o seu próprio perfil.',
    );
    expect(await findStoredUser(db, ANA.email)).toBeTruthy();
  });
});

test.describe('A new user', () => {
  test('begins as a Colaborador; the form requires its fields, one by one [USER-13] [USER-15] [USER-16] [USER-17] [USER-18] [USER-19] [USER-20] [USER-21] [USER-22] [USER-24] [USER-25] [USER-30]', async ({
    adminPage: page,
  }) => {
    const signUps: string[] = [];
    page.on('request', (request) => {
      if (/signup|rpc/.test(request.url())) signUps.push(request.url());
    });
    await page.goto('/usuarios/adicionar');
    await expect(page).toHaveTitle('Novo Usuário · Vitrine');
    for (const label of ['Nome', 'E-mail', 'Empresa', 'Telefone', 'Senha', 'Confirmar senha'])
      await expect(field(page, label)).toHaveValue('');
    await expect(field(page, 'Foto')).toHaveAttribute('type', 'file');
    // One of the two roles is always chosen: the form cannot be submitted without a role.
    await expect(field(page, 'Cargo')).toHaveAttribute('required');
    await expect(field(page, 'Cargo').locator('option')).toHaveText([
      'Colaborador',
      'Administrador',
    ]);
    await expect(field(page, 'Cargo')).toHaveValue('Colaborador');

    await save(page);
    for (const [label, message] of [
      ['Nome', 'Informe o nome.'],
      ['E-mail', 'Informe o e-mail.'],
      ['Senha', 'Informe a senha.'],
      ['Confirmar senha', 'Repita a senha.'],
    ] as const)
      await expectRefused(page, label, message);
    await expect(field(page, 'Nome')).toBeFocused();

    await fillUser(page, { name: 'Quase Lá', email: 'quase' });
    await field(page, 'Senha').fill('1234567');
    await expectRefused(page, 'E-mail', 'Informe um e-mail como nome@empresa.com.br.');
    await expectRefused(page, 'Senha', 'Use pelo menos 8 caracteres.');
    await field(page, 'E-mail').fill('quase@vitrine.exemplo');
    await field(page, 'Senha').fill('senha-de-outrem');
    await save(page);
    await expectRefused(page, 'Confirmar senha', 'As senhas não coincidem!');
    expect(signUps).toEqual([]);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/usuarios');
  });

  test("is signed up, then gets a profile with the same id, without a change of the Administrador's session [USER-27] [USER-28] [USER-29] [USER-31] [USER-33] [CALL-03] [CALL-33] [STOR-03] [STOR-14]", async ({
    adminPage: page,
    db,
    backend,
  }) => {
    const email = 'carla@vitrine.exemplo';
    await page.goto('/usuarios/adicionar');
    const ownSession = await storedSession(page);
    await fillUser(page, { name: 'Carla Dias', email: 'Carla@vitrine.exemplo' });
    await field(page, 'Empresa').fill('Sabor do Norte');
    await field(page, 'Telefone').fill('11912345678');
    await field(page, 'Cargo').selectOption('Administrador');
    await field(page, 'Foto').setInputFiles(makePicture('carla.png', [120, 40, 140]));
    const signUp = page.waitForRequest('**/auth/v1/signup*');
    const upload = page.waitForRequest('**/storage/v1/object/avatars/**');
    await save(page);
    expect((await signUp).postDataJSON()).toMatchObject({
      email: 'Carla@vitrine.exemplo',
      password: 'senha-da-pessoa',
      data: { name: 'Carla Dias', role: 'Administrador' },
    });
    expect((await upload).headers()).toMatchObject({ 'x-upsert': 'false' });
    await expectSuccessMessage(page, 'Usuário criado com sucesso!');
    await expect(page).toHaveURL('/usuarios');

    const profile = await findStoredUser(db, email);
    expect(profile).toMatchObject({
      name: 'Carla Dias',
      company: 'Sabor do Norte',
      phone: '(11) 91234-5678',
      role: 'Administrador',
    });
    expect(await loginOf(db, email)).toBe(profile?.id);
    expect(profile?.avatar_url).toMatch(
      new RegExp(`/storage/v1/object/public/avatars/${profile?.id}/[0-9a-f]{32}\\.png$`),
    );
    await expectServed(profile?.avatar_url);
    await expect(page.getByRole('row', { name: 'Carla Dias' }).locator('img')).toHaveAttribute(
      'src',
      /\.small\.webp$/,
    );

    // The Administrador is still signed in, and the new login has no open session.
    expect(await storedSession(page)).toBe(ownSession);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Adicionar' })).toBeVisible();
    const sessions = () => db('select from auth.sessions where user_id = $1', [profile?.id]);
    await expect.poll(sessions).toEqual([]);
    await expect(
      makeSignedInStorageState(backend.url, email, 'senha-da-pessoa'),
    ).resolves.toBeTruthy();
  });

  test('is created once, although the first attempt failed half-way [USER-38]', async ({
    adminPage: page,
    db,
    backend,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const email = 'duas.vezes@vitrine.exemplo';
    const signUps = requestsTo(page, '/auth/v1/signup');
    await page.goto('/usuarios/adicionar');
    await fillUser(page, { name: 'Duas Vezes', email });
    await page.route('**/rest/v1/profiles*', limitToMethod('POST', respondWithServerError));
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Falha ao salvar usuário: O servidor não conseguiu responder agora. Tente novamente em instantes.',
    );
    await expect(page).toHaveURL('/usuarios/adicionar');
    await expect(field(page, 'Senha')).toHaveValue('senha-da-pessoa');
    expect(await findStoredUser(db, email)).toBeUndefined();
    expect(await loginOf(db, email)).toBeTruthy();

    await page.unroute('**/rest/v1/profiles*');
    await save(page);
    await expectSuccessMessage(page, 'Usuário criado com sucesso!');
    await expect(page.getByText('não foi aplicada')).toHaveCount(0);
    expect(signUps).toHaveLength(1);
    expect(await findStoredUser(db, email)).toMatchObject({ id: await loginOf(db, email) });
    await expect(
      makeSignedInStorageState(backend.url, email, 'senha-da-pessoa'),
    ).resolves.toBeTruthy();
  });

  test('takes over the login of a deleted profile, which signs in by a recovery mail only [USER-29]', async ({
    adminPage: page,
    page: visitor,
    db,
    backend,
  }) => {
    const email = 'de.volta@vitrine.exemplo';
    const id = await makeUser(db, { name: 'De Volta', email });
    await page.goto('/usuarios?busca=de.volta');
    await confirmDeletion(page, 'De Volta');
    await expectSuccessMessage(page, 'Usuário excluído com sucesso!');
    await page.getByRole('link', { name: 'Adicionar' }).click();
    await fillUser(page, { name: 'De Volta', email });
    await save(page);
    await expectSuccessMessage(page, 'Usuário criado com sucesso!');
    await expectAndCloseFailureMessage(
      page,
      'Este e-mail já tinha um login, que foi aproveitado: a senha digitada não foi aplicada. Para entrar, a pessoa pede uma nova senha em "Esqueceu a senha?".',
    );
    expect(await findStoredUser(db, email)).toMatchObject({ id });
    for (const password of [PASSWORD, 'senha-da-pessoa'])
      await expect(makeSignedInStorageState(backend.url, email, password)).rejects.toThrow();

    await visitor.goto('/forgot-password');
    await field(visitor, 'E-mail').fill(email);
    await visitor.getByRole('button', { name: 'Enviar Instruções' }).click();
    await visitor.goto(await waitForRecoveryLink(backend.dataDir, email));
    await field(visitor, 'Nova senha').fill('senha-bem-nova');
    await field(visitor, 'Confirmar nova senha').fill('senha-bem-nova');
    await visitor.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expect(visitor.getByRole('heading', { name: 'Bem-vindo, De Volta!' })).toBeVisible();
  });

  test('can be undone by the message, also for the login of a deleted profile', async ({
    adminPage: page,
    db,
  }) => {
    const email = 'de.novo@vitrine.exemplo';
    await makeUser(db, { name: 'De Novo', email });
    await page.goto('/usuarios?busca=de.novo');
    await confirmDeletion(page, 'De Novo');
    await page.getByRole('button', { name: 'Fechar mensagem' }).click();
    await page.getByRole('link', { name: 'Adicionar' }).click();
    await fillUser(page, { name: 'De Novo Outra Vez', email });
    await save(page);
    await expectSuccessMessage(page, 'Usuário criado com sucesso!');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expectSuccessMessage(page, 'Desfeito.');
    expect(await findStoredUser(db, email)).toBeUndefined();
  });

  test('cannot have a password like their own name, nor a common one; the form shows it beside the field [USER-30]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 422/);
    await page.goto('/usuarios/adicionar');
    await fillUser(page, { name: 'Fácil Demais', email: 'facil@vitrine.exemplo' });
    for (const [password, why] of [
      ['FacilDemais1', 'Não use o próprio nome ou e-mail como senha.'],
      ['1234567890', 'Esta senha é fácil de adivinhar'],
    ] as const) {
      await field(page, 'Senha').fill(password);
      await field(page, 'Confirmar senha').fill(password);
      await save(page);
      await expect(field(page, 'Senha')).toHaveAccessibleDescription(new RegExp(why));
    }
  });

  test('is not created when the sign-up returns no user [USER-37]', async ({
    adminPage: page,
    db,
  }) => {
    const email = 'ninguem.voltou@vitrine.exemplo';
    await page.goto('/usuarios/adicionar');
    await fillUser(page, { name: 'Ninguém Voltou', email });
    await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json: {} }));
    await save(page);
    await expectAndCloseFailureMessage(page, 'Falha ao registrar usuário na autenticação.');
    expect(await findStoredUser(db, email)).toBeUndefined();
  });

  test('is not created when the platform fails, and the typed values stay [ERR-36]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of|ERR_FAILED/);
    await page.goto('/usuarios/adicionar');
    await fillUser(page, { name: 'Sem Sorte', email: 'sem.sorte@vitrine.exemplo' });
    for (const url of ['**/rest/v1/rpc/announce_user', '**/auth/v1/signup*']) {
      for (const [response, message] of failureCases) {
        await page.route(url, response);
        await save(page);
        await expectAndCloseFailureMessage(page, `Falha ao salvar usuário: ${message}`);
        await page.unroute(url);
      }
    }
    await expect(field(page, 'Nome')).toHaveValue('Sem Sorte');
    await expect(field(page, 'Senha')).toHaveValue('senha-da-pessoa');
  });

  test('cannot have the e-mail of another one; the form shows it beside the field [ERR-36]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 422/);
    await page.goto('/usuarios/adicionar');
    await fillUser(page, { name: 'Outra Ana', email: ANA.email });
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Falha ao salvar usuário: Já existe um usuário com este e-mail.',
    );
    await expectRefused(page, 'E-mail', 'Já existe um usuário com este e-mail.');
    // After the message is closed, the field has the focus again.
    await expect(field(page, 'E-mail')).toBeFocused();
  });

  test('is created without a photo whose upload fails, with a warning [USER-39] [ERR-43]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const email = 'sem.foto@vitrine.exemplo';
    await page.goto('/usuarios/adicionar');
    await fillUser(page, { name: 'Sem Foto', email });
    await field(page, 'Foto').setInputFiles(makePicture('foto.png', [9, 9, 9]));
    await page.route(
      '**/storage/v1/object/avatars/**',
      limitToMethod('POST', respondWithServerError),
    );
    await save(page);
    await expectSuccessMessage(page, 'Usuário criado com sucesso!');
    await expectAndCloseFailureMessage(
      page,
      'Erro ao fazer upload da imagem: O servidor não conseguiu responder agora. Tente novamente em instantes. O usuário foi criado sem foto.',
    );
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Sem Foto', avatar_url: null });
  });

  test('leaves no password in the draft of a closed tab', async ({ adminPage: page }) => {
    await page.goto('/usuarios/adicionar');
    await fillUser(page, { name: 'Rascunho', email: 'rascunho@vitrine.exemplo' });
    await page.goto('/dashboard');
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).toContain('rascunho@vitrine.exemplo');
    expect(stored).not.toContain('senha-da-pessoa');
    await page.goto('/usuarios/adicionar');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect(field(page, 'Nome')).toHaveValue('Rascunho');
    await expect(field(page, 'Senha')).toHaveValue('');
  });
});

test.describe('Editing a user', () => {
  test('shows the record and changes all but the e-mail [USER-14] [USER-23] [USER-26] [USER-32] [USER-33] [CALL-31] [CALL-33]', async ({
    adminPage: page,
    db,
  }) => {
    const email = 'edite@vitrine.exemplo';
    const id = await makeUser(db, { name: 'Edite Reis', email, company: 'Antiga' });
    await page.goto('/usuarios?busca=edite@');
    const read = page.waitForRequest(`**/rest/v1/profiles?*id=eq.${id}*`);
    await page.getByRole('link', { name: 'Editar Edite Reis' }).click();
    const { searchParams } = new URL((await read).url());
    for (const column of ['name', 'email', 'company', 'avatar_url', 'role', 'phone'])
      expect(searchParams.get('select')?.split(',')).toContain(column);
    await expect(page).toHaveURL(`/usuarios/editar/${id}`);
    await expect(page).toHaveTitle('Edite Reis · Editar Usuário · Vitrine');
    await expect(field(page, 'Nome')).toHaveValue('Edite Reis');
    await expect(field(page, 'Empresa')).toHaveValue('Antiga');
    await expect(field(page, 'E-mail')).toHaveValue(email);
    await expect(field(page, 'E-mail')).not.toBeEditable();
    await expect(page.getByLabel(/senha/i)).toHaveCount(0);
    await expectAccessible(page);

    await field(page, 'Nome').fill('Edite Reis Lima');
    await field(page, 'Empresa').fill('');
    await field(page, 'Telefone').fill('(21) 3456-7890');
    await field(page, 'Cargo').selectOption('Administrador');
    const written = page.waitForRequest(isProfileUpdate);
    await save(page);
    expect((await written).postDataJSON()).toEqual({
      name: 'Edite Reis Lima',
      company: null,
      phone: '(21) 3456-7890',
      role: 'Administrador',
      avatar_url: null,
    });
    await expectSuccessMessage(page, 'Usuário atualizado com sucesso!');
    await expect(page).toHaveURL('/usuarios?busca=edite@');
    expect(await findStoredUser(db, email)).toMatchObject({
      id,
      name: 'Edite Reis Lima',
      company: null,
      role: 'Administrador',
    });
  });

  test('replaces the photo and deletes the old one; a failing upload stops the save [ERR-43]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const email = 'fotogenica@vitrine.exemplo';
    const id = await makeUser(db, { name: 'Fotogênica', email });
    await page.goto(`/usuarios/editar/${id}`);
    await field(page, 'Foto').setInputFiles(makePicture('um.png', [200, 30, 30]));
    await save(page);
    await expect(page).toHaveURL('/usuarios');
    const first = (await findStoredUser(db, email))?.avatar_url;
    await expectServed(first);

    await page.goto(`/usuarios/editar/${id}`);
    await field(page, 'Foto').setInputFiles(makePicture('dois.png', [30, 200, 30]));
    await page.route(
      '**/storage/v1/object/avatars/**',
      limitToMethod('POST', respondWithServerError),
    );
    await save(page);
    await expectAndCloseFailureMessage(page, 'Erro ao fazer upload da imagem:');
    expect((await findStoredUser(db, email))?.avatar_url).toBe(first);
    await page.unroute('**/storage/v1/object/avatars/**');
    await save(page);
    await expectSuccessMessage(page, 'Usuário atualizado com sucesso!');
    await expectServed((await findStoredUser(db, email))?.avatar_url);
    await expect.poll(async () => (await fetch(String(first))).ok).toBe(false);
  });

  test('distinguishes an unknown user from one that cannot be loaded [ERR-23] [ERR-24]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    for (const id of ['11111111-1111-4111-8111-111111111111', 'nem-parece']) {
      await page.goto(`/usuarios/editar/${id}`);
      await expect(page.getByRole('alert')).toHaveText('Usuário não encontrado para edição.');
    }
    const record = '**/rest/v1/profiles?*version*';
    await page.route(record, respondWithServerError);
    await page.goto('/usuarios/editar/11111111-1111-4111-8111-111111111111');
    await expect(page.getByRole('alert')).toContainText(
      'Falha ao carregar dados do usuário para edição.',
    );
  });

  test('shows why a save fails, and keeps the typed values [ERR-36]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of|ERR_FAILED/);
    const email = 'teimosa@vitrine.exemplo';
    const id = await makeUser(db, { name: 'Teimosa', email });
    await page.goto(`/usuarios/editar/${id}`);
    await field(page, 'Nome').fill('Teimosa Mesmo');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/profiles?*', limitToMethod('PATCH', response));
      await save(page);
      await expectAndCloseFailureMessage(page, `Falha ao salvar usuário: ${message}`);
      await page.unroute('**/rest/v1/profiles?*');
    }
    await expect(field(page, 'Nome')).toHaveValue('Teimosa Mesmo');
    await save(page);
    await expect(page).toHaveURL('/usuarios');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Teimosa Mesmo' });
  });

  test('shows users their own role, which they cannot change [USER-36]', async ({
    adminPage: page,
    db,
  }) => {
    const me = await findStoredUser(db, ANA.email);
    await page.goto(`/usuarios/editar/${me?.id}`);
    await expect(field(page, 'Cargo')).toHaveValue('Administrador');
    await expect(field(page, 'Cargo')).not.toBeEditable();
    await expect(page.getByText('Você não pode alterar o seu próprio cargo.')).toBeVisible();
  });

  test('shows a user without a profile the reason, and offers to sign out [USER-36]', async ({
    adminPage,
    pageOf,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 40[13]/);
    const email = 'sem.perfil@vitrine.exemplo';
    await makeUser(db, { name: 'Sem Perfil', email });
    const page = await pageOf(email);
    await page.goto('/produtos');
    await expect(page.getByRole('heading', { name: 'Produtos' })).toBeVisible();
    await adminPage.goto('/usuarios?busca=sem.perfil');
    await confirmDeletion(adminPage, 'Sem Perfil');
    await expectSuccessMessage(adminPage, 'Usuário excluído com sucesso!');
    // The deletion of the profile ended the sessions of its login. The login can still sign in, but has no permission.
    await page.reload();
    await field(page, 'E-mail').fill(email);
    await field(page, 'Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    // Filter by text, because the other requests of the dashboard are refused too, and show their own alerts.
    const why = page.getByRole('alert').filter({ hasText: 'Perfil do usuário não encontrado.' });
    await expect(why).toContainText('Erro: Perfil do usuário não encontrado.');
    await expect(page.getByRole('button', { name: 'Menu do usuário' })).toBeVisible();
  });
});

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

async function fillUser(page: Page, { name, email }: { name: string; email: string }) {
  await field(page, 'Nome').fill(name);
  await field(page, 'E-mail').fill(email);
  await field(page, 'Senha').fill('senha-da-pessoa');
  await field(page, 'Confirmar senha').fill('senha-da-pessoa');
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
}

async function confirmDeletion(page: Page, name: string) {
  await page.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
}

async function expectRefused(page: Page, label: string, message: string) {
  await expect(field(page, label)).toHaveAccessibleDescription(
    new RegExp(message.replaceAll('.', '\\.')),
  );
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
}

async function expectServed(url: string | null | undefined) {
  const { headers } = await fetch(String(url));
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toContain('3600');
}

function isProfileUpdate(request: Request) {
  return request.method() === 'PATCH' && request.url().includes('/rest/v1/profiles');
}

/** Returns a list to which all later POST requests whose URL contains `path` are added. */
function requestsTo(page: Page, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(path)) seen.push(request);
  });
  return seen;
}

function storedSession(page: Page) {
  return page.evaluate(() => localStorage.getItem('vitrine:session'));
}

async function loginOf(db: RunSql, email: string) {
  const [login] = await db<{ id: string }>('select id from auth.users where email = $1', [email]);
  return login?.id;
}
