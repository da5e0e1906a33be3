import type { Page } from '@playwright/test';
import { ANA, BRUNO, PASSWORD, expect, test } from './fixtures.ts';
import { holdRequest } from './support/hold.ts';
import { waitForRecoveryLink } from './support/recovery-link.ts';
import { expectPageTitle } from './support/pages.ts';
import { makeUser } from './support/users.ts';
import { requestSession } from './support/sign-in.ts';

test.describe('Signing in', () => {
  test('shows a greeting, two fields and a link to the password recovery [AUTH-01] [AUTH-02] [AUTH-03] [AUTH-04] [AUTH-05] [AUTH-07]', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page).toHaveTitle('Entrar · Vitrine');
    await expect(page.getByRole('heading', { name: 'Bem-vindo!' })).toBeVisible();
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('type', 'password');
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
    await expect(page.locator('img[src*="showcase"]')).toBeVisible();
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });

  test('leads to the dashboard, and Back does not return to the form [AUTH-06] [AUTH-08] [AUTH-09] [CALL-01]', async ({
    page,
  }) => {
    await page.goto('/forgot-password');
    await page.getByRole('link', { name: 'Faça Login' }).click();
    await expect(page).toHaveURL('/login');
    await expectPageTitle(page, 'Bem-vindo!');
    const response = await holdRequest(page, '**/auth/v1/token?grant_type=password');
    await fillAndSend(page, ANA.email, PASSWORD);
    await expect(page.getByRole('button', { name: 'Entrando...' })).toBeVisible();
    await response.release();
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    // The previous history entry is /forgot-password, which redirects signed-in users.
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
  });

  test('sends nothing while a field is empty or the e-mail is invalid [AUTH-10] [AUTH-11] [AUTH-12]', async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/auth/v1/') && sent.push(request.url()),
    );
    await page.goto('/login');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Informe o e-mail.')).toBeVisible();
    await expect(page.getByText('Informe a senha.')).toBeVisible();
    await expect(page.getByLabel('E-mail', { exact: true })).toBeFocused();
    await fillAndSend(page, 'ana-sem-arroba', PASSWORD);
    await expect(page.getByText('Informe um e-mail válido')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('shows that e-mail or password are wrong and keeps the typed values [AUTH-13]', async ({
    page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 400/);
    await page.goto('/login');
    await fillAndSend(page, ANA.email, 'senha-errada');
    await expect(page.getByRole('alert')).toHaveText(
      'E-mail ou senha incorretos. Por favor, tente novamente.',
    );
    await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(ANA.email);
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('senha-errada');
  });

  test('shows the message of the server, and its own text without one [AUTH-14] [AUTH-15] [ERR-49]', async ({
    page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of [45]|ERR_FAILED|ERR_INTERNET/);
    await page.goto('/login');
    await page.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status: 418, json: { code: 'teapot', msg: 'Sou uma chaleira' } }),
    );
    await fillAndSend(page, ANA.email, PASSWORD);
    await expect(page.getByRole('alert')).toHaveText('Sou uma chaleira');
    await page.route('**/auth/v1/token*', (route) =>
      route.fulfill({
        status: 422,
        json: { error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
      }),
    );
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Este e-mail ainda não foi confirmado.');
    await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Erro ao fazer login. Por favor, tente novamente.',
    );
    await page.route('**/auth/v1/token*', (route) => route.abort());
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Erro ao fazer login. Por favor, tente novamente.',
    );
  });

  test('redirects a signed-in visitor to the dashboard [AUTH-29]', async ({ adminPage: page }) => {
    for (const path of ['/login', '/forgot-password']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
  });
});

