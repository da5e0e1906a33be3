import type { Page } from '@playwright/test';
import { expect, expectAccessible, PASSWORD, test } from './fixtures.ts';
import { CODE_LABEL, makeTotpCode, deleteUsedCodes } from './support/codes.ts';
import { waitForRecoveryLink } from './support/recovery-link.ts';
import { makeUser } from './support/users.ts';
import { makePicture } from './support/pictures.ts';

const TITLE = 'Verificação em duas etapas';
const card = (page: Page) => page.getByRole('region', { name: TITLE });

test.beforeEach(({ db }) => deleteUsedCodes(db));
test.afterEach(({ db }) => db(`update factor_rule set required_of = 'ninguem'`));

async function fillSignIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/** Waits for the QR code of a new authenticator app, and returns its secret, which the page shows as text too. */
async function keyOf(page: Page) {
  await expect(page.getByRole('img', { name: 'Código QR da chave' })).toBeVisible();
  return (await page.locator('code').textContent()) ?? '';
}

async function openRule(page: Page) {
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: 'Exigir verificação em duas etapas' }).click();
  return page.getByRole('dialog', { name: 'Exigir verificação em duas etapas' });
}

test('can be required by an Administrador who has one, and then cannot be removed', async ({
  pageOf,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/status of 400/);
  const email = 'hugo@exige.exemplo';
  await makeUser(db, { name: 'Hugo Dias', email, role: 'Administrador' });
  const page = await pageOf(email);
  await page.goto('/dashboard');
  const rule = await openRule(page);
  await expect(rule.getByLabel('Exigir de')).toHaveValue('ninguem');
  await expectAccessible(page);
  await rule.getByLabel('Exigir de').selectOption('Todos');
  await rule.getByRole('button', { name: 'Aplicar' }).click();
  await expect(
    page.getByText('Falha ao atualizar esta configuração: Ative primeiro a sua'),
  ).toBeVisible();

  await rule.getByRole('link', { name: 'Editar Perfil' }).click();
  await card(page).getByRole('button', { name: 'Ativar' }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  const secret = await keyOf(page);
  await dialog.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await openRule(page);
  await rule.getByLabel('Exigir de').selectOption('Administradores');
  await rule.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('atualizada com sucesso!')).toBeVisible();

  await expect(card(page).getByText('Ela é obrigatória para você.')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Remover' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/atividade');
  await expect(page.getByText('Hugo Dias ativou a verificação em duas etapas')).toBeVisible();
  await expect(
    page.getByText('Hugo Dias alterou "Exigir de" em "Verificação em duas etapas": de'),
  ).toContainText('de Ninguém para Administradores');

  await openRule(page);
  await expect(rule.getByLabel('Exigir de')).toHaveValue('administradores');
  // A second Administrador changes the rule meanwhile.
  await db(`update factor_rule set required_of = 'todos'`);
  await rule.getByRole('button', { name: 'Aplicar' }).click();
  await expect(rule).toBeHidden();
  expect(await db('select required_of from factor_rule')).toEqual([{ required_of: 'todos' }]);
});

test('is set up after the password by users without one, who are not signed in until then', async ({
  page,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/status of 4(01|22)/);
  const email = 'iris@exige.exemplo';
  await makeUser(db, { name: 'Íris Melo', email });
  await db(`update factor_rule set required_of = 'todos'`);
  await page.goto('/login');
  await fillSignIn(page, email);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(page.getByText('Um Administrador exige')).toBeVisible();
  const first = await keyOf(page);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bem-vindo!' })).toBeVisible();
  await page.goto('/produtos');
  await expect(page).toHaveURL('/login');
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Voltar' }).click();
  await fillSignIn(page, email);

  const secret = await keyOf(page);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(secret).not.toBe(first);
  await page.getByLabel(CODE_LABEL).fill('000000');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByRole('alert')).toContainText('Código incorreto ou já usado.');
  await page.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await page.getByRole('button', { name: 'Verificar' }).click();

  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Íris Melo!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Íris Melo!' })).toBeVisible();
});

test('becomes required over an open form with a picture, which is saved after the step', async ({
  pageOf,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/status of 40[013]/);
  const email = 'joel@exige.exemplo';
  await makeUser(db, { name: 'Joel Reis', email });
  const page = await pageOf(email);
  // A session that ends before the first accepted request leads to the sign-in page.
  const accepted = page.waitForResponse((response) => response.url().includes('/rest/v1/'));
  await page.goto('/categorias/nova');
  await accepted;
  const form = page.locator('main');
  await form.getByLabel('Nome', { exact: true }).fill('Antes da exigência');
  await form.getByLabel('Imagem').setInputFiles(makePicture('exigida.png', [9, 60, 90]));
  await expect(page.getByRole('img', { name: 'exigida.png' })).toBeVisible();
  await db(`update factor_rule set required_of = 'todos'`);
  // Dispatch the event, because the sign-in dialog covers the button if a background request is refused first.
  await page.getByRole('button', { name: 'Salvar' }).dispatchEvent('click');

  const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await again.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Entrar' }).click();
  const step = page.getByRole('dialog', { name: TITLE });
  const secret = await keyOf(page);
  await expectAccessible(page);
  await step.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await step.getByRole('button', { name: 'Verificar' }).click();

  await expect(step).toBeHidden();
  await expect
    .poll(() => db(`select image_url from categories where name = 'Antes da exigência'`))
    .toEqual([{ image_url: expect.stringContaining('/categories/') }]);
});

test('is set up after a new password by a recovery mail', async ({
  page,
  backend,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/status of 401/);
  const email = 'kira@exige.exemplo';
  await makeUser(db, { name: 'Kira Nunes', email });
  await db(`update factor_rule set required_of = 'todos'`);
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar Instruções' }).click();
  await page.goto(await waitForRecoveryLink(backend.dataDir, email));
  await page.getByLabel('Nova senha', { exact: true }).fill('cavalo bateria grampo');
  await page.getByLabel('Confirmar nova senha').fill('cavalo bateria grampo');
  await page.getByRole('button', { name: 'Redefinir Senha' }).click();

  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(page.getByText('A senha foi redefinida.')).toBeVisible();
  const secret = await keyOf(page);
  await page.getByLabel(CODE_LABEL).fill(makeTotpCode(secret));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByText('Senha redefinida com sucesso!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Kira Nunes!' })).toBeVisible();
});

test('shows its key in groups without line breaks, and copies it without spaces', async ({
  pageOf,
  db,
}) => {
  const email = 'lia@exige.exemplo';
  await makeUser(db, { name: 'Lia Prado', email });
  const page = await pageOf(email);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/perfil');
  await card(page).getByRole('button', { name: 'Ativar' }).click();
  const secret = await keyOf(page);

  const groups = await page
    .locator('code > span')
    .evaluateAll((spans) =>
      spans.map((span) => ({ text: span.textContent, lines: span.getClientRects().length })),
    );
  expect(groups.map(({ text }) => text).join('')).toBe(secret);
  expect(groups.every(({ text, lines }) => text.length === 4 && lines === 1)).toBe(true);
  await page.getByRole('button', { name: 'Copiar chave' }).click();
  await expect(page.getByText('Chave copiada.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
});
