import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Sql } from './fixtures.ts';
import { expectFailure } from './support/messages.ts';
import { makePerson, openAs } from './support/people.ts';

const REFUSED = 'Você não tem permissão para fazer isso.';

test('a deletion from an open list fails with a message after the user lost the role Administrador', async ({
  browser,
  backend: { url },
  db,
}) => {
  await db(`insert into public.banners (titulo) values ('Verão')`);
  const page = await openAdministrador(browser, url, db, 'lista@cargo.exemplo');
  await page.goto('/banners');
  await expect(page.getByRole('rowheader', { name: 'Verão' })).toBeVisible();
  await takeRole(db, 'lista@cargo.exemplo');
  await page.getByRole('button', { name: 'Excluir Verão' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expectFailure(page, `Falha ao excluir banner: ${REFUSED}`);
  expect(await db(`select from public.banners where titulo = 'Verão'`)).toHaveLength(1);
  await page.context().close();
});

test('a form shows an error when the user has lost the permission to save it', async ({
  browser,
  backend: { url },
  db,
}) => {
  const [notice] = await db<{ id: number }>(
    `insert into public.notificacoes (titulo, conteudo) values ('Aviso', 'Texto') returning id`,
  );
  const page = await openAdministrador(browser, url, db, 'formulario@cargo.exemplo');
  await page.goto(`/notificacoes/editar/${notice?.id}`);
  await page.getByLabel('Título').fill('Outro aviso');
  await takeRole(db, 'formulario@cargo.exemplo');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expectFailure(page, `Erro ao atualizar notificação: ${REFUSED}`);
  await expect(page.getByLabel('Título')).toHaveValue('Outro aviso');
  await page.context().close();
});

async function openAdministrador(
  browser: Browser,
  url: string,
  db: Sql,
  email: string,
): Promise<Page> {
  await makePerson(db, { name: 'Helena Prado', email, role: 'Administrador' });
  return openAs(browser, url, email);
}

async function takeRole(db: Sql, email: string) {
  await db(`update public.profiles set role = 'Colaborador' where email = $1`, [email]);
}