test.describe('A forgotten password', () => {
  test('requires the e-mail alone, and refuses an invalid one [AUTH-16] [AUTH-17] [AUTH-18] [AUTH-20] [AUTH-23] [AUTH-24]', async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/auth/v1/recover') && sent.push(request.url()),
    );
    await page.goto('/forgot-password');
    await expect(page.getByRole('heading', { name: 'Recuperar Senha' })).toBeVisible();
    await expect(page.locator('input')).toHaveCount(1);
    const send = page.getByRole('button', { name: 'Enviar Instruções' });
    await send.click();
    await expect(page.getByText('Informe o e-mail.')).toBeVisible();
    await page.getByLabel('E-mail', { exact: true }).fill('ana');
    await send.click();
    await expect(page.getByText('Informe um e-mail válido')).toBeVisible();
    expect(sent).toEqual([]);
    await page.getByRole('link', { name: 'Faça Login' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('locks the form once the mail is sent, also for an unknown address [AUTH-19] [AUTH-21] [AUTH-22] [AUTH-26] [CALL-04]', async ({
    page,
    backend,
  }) => {
    await page.goto('/forgot-password');
    const response = await holdRequest(page, '**/auth/v1/recover*');
    await page.getByLabel('E-mail', { exact: true }).fill('ninguem@vitrine.exemplo');
    await page.getByRole('button', { name: 'Enviar Instruções' }).click();
    await expect(page.getByRole('button', { name: 'Enviando...' })).toBeVisible();
    const request = await response.release();
    expect(new URL(request.url()).searchParams.get('redirect_to')).toBe(
      `${backend.url}/reset-password`,
    );
    await expect(
      page.getByText('Um email foi enviado com instruções para redefinir sua senha.'),
    ).toBeVisible();
    await expect(page.getByLabel('E-mail', { exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Enviar Instruções' })).toBeDisabled();
  });

  test('shows that the mail could not be sent, and allows a retry [AUTH-25]', async ({
    page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await page.goto('/forgot-password');
    await page.route('**/auth/v1/recover*', (route) => route.abort());
    await page.getByLabel('E-mail', { exact: true }).fill(ANA.email);
    await page.getByRole('button', { name: 'Enviar Instruções' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Não foi possível enviar o email de recuperação. Verifique se o email está correto.',
    );
    await page.unroute('**/auth/v1/recover*');
    await page.getByRole('button', { name: 'Enviar Instruções' }).click();
    await expect(page.getByText('Um email foi enviado')).toBeVisible();
  });
});

test.describe('A new password', () => {
  test('is set by the link of the mail, once [AUTH-27] [AUTH-28]', async ({
    page,
    backend,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 4(03|22)/);
    const rute = { name: 'Rute Alves', email: 'rute@vitrine.exemplo' };
    await makeUser(db, rute);
    await askForMail(page, rute.email);
    const link = await waitForRecoveryLink(backend.dataDir, rute.email);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Redefinir Senha' })).toBeVisible();
    await page.getByLabel('Nova senha', { exact: true }).fill('outra-senha-1');
    await page.getByLabel('Confirmar nova senha').fill('outra-senha-2');
    await page.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expect(page.getByText('As senhas não coincidem!')).toBeVisible();

    // The platform refuses the next two passwords, and the panel refuses the third. After these refusals, the user can
    // enter a different password with the same link.
    await fillNewPassword(page, PASSWORD);
    await page.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expectRefusedPassword(page, 'A nova senha deve ser diferente da atual.');
    await fillNewPassword(page, 'password2026');
    await page.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expectRefusedPassword(page, 'Esta senha é fácil de adivinhar');
    await fillNewPassword(page, 'ç'.repeat(37));
    await page.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expectRefusedPassword(page, 'Use no máximo 72 caracteres');

    await fillNewPassword(page, 'outra-senha-1');
    const response = await holdRequest(page, '**/auth/v1/user');
    await page.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expect(page.getByRole('button', { name: 'Redefinindo...' })).toBeVisible();
    await response.release();
    await expect(page.getByText('Senha redefinida com sucesso!')).toBeVisible();
    await expectPageTitle(page, `Bem-vindo, ${rute.name}!`);
    await expect(page).toHaveURL('/dashboard');

    await page.goto(link);
    await fillNewPassword(page, 'mais-uma-senha');
    await page.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expectInvalidLink(page);
  });

  test('is not set, nor a session replaced, by a forged link [AUTH-28]', async ({
    adminPage: page,
    backend,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 403/);
    const { access_token, refresh_token } = await requestSession(backend.url, BRUNO.email);
    const session = { access_token, refresh_token, expires_in: '3600', token_type: 'bearer' };
    const forged = new URLSearchParams({ ...session, type: 'recovery' });
    const storedSession = () => page.evaluate(() => localStorage.getItem('vitrine:session') ?? '');
    await page.goto('/dashboard');
    for (const [path, isForm] of [
      [`/reset-password#${forged}`, false],
      [`/reset-password?${forged}`, false],
      [`/reset-password?token_hash=forjado&type=recovery#${forged}`, true],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(path);
      await (isForm ? expectPageTitle(page, 'Redefinir Senha') : expectInvalidLink(page));
      expect(await storedSession()).toContain(ANA.email);
    }
    await expect(page.getByText(`a sessão de ${ANA.email} aberta`)).toBeVisible();
    await fillNewPassword(page, 'senha-de-um-forjado');
    await page.getByRole('button', { name: 'Redefinir Senha' }).click();
    await expectInvalidLink(page);
    expect(await storedSession()).toContain(ANA.email);
    await page.goto('/dashboard');
    await expectPageTitle(page, `Bem-vindo, ${ANA.name}!`);
  });

  test('cannot be set without a link, not even by a signed-in user [AUTH-28]', async ({
    page,
    adminPage,
  }) => {
    for (const visitor of [page, adminPage]) {
      await visitor.goto('/reset-password');
      await expectInvalidLink(visitor);
    }
    await page.getByRole('link', { name: 'Solicitar novo link' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });
});

async function fillAndSend(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

async function fillNewPassword(page: Page, password: string) {
  await page.getByLabel('Nova senha', { exact: true }).fill(password);
  await page.getByLabel('Confirmar nova senha').fill(password);
}

async function askForMail(page: Page, email: string) {
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Enviar Instruções' }).click();
  await expect(page.getByText('Um email foi enviado')).toBeVisible();
}

async function expectRefusedPassword(page: Page, why: string) {
  const field = page.getByLabel('Nova senha', { exact: true });
  await expect(field).toHaveAccessibleDescription(new RegExp(why));
}

async function expectInvalidLink(page: Page) {
  await expect(page.getByRole('alert')).toHaveText('O link de recuperação é inválido ou expirou.');
  await expect(page.getByRole('link', { name: 'Solicitar novo link' })).toBeVisible();
}
