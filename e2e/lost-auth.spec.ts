import type { Page } from '@playwright/test';
import { expect, PASSWORD, test as base } from './fixtures.ts';
import {
  makeMenuStep,
  loseResponsesAndRetry,
  makeClickStep,
  AUTOMATIC_RETRY,
} from './lost/journey.ts';
import { CODE_LABEL, makeTotpCode } from './support/codes.ts';
import { loseResponse } from './support/hold.ts';
import { expectAndCloseFailureMessage, expectSuccessMessage } from './support/messages.ts';
import { waitForRecoveryLink } from './support/recovery-link.ts';
import { makeUser } from './support/users.ts';
import { makeSignedInStorageState } from './support/sign-in.ts';

// In each test, the platform's auth service executes a request, but the response is lost, and the user tries again.

type Person = { email: string; page: Page };

/** In each test, `person` is a new Colaborador. `person.page` is signed in as this user and shows /perfil. */
const test = base.extend<{ person: Person }>({
  person: async ({ pageOf, db, browserConsole }, use, { testId }) => {
    browserConsole.expect(/ERR_FAILED|status of 4/);
    const email = `${testId}@perdidas.exemplo`;
    await makeUser(db, { name: 'Lia Prado', email });
    const page = await pageOf(email);
    await page.goto('/perfil');
    await use({ email, page });
  },
});

test('users change their password, and the retry saves the rest', async ({
  person: { page, email },
  backend,
}) => {
  await page.getByLabel('Nome', { exact: true }).fill('Lia Prado Reis');
  await page.getByLabel('Nova senha', { exact: true }).fill('senha-nova-1');
  await page.getByLabel('Confirmar nova senha').fill('senha-nova-1');
  await loseResponse(page, 'PUT /auth/v1/user');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectAndCloseFailureMessage(page, /^Falha ao atualizar senha: Sem conexão/);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectSuccessMessage(page, 'Perfil atualizado com sucesso! Senha alterada.');
  await expect(makeSignedInStorageState(backend.url, email, 'senha-nova-1')).resolves.toBeTruthy();
});

test('a sign-in is repeated, and a sign-out ends all sessions', async ({
  page,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/ERR_FAILED|status of 4/);
  const email = 'rui@perdidas.exemplo';
  await makeUser(db, { name: 'Rui Sá', email });
  const sessions = `select count(*)::int from auth.sessions as session
    join profiles on profiles.id = session.user_id where email = '${email}'`;
  await page.goto('/login');
  await loseResponsesAndRetry(page, db, {
    lost: { 'POST /auth/v1/token': 'Erro ao fazer login. Por favor, tente novamente.' },
    act: () => fillSignIn(page, email),
    title: 'Bem-vindo, Rui Sá!',
    // The platform opens a session at each sign-in: at the lost request and at the repeated request.
    stored: [sessions, { count: 2 }],
    entries: 2,
  });
  await loseResponsesAndRetry(page, db, {
    lost: { 'POST /auth/v1/logout': AUTOMATIC_RETRY },
    act: makeClickStep('Sair'),
    stored: [sessions, { count: 0 }],
  });
  await expect(page).toHaveURL('/login');
});

