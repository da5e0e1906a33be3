import type { Page, Request } from '@playwright/test';
import { PASSWORD, expect, expectAccessible, test as base } from './fixtures.ts';
import {
  respondWithServerError,
  failureCases,
  endRequestFailures,
  limitToMethod,
} from './support/failing.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { makeUser, findStoredUser } from './support/users.ts';
import { makePicture, makePhotoWithMetadata } from './support/pictures.ts';
import { makeSignedInStorageState } from './support/sign-in.ts';
import { waitForNetworkIdle } from './support/network-idle.ts';

type Person = { id: string; email: string; page: Page };

/** In each test, `person` is a new Colaborador. `person.page` is signed in as this user and shows /perfil. */
const test = base.extend<{ person: Person }>({
  person: async ({ pageOf, db }, use, { testId }) => {
    const email = `${testId}@perfil.exemplo`;
    const id = await makeUser(db, {
      name: 'Paula Reis',
      email,
      company: 'Sabor do Norte',
      phone: '(11) 91234-5678',
    });
    const page = await pageOf(email);
    await page.goto('/perfil');
    await expect(field(page, 'Nome')).toHaveValue('Paula Reis');
    await use({ id, email, page });
  },
});

test.describe('The profile of the signed-in user', () => {
  test('has a photo, personal data and a change of password [PERF-01] [PERF-04] [PERF-05] [PERF-06] [PERF-09] [PERF-10] [PERF-12]', async ({
    person: { page, email },
  }) => {
    await expect(page).toHaveTitle('Editar Perfil · Vitrine');
    await expect(page.getByRole('heading', { name: 'Editar Perfil' })).toBeVisible();
    for (const group of ['Foto de perfil', 'Informações pessoais', 'Alterar senha'])
      await expect(page.getByRole('region', { name: group })).toBeVisible();
    await expect(field(page, 'Foto')).toHaveAttribute('type', 'file');
    await expect(page.getByText('PNG, JPG, GIF até 2MB', { exact: true })).toBeVisible();
    await expect(field(page, 'Empresa')).toHaveValue('Sabor do Norte');
    await expect(field(page, 'Telefone')).toHaveValue('(11) 91234-5678');
    await expect(field(page, 'E-mail')).toHaveValue(email);
    await expect(field(page, 'E-mail')).not.toBeEditable();
    await expect(field(page, 'Cargo')).toHaveValue('Colaborador');
    await expect(field(page, 'Cargo')).not.toBeEditable();
    for (const label of ['Senha atual', 'Nova senha', 'Confirmar nova senha'])
      await expect(field(page, label)).toHaveAttribute('type', 'password');
    await expect(field(page, 'Senha atual')).toHaveAccessibleDescription(
      'A senha atual não é verificada por este formulário.',
    );
  });

  test('is left without saving by Cancelar [PERF-02]', async ({ person: { page, email }, db }) => {
    await field(page, 'Nome').fill('Não será assim');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/dashboard');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Paula Reis' });
  });

  test('is saved with the keyboard alone; header and dashboard follow at once [PERF-03] [PERF-11] [PERF-13] [PERF-18] [CALL-33]', async ({
    person: { page, email },
    db,
  }) => {
    const passwordChanges = requests(page, 'PUT', '/auth/v1/user');
    const updates = requests(page, 'PATCH', '/rest/v1/profiles');
    await field(page, 'Nome').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Zilda Reis');
    await page.keyboard.press('Tab');
    await expect(field(page, 'E-mail')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2134567890');
    await page.keyboard.press('Control+s');
    await expectSuccessMessage(page, /^Perfil atualizado com sucesso!(Desfazer)?(Fechar)?$/);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'Bem-vindo, Zilda Reis!' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu do usuário' })).toHaveText('Z');
    expect(await findStoredUser(db, email)).toMatchObject({
      name: 'Zilda Reis',
      company: null,
      phone: '(21) 3456-7890',
      role: 'Colaborador',
    });
    expect(passwordChanges).toEqual([]);
    expect(updates.map((request) => Object.keys(request.postDataJSON() as object))).toEqual([
      ['name', 'company', 'phone', 'avatar_url'],
    ]);
  });

  test('requires a name', async ({ person: { page } }) => {
    await field(page, 'Nome').fill('  ');
    await save(page);
    await expectRefused(page, 'Nome', 'Informe o nome.');
    await expect(page).toHaveURL('/perfil');
  });

  test('stores a photo of any size in the folder of the user and shows it at once [PERF-12] [PERF-21] [STOR-03]', async ({
    person: { page, email, id },
    db,
  }) => {
    test.slow();
    const photo = await makePhotoWithMetadata();
    expect(photo.buffer.length).toBeGreaterThan(2e6);
    await field(page, 'Foto').setInputFiles(photo);
    await expect(page.getByRole('img', { name: photo.name })).toBeVisible({ timeout: 60_000 });
    await save(page);
    await expect(page).toHaveURL('/dashboard', { timeout: 60_000 });
    const first = (await findStoredUser(db, email))?.avatar_url;
    expect(first).toMatch(
      new RegExp(`/storage/v1/object/public/avatars/${id}/[0-9a-f]{32}\\.jpeg$`),
    );
    expect((await fetch(String(first))).headers.get('content-type')).toBe('image/jpeg');
    const shown = page.getByRole('button', { name: 'Menu do usuário' }).locator('img');
    await expect(shown).toHaveAttribute('src', String(first).replace('.jpeg', '.small.webp'));

    await page.goto('/perfil');
    await page.getByRole('button', { name: 'Remover', exact: true }).click();
    await save(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(shown).toHaveCount(0);
    expect(await findStoredUser(db, email)).toMatchObject({ avatar_url: null });
    await expect.poll(async () => (await fetch(String(first))).ok).toBe(false);
  });

  test('is not saved when the upload of its photo fails [ERR-43]', async ({
    person: { page, email },
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await field(page, 'Nome').fill('Paula sem Foto');
    await field(page, 'Foto').setInputFiles(makePicture('foto.png', [1, 2, 3]));
    await page.route(
      '**/storage/v1/object/avatars/**',
      limitToMethod('POST', respondWithServerError),
    );
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Erro ao fazer upload da imagem: O servidor não conseguiu responder',
    );
    await expect(field(page, 'Nome')).toHaveValue('Paula sem Foto');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Paula Reis' });
  });

  test('shows that it cannot be loaded [PERF-20]', async ({ person: { page }, browserConsole }) => {
    browserConsole.expect(/status of 500/);
    const record = '**/rest/v1/profiles?*version*';
    await page.route(record, respondWithServerError);
    await page.goto('/perfil');
    await expect(page.getByRole('alert')).toContainText('Falha ao carregar dados do perfil.');
    await endRequestFailures(page, record);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(field(page, 'Nome')).toHaveValue('Paula Reis');
  });

  test('shows why a save fails, and keeps the typed values [PERF-16]', async ({
    person: { page, email },
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of|ERR_FAILED/);
    await field(page, 'Nome').fill('Paula Persistente');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/profiles?*', limitToMethod('PATCH', response));
      await save(page);
      await expectAndCloseFailureMessage(page, `Falha ao salvar dados do perfil: ${message}`);
      await page.unroute('**/rest/v1/profiles?*');
    }
    await expect(field(page, 'Nome')).toHaveValue('Paula Persistente');
    await save(page);
    await expect(page).toHaveURL('/dashboard');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Paula Persistente' });
  });

  test('cannot be saved without a session [PERF-14]', async ({ person: { page, email }, db }) => {
    // Wait until the page has no request in flight: a refused request would open the sign-in dialog before the save.
    await expect(page.getByText('Desativada: ao entrar, só a senha é pedida.')).toBeVisible();
    await waitForNetworkIdle(page);
    await field(page, 'Nome').fill('Ninguém');
    // Simulate a user who deletes the data of the site while the page is open.
    await page.evaluate(() => localStorage.clear());
    await save(page);
    const message = page.getByRole('alert').filter({ hasText: 'Usuário não autenticado.' });
    await expect(message).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue('Ninguém');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Paula Reis' });
  });

  test('loses nothing when its session is ended elsewhere', async ({
    person: { page, id, email },
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (401|403)/);
    // Wait until the page has no request in flight: a refused request would open the sign-in dialog before the save.
    await expect(page.getByText('Desativada: ao entrar, só a senha é pedida.')).toBeVisible();
    await waitForNetworkIdle(page);
    await field(page, 'Nome').fill('Paula Outra Vez');
    await db('delete from auth.sessions where user_id = $1', [id]);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Paula Outra Vez' });
  });

  test("never silently overwrites an Administrador's changes", async ({
    person: { page, id, email },
    db,
  }) => {
    await field(page, 'Telefone').fill('(11) 3456-7890');
    await db(`update profiles set company = 'Matriz' where id = $1`, [id]);
    await save(page);
    await expectSuccessMessage(page, 'Incluídas as alterações de outra pessoa: Empresa');
    await expect(page).toHaveURL('/dashboard');
    expect(await findStoredUser(db, email)).toMatchObject({
      company: 'Matriz',
      phone: '(11) 3456-7890',
    });
  });
});

