import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { respondWithServerError, endRequestFailures } from './support/failing.ts';
import { expectPageFits } from './support/layout.ts';
import { makeUser } from './support/users.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const ENDED = { name: 'Sua sessão terminou' };

type Installation = { pageOf: (email: string) => Promise<Page>; db: RunSql };

/** Signs a user in, and sets the user agent of the new session: the panel lists sessions by browser and system. */
async function signInWith(userAgent: string, { pageOf, db }: Installation, email: string) {
  const page = await pageOf(email);
  await db(
    `update auth.sessions set user_agent = $1 where id = (
      select id from auth.sessions where user_id = (select id from auth.users where email = $2)
      order by created_at desc limit 1)`,
    [userAgent, email],
  );
  return page;
}

const card = (page: Page) => page.getByRole('region', { name: 'Sessões ativas' });
const entry = (page: Page, device: string) =>
  card(page).getByRole('listitem').filter({ hasText: device });

async function endConfirmed(page: Page, button: string) {
  await card(page).getByRole('button', { name: button }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar' }).click();
}

test('a session on a lost phone is ended in the profile of its user, and the others all at once', async ({
  pageOf,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/status of 40[13]/);
  const email = 'rita@sessoes.exemplo';
  await makeUser(db, { name: 'Rita Prado', email });
  const installation = { pageOf, db };
  const phone = await signInWith(PHONE, installation, email);
  await phone.goto('/produtos');
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  const tablet = await signInWith('Firefox/144.0 (X11; Linux x86_64)', installation, email);
  await tablet.goto('/categorias');
  await expect(tablet.getByRole('heading', { level: 1 })).toBeVisible();
  const page = await pageOf(email);
  await page.goto('/perfil');
  await expect(card(page).getByRole('listitem')).toHaveCount(3);
  await expect(card(page).getByRole('listitem').first()).toContainText('Esta sessão');
  await expect(entry(page, 'Safari no iPhone')).toContainText(
    /Entrou (hoje|ontem) às \d\d:\d\d · último uso (hoje|ontem) às \d\d:\d\d · endereço 127\.0\.0\.1/,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectPageFits(page, 'the profile of the signed-in user');

  await endConfirmed(page, 'Encerrar Safari no iPhone');

  await expect(page.getByText('1 sessão encerrada.')).toBeVisible();
  await expect(card(page).getByRole('listitem')).toHaveCount(2);
  await phone.getByRole('link', { name: 'Categorias' }).first().click();
  await expect(phone.getByRole('dialog', ENDED)).toBeVisible();

  await endConfirmed(page, 'Encerrar as outras');

  await expect(card(page).getByRole('listitem')).toHaveCount(1);
  await expect(card(page).getByRole('button')).toHaveCount(0);
  await tablet.getByRole('link', { name: 'Produtos' }).first().click();
  await expect(tablet.getByRole('dialog', ENDED)).toBeVisible();
});

test('sessions that cannot be read show an error in place, with a retry', async ({
  colaboradorPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/open_sessions/);
  const url = '**/rest/v1/rpc/open_sessions';
  await page.route(url, respondWithServerError);
  await page.goto('/perfil');
  const alert = card(page).getByRole('alert');
  await expect(alert).toContainText('Não foi possível carregar as sessões.');
  await endRequestFailures(page, url);
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(card(page).getByRole('listitem').first()).toContainText('Esta sessão');
});

test('an Administrador ends all sessions of a user, which the activity lists', async ({
  pageOf,
  db,
  adminPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/status of 40[13]/);
  const email = 'nilo@sessoes.exemplo';
  const id = await makeUser(db, { name: 'Nilo Paz', email });
  const other = await signInWith(PHONE, { pageOf, db }, email);
  await other.goto('/perfil');
  await other.getByLabel('Empresa').fill('Ainda não gravada');

  await page.goto(`/usuarios/editar/${id}`);
  await expect(entry(page, 'Safari no iPhone')).toBeVisible();
  await endConfirmed(page, 'Encerrar todas');

  await expect(card(page)).toContainText('Esta pessoa não tem sessões abertas.');
  await other.getByRole('button', { name: 'Salvar' }).click();
  await expect(other.getByRole('dialog', ENDED)).toBeVisible();
  await expect(other.getByLabel('Empresa')).toHaveValue('Ainda não gravada');
  await page.goto('/atividade');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'encerrou 1 sessão de Nilo Paz' }),
  ).toBeVisible();
});
