import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectAndCloseFailureMessage } from './support/messages.ts';
import { makeUser } from './support/users.ts';

const REFUSED = 'Você não tem permissão para fazer isso.';

test('a deletion from an open list fails with a message after the user lost the role Administrador', async ({
  pageOf,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/status of 403/);
  await db(`insert into public.banners (titulo) values ('Verão')`);
  const page = await openAdministrador(pageOf, db, 'lista@cargo.exemplo');
  await page.goto('/banners');
  await expect(page.getByRole('rowheader', { name: 'Verão' })).toBeVisible();
  await takeRole(db, 'lista@cargo.exemplo');
  await page.getByRole('button', { name: 'Excluir Verão' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expectAndCloseFailureMessage(page, `Falha ao excluir banner: ${REFUSED}`);
  expect(await db(`select from public.banners where titulo = 'Verão'`)).toHaveLength(1);
});

test('a form shows an error when the user has lost the permission to save it', async ({
  pageOf,
  db,
  browserConsole,
}) => {
  browserConsole.expect(/status of 403/);
  const [notice] = await db<{ id: number }>(
    `insert into public.notificacoes (titulo, conteudo) values ('Aviso', 'Texto') returning id`,
  );
  const page = await openAdministrador(pageOf, db, 'formulario@cargo.exemplo');
  await page.goto(`/notificacoes/editar/${notice?.id}`);
  await page.getByLabel('Título').fill('Outro aviso');
  await takeRole(db, 'formulario@cargo.exemplo');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expectAndCloseFailureMessage(page, `Erro ao atualizar notificação: ${REFUSED}`);
  await expect(page.getByLabel('Título')).toHaveValue('Outro aviso');
});

async function openAdministrador(
  pageOf: (email: string) => Promise<Page>,
  db: RunSql,
  email: string,
): Promise<Page> {
  await makeUser(db, { name: 'Helena Prado', email, role: 'Administrador' });
  return pageOf(email);
}

async function takeRole(db: RunSql, email: string) {
  await db(`update public.profiles set role = 'Colaborador' where email = $1`, [email]);
}