test.describe('A new password', () => {
  test('is set without a check of the current one, which is logged [PERF-08] [PERF-13] [PERF-19] [CALL-06]', async ({
    person: { page, email },
    backend,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    const updates = requests(page, 'PATCH', '/rest/v1/profiles');
    await fillPasswords(page, { current: 'nem-de-longe', next: 'senha-nova-1' });
    await save(page);
    await expectSuccessMessage(page, 'Perfil atualizado com sucesso! Senha alterada.');
    await expect(page).toHaveURL('/dashboard');
    await expect
      .poll(() => logged)
      .toContain('The password is changed without verifying the current one');
    await expect(
      makeSignedInStorageState(backend.url, email, 'senha-nova-1'),
    ).resolves.toBeTruthy();
    await expect(makeSignedInStorageState(backend.url, email, PASSWORD)).rejects.toThrow();
    expect(updates.map((request) => Object.keys(request.postDataJSON() as object))).toEqual([
      ['name', 'company', 'phone', 'avatar_url'],
    ]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Bem-vindo, Paula Reis!' })).toBeVisible();
  });

  test('must be repeated, and have 8 characters [PERF-07] [USER-30]', async ({
    person: { page, email },
    backend,
  }) => {
    const writes = [
      requests(page, 'PUT', '/auth/v1/user'),
      requests(page, 'PATCH', '/rest/v1/profiles'),
    ];
    await fillPasswords(page, { next: 'senha-nova-1', again: 'senha-nova-2' });
    await save(page);
    await expectRefused(
      page,
      'Confirmar nova senha',
      'A nova senha e a confirmação não coincidem.',
    );
    await fillPasswords(page, { next: '', again: 'senha-nova-2' });
    await save(page);
    await expectRefused(
      page,
      'Confirmar nova senha',
      'A nova senha e a confirmação não coincidem.',
    );
    await fillPasswords(page, { next: '1234567' });
    await save(page);
    await expectRefused(page, 'Nova senha', 'Use pelo menos 8 caracteres.');
    await expectAccessible(page);
    expect(writes.flat()).toEqual([]);
    await expect(makeSignedInStorageState(backend.url, email, PASSWORD)).resolves.toBeTruthy();
  });

  test('that is refused stops the save, for any reason [PERF-15]', async ({
    person: { page, email },
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of|ERR_FAILED/);
    await field(page, 'Nome').fill('Paula Nova');
    await fillPasswords(page, { next: PASSWORD });
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Falha ao atualizar senha: A nova senha deve ser diferente da atual.',
    );
    await expectRefused(page, 'Nova senha', 'A nova senha deve ser diferente da atual.');
    await fillPasswords(page, { next: 'senha-nova-1' });
    for (const [response, message] of failureCases) {
      await page.route('**/auth/v1/user', limitToMethod('PUT', response));
      await save(page);
      await expectAndCloseFailureMessage(page, `Falha ao atualizar senha: ${message}`);
      await page.unroute('**/auth/v1/user');
    }
    await expect(page).toHaveURL('/perfil');
    await expect(field(page, 'Nova senha')).toHaveValue('senha-nova-1');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Paula Reis' });
  });

  test('is sent with the current one to a platform that requires it [PERF-10] [PERF-15]', async ({
    person: { page },
    browserConsole,
  }) => {
    browserConsole.expect(/status of 400/);
    const changes = requests(page, 'PUT', '/auth/v1/user');
    await page.route(
      '**/auth/v1/user',
      limitToMethod('PUT', (route) =>
        route.fulfill({
          status: 400,
          json: { code: 'current_password_invalid', message: 'Current password is invalid' },
          headers: { 'x-supabase-api-version': '2024-01-01' },
        }),
      ),
    );
    await fillPasswords(page, { current: 'nem-de-longe', next: 'senha-nova-1' });
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Falha ao atualizar senha: A senha atual está incorreta.',
    );
    expect(changes[0]?.postDataJSON()).toMatchObject({
      password: 'senha-nova-1',
      current_password: 'nem-de-longe',
    });
  });

  test('stays when the rest fails; the next attempt saves the rest [PERF-17] [PERF-19]', async ({
    person: { page, email },
    db,
    backend,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    const changes = requests(page, 'PUT', '/auth/v1/user');
    await field(page, 'Nome').fill('Paula pela Metade');
    await fillPasswords(page, { current: PASSWORD, next: 'senha-nova-1' });
    await page.route('**/rest/v1/profiles?*', limitToMethod('PATCH', respondWithServerError));
    await save(page);
    await expectAndCloseFailureMessage(
      page,
      'Senha alterada, mas houve falha ao salvar outros dados do perfil.',
    );
    await expect(page.getByText('Falha ao salvar dados do perfil')).toHaveCount(0);
    await expect(
      makeSignedInStorageState(backend.url, email, 'senha-nova-1'),
    ).resolves.toBeTruthy();
    await expect(field(page, 'Nova senha')).toHaveValue('');
    await expect(field(page, 'Nome')).toHaveValue('Paula pela Metade');

    await page.unroute('**/rest/v1/profiles?*');
    await save(page);
    await expectSuccessMessage(page, 'Perfil atualizado com sucesso! Senha alterada.');
    await expect(page).toHaveURL('/dashboard');
    expect(await findStoredUser(db, email)).toMatchObject({ name: 'Paula pela Metade' });
    expect(changes).toHaveLength(1);
  });

  test('is reported when a question about other fields is left open', async ({
    person: { page, email },
    db,
    backend,
  }) => {
    await page.getByLabel('Telefone').fill('(11) 97777-0001');
    await db(`update profiles set phone = '(11) 97777-0002' where email = $1`, [email]);
    await fillPasswords(page, { current: PASSWORD, next: 'senha-nova-1' });
    await save(page);
    await expect(page.getByRole('dialog')).toContainText('(11) 97777-0002');
    await page.keyboard.press('Escape');
    await expectSuccessMessage(page, 'Senha alterada. Os outros dados ainda não foram salvos.');
    await expect(page.getByText('Alterações não salvas')).toBeVisible();
    await expect(
      makeSignedInStorageState(backend.url, email, 'senha-nova-1'),
    ).resolves.toBeTruthy();
  });
});

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

type Passwords = { current?: string; next: string; again?: string };

async function fillPasswords(page: Page, { current = '', next, again = next }: Passwords) {
  await field(page, 'Senha atual').fill(current);
  await field(page, 'Nova senha').fill(next);
  await field(page, 'Confirmar nova senha').fill(again);
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
}

async function expectRefused(page: Page, label: string, message: string) {
  await expect(field(page, label)).toHaveAccessibleDescription(
    new RegExp(message.replaceAll('.', '\\.')),
  );
  await expect(field(page, label)).toBeFocused();
}

/** Returns a list to which all later matching requests of the page are added. */
function requests(page: Page, method: string, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && request.url().includes(path)) seen.push(request);
  });
  return seen;
}