test('the code at the sign-in is the next one, and it becomes required of the others once', async ({
  page,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/ERR_FAILED|status of 4/);
  const email = 'eva@perdidas.exemplo';
  const secret = 'JBSWY3DPEHPK3PXP';
  const id = await makeUser(db, { name: 'Eva Sá', email, role: 'Administrador' });
  await db(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
    values (gen_random_uuid(), $1, 'Celular', 'totp', 'verified', now(), now(), $2)`,
    [id, secret],
  );
  await page.goto('/login');
  // The time steps of the three codes. The lost challenge does not use up the first code, so the second attempt can
  // repeat it. The lost verification uses up the code, so the third attempt needs the next code.
  const steps = [0, 0, 1];
  await loseResponsesAndRetry(page, db, {
    async first() {
      await fillSignIn(page, email);
      await expect(page.getByLabel(CODE_LABEL)).toBeVisible();
    },
    lost: {
      'POST /auth/v1/factors/*/challenge': 'Sem conexão',
      'POST /auth/v1/factors/*/verify': 'Sem conexão',
    },
    async act() {
      await page.getByLabel(CODE_LABEL).fill(makeTotpCode(secret, steps.shift()));
      await makeClickStep('Verificar')(page);
    },
    title: 'Bem-vindo, Eva Sá!',
    entries: 0,
  });
  await loseResponsesAndRetry(page, db, {
    async first() {
      await makeMenuStep('Menu do usuário', 'Exigir verificação em duas etapas')(page);
      await page.getByLabel('Exigir de').selectOption('Administradores');
    },
    lost: { 'PATCH /rest/v1/factor_rule': 'Falha ao atualizar esta configuração: Sem conexão' },
    act: makeClickStep('Aplicar'),
    success: 'Exigência da verificação em duas etapas atualizada com sucesso!',
    stored: ['select required_of from factor_rule', { required_of: 'administradores' }],
  });
  await db(`update factor_rule set required_of = 'ninguem'`);
});

test('a forgotten password is set by a second link, and the retry signs in', async ({
  page,
  backend,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/ERR_FAILED|status of 4/);
  const email = 'ivo@perdidas.exemplo';
  await makeUser(db, { name: 'Ivo Sá', email });
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await loseResponsesAndRetry(page, db, {
    lost: { 'POST /auth/v1/recover': /^Não foi possível enviar/ },
    act: makeClickStep('Enviar Instruções'),
    async retry() {
      // Simulate the refusal of a second mail within a minute, because the backend of these tests allows a second mail.
      await page.route('**/auth/v1/recover*', (route) => route.fulfill(TOO_EARLY), { times: 1 });
      await makeClickStep('Enviar Instruções')(page);
    },
    success: 'Um email foi enviado',
  });
  await page.goto(await waitForRecoveryLink(backend.dataDir, email));
  await fillPassword(page);
  await loseResponse(page, 'POST /auth/v1/verify');
  await makeClickStep('Redefinir Senha')(page);
  await expect(page.getByRole('alert')).toContainText('Sem conexão');
  await makeClickStep('Redefinir Senha')(page);
  // The first request has used up the link, which is valid only once. The lost response contained the session.
  await expect(page.getByRole('alert')).toContainText('O link de recuperação é inválido');

  await page.getByRole('link', { name: 'Solicitar novo link' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await makeClickStep('Enviar Instruções')(page);
  await expect(page.getByText('Um email foi enviado')).toBeVisible();
  await page.goto(await waitForRecoveryLink(backend.dataDir, email, 2));
  await fillPassword(page);
  await loseResponse(page, 'PUT /auth/v1/user');
  await makeClickStep('Redefinir Senha')(page);
  await expect(page.getByRole('alert')).toContainText('Sem conexão');
  await makeClickStep('Redefinir Senha')(page);
  await expect(page.getByText('Senha redefinida com sucesso!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(makeSignedInStorageState(backend.url, email, PASSWORD)).rejects.toThrow();
});

test('an authenticator app is added by the next code, and removed', async ({
  person: { page, email },
  db,
}) => {
  const card = page.getByRole('region', { name: 'Verificação em duas etapas' });
  await loseResponse(page, 'POST /auth/v1/factors');
  await card.getByRole('button', { name: 'Ativar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verificação em duas etapas' });
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await loseResponse(page, 'POST /auth/v1/factors/*/verify');
  await dialog.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Sem conexão/)).toBeVisible();
  await dialog.getByLabel(CODE_LABEL).fill(makeTotpCode(secret, 1));
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

  await loseResponse(page, 'DELETE /auth/v1/factors/*');
  await remove();
  await expectAndCloseFailureMessage(page, /^Falha ao remover o aplicativo: Sem conexão/);
  await remove();
  await expectSuccessMessage(page, 'Aplicativo removido');
  await expect(card.getByText('Desativada')).toBeVisible();
  expect(await factors()).toEqual([]);
});

/** The response of GoTrue to a request for a second recovery mail within the minimum interval. */
const TOO_EARLY = {
  status: 429,
  json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'For security purposes' },
};

async function fillSignIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await makeClickStep('Entrar')(page);
}

async function fillPassword(page: Page) {
  await page.getByLabel('Nova senha', { exact: true }).fill('outra-senha-1');
  await page.getByLabel('Confirmar nova senha').fill('outra-senha-1');
}
