import type { Page } from '@playwright/test';
import { expect, PASSWORD, test as base } from './fixtures.ts';
import { CODE, codeOf } from './support/codes.ts';
import { loseResponse } from './support/hold.ts';
import { expectFailure, expectSuccess } from './support/messages.ts';
import { recoveryLinkOf } from './support/outbox.ts';
import { makePerson, openAs } from './support/people.ts';
import { signIn } from './support/sign-in.ts';

// Auth executes the request, but the response is lost; the user tries again.

type Person = { email: string; page: Page };

/** `person` is the test's own Colaborador, signed in on /perfil. */
const test = base.extend<{ person: Person }>({
  person: async ({ browser, backend, db, browserConsole }, use, { testId }) => {
    browserConsole.expect(/ERR_FAILED|status of 4/);
    const email = `${testId}@perdidas.exemplo`;
    await makePerson(db, { name: 'Lia Prado', email });
    const page = await openAs(browser, backend.url, email);
    browserConsole.listen(page);
    await page.goto('/perfil');
    await use({ email, page });
    await page.context().close();
  },
});

test('users change their password, and the retry saves the rest', async ({
  person: { page, email },
  backend,
}) => {
  await page.getByLabel('Nome', { exact: true }).fill('Lia Prado Reis');
  await page.getByLabel('Nova senha', { exact: true }).fill('senha-nova-1');
  await page.getByLabel('Confirmar nova senha').fill('senha-nova-1');
  await loseResponse(page, '**/auth/v1/user');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(page, /^Falha ao atualizar senha: Sem conexão/);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectSuccess(page, 'Perfil atualizado com sucesso! Senha alterada.');
  await expect(signIn(backend.url, email, 'senha-nova-1')).resolves.toBeTruthy();
});

test('a forgotten password is set, and the retry signs in', async ({
  page,
  backend,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/ERR_FAILED|status of 4/);
  const email = 'ivo@perdidas.exemplo';
  await makePerson(db, { name: 'Ivo Sá', email });
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Enviar Instruções' }).click();
  await expect(page.getByText('Um email foi enviado')).toBeVisible();
  await page.goto(await recoveryLinkOf(backend.dataDir, email));
  await page.getByLabel('Nova senha', { exact: true }).fill('outra-senha-1');
  await page.getByLabel('Confirmar nova senha').fill('outra-senha-1');
  await loseResponse(page, '**/auth/v1/user');
  await page.getByRole('button', { name: 'Redefinir Senha' }).click();
  await expect(page.getByRole('alert')).toContainText('Sem conexão');
  await page.getByRole('button', { name: 'Redefinir Senha' }).click();
  await expect(page.getByText('Senha redefinida com sucesso!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(signIn(backend.url, email, PASSWORD)).rejects.toThrow();
});

test('an authenticator app is added by the next code, and removed', async ({
  person: { page, email },
  db,
}) => {
  const card = page.getByRole('region', { name: 'Verificação em duas etapas' });
  await loseResponse(page, '**/auth/v1/factors');
  await card.getByRole('button', { name: 'Ativar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verificação em duas etapas' });
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await loseResponse(page, '**/auth/v1/factors/*/verify');
  await dialog.getByLabel(CODE).fill(codeOf(secret, -1));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Sem conexão/)).toBeVisible();
  await dialog.getByLabel(CODE).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Verificação em duas etapas ativada.')).toBeVisible();
  const remove = async () => {
    await card.getByRole('button', { name: 'Remover Aplicativo autenticador' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  };
  const factors = () =>
    db(
      `select status from auth.mfa_factors as factor join auth.users on users.id = user_id where email = $1`,
      [email],
    );
  expect(await factors()).toEqual([{ status: 'verified' }]);

  await loseResponse(page, '**/auth/v1/factors/*');
  await remove();
  await expectFailure(page, /^Falha ao remover o aplicativo: Sem conexão/);
  await remove();
  await expectSuccess(page, /^Aplicativo removido/);
  await expect(card.getByText('Desativada')).toBeVisible();
  expect(await factors()).toEqual([]);
});
