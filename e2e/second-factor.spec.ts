import type { Page } from '@playwright/test';
import { expect, expectAccessible, PASSWORD, test } from './fixtures.ts';
import { CODE_LABEL, makeTotpCode, deleteUsedCodes } from './support/codes.ts';
import { waitForRecoveryLink } from './support/recovery-link.ts';
import { requestSession, signOutElsewhere } from './support/sign-in.ts';
import { makeUser } from './support/users.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Verificação em duas etapas' });

async function enrol(page: Page) {
  await page.goto('/perfil');
  await card(page).getByRole('button', { name: 'Ativar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verificação em duas etapas' });
  await expect(dialog.getByRole('img', { name: 'Código QR da chave' })).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  return { dialog, secret };
}

async function fillSignIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test('is turned on in the profile of the user, required at the sign-in, and turned off again', async ({
  pageOf,
  adminPage,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/422|403/);
  const email = 'duda@etapas.exemplo';
  await makeUser(db, { name: 'Duda Reis', email });
  const page = await pageOf(email);
  const { dialog, secret } = await enrol(page);
  await expectAccessible(page);
  await dialog.getByLabel(CODE_LABEL).fill('000000');
  await dialog.getByRole('button', { name: 'Verificar' }).click();
  await expect(dialog.getByText('Código incorreto ou já usado.')).toBeVisible();
  await dialog.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Verificação em duas etapas ativada.')).toBeVisible();
  await expect(card(page).getByText('Aplicativo autenticador', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await fillSignIn(page, email);
  await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible();
  await expect(page.getByLabel(CODE_LABEL)).toBeFocused();
  await expectAccessible(page);
  await page.goto('/produtos');
  await expect(page).toHaveURL('/login');
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Voltar' }).click();
  await fillSignIn(page, email);
  await page.getByLabel(CODE_LABEL).fill('000000');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByRole('alert')).toContainText('Código incorreto ou já usado.');
  await page.getByLabel(CODE_LABEL).fill(makeTotpCode(secret, 1));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Duda Reis!' })).toBeVisible();

  await page.goto('/perfil');
  await card(page).getByRole('button', { name: 'Remover Aplicativo autenticador' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(card(page).getByText('Desativada')).toBeVisible();
  await page.reload();
  await expect(card(page).getByText('Desativada')).toBeVisible();
  await adminPage.goto('/atividade');
  for (const action of ['ativou', 'removeu'])
    await expect(
      adminPage.getByText(`Duda Reis ${action} a verificação em duas etapas`),
    ).toBeVisible();
});

test('is required over an open form, and before a new password', async ({
  pageOf,
  backend,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/401|403/);
  const email = 'enzo@etapas.exemplo';
  await makeUser(db, { name: 'Enzo Lima', email });
  const page = await pageOf(email);
  const { dialog, secret } = await enrol(page);
  await dialog.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await page.goto('/categorias/nova');
  await page.locator('main').getByLabel('Nome', { exact: true }).fill('Rascunho da segunda etapa');
  await signOutElsewhere(page, email);
  await deleteUsedCodes(db);
  // Dispatch the event, because the sign-in dialog covers the button if a background request is refused first.
  await page.getByRole('button', { name: 'Salvar' }).dispatchEvent('click');
  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await again.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Entrar' }).click();
  const step = page.getByRole('dialog', { name: 'Verificação em duas etapas' });
  await step.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await step.getByRole('button', { name: 'Verificar' }).click();
  await expect(step).toBeHidden();
  await expect
    .poll(() => db(`select name from public.categories where name = 'Rascunho da segunda etapa'`))
    .toHaveLength(1);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar Instruções' }).click();
  await deleteUsedCodes(db);
  await page.goto(await waitForRecoveryLink(backend.dataDir, email));
  const password = 'cavalo bateria grampo';
  await page.getByLabel('Nova senha', { exact: true }).fill(password);
  await page.getByLabel('Confirmar nova senha').fill(password);
  await page.getByRole('button', { name: 'Redefinir Senha' }).click();
  await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible();
  await page.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByText('Senha redefinida com sucesso!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await requestSession(backend.url, email, password)).toHaveProperty('access_token');
});

test('of a lost phone is removed by an Administrador', async ({
  page: user,
  adminPage: page,
  db,
}) => {
  const email = 'gil@etapas.exemplo';
  const id = await makeUser(db, { name: 'Gil Sá', email });
  await db(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), (select id from auth.users where email = $1), 'Celular', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
    [email],
  );
  await page.goto(`/usuarios/editar/${id}`);
  await card(page).getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();

  await expect(page.getByText('Verificação em duas etapas removida.')).toBeVisible();
  await expect(card(page)).toBeHidden();
  await page.goto('/atividade');
  await expect(page.getByText('removeu a verificação em duas etapas de')).toBeVisible();
  await user.goto('/login');
  await fillSignIn(user, email);
  await expect(user.getByRole('heading', { name: 'Bem-vindo, Gil Sá!' })).toBeVisible();
});
