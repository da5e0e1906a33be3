import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import {
  respondWithServerError,
  failureCases,
  endRequestFailures,
  limitToMethod,
} from './support/failing.ts';
import { expectNoOverflow } from './support/layout.ts';
import { expectAndCloseFailureMessage } from './support/messages.ts';

test.beforeEach(async ({ db }) => {
  await db('delete from public.notificacoes');
});

test('notifications are for administrators only [NOTI-01]', async ({ colaboradorPage: page }) => {
  for (const path of ['/notificacoes', '/notificacoes/adicionar', '/notificacoes/editar/1']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test.describe('The list of notifications', () => {
  test('shows each one in a row of a table, the newest first [NOTI-02] [NOTI-03] [NOTI-04] [NOTI-05] [NOTI-06] [NOTI-07] [NOTI-08] [NOTI-19] [CALL-34]', async ({
    adminPage: page,
    db,
  }) => {
    await makeNotificacao(db, { titulo: 'Antiga', created_at: '2026-03-10T01:30:00Z' });
    await makeNotificacao(db, {
      titulo: 'Recente',
      tipo: 'Promoção',
      status: 'Inativa',
      destinatarios: 'usuarios',
      created_at: '2026-03-10T12:00:00Z',
    });
    await page.goto('/notificacoes');
    await expect(page).toHaveTitle('Notificações · Vitrine');
    const table = page.getByRole('table', { name: 'Notificações' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Título',
      'Tipo',
      'Destinatários',
      'Status',
      'Data de Criação',
      'Ações',
    ]);
    // 'Antiga' was created at 01:30 UTC, which is the previous day in the time zone America/Sao_Paulo.
    await expect(table.getByRole('rowheader')).toHaveText(['Recente', 'Antiga']);
    await expect(table.getByRole('cell')).toHaveText(
      [
        ['Promoção', 'Usuários', 'Inativa', '10/03/2026', ''],
        ['Geral', 'Todos', 'Ativa', '09/03/2026', ''],
      ].flat(),
    );
    await expect(page.getByText('Mostrando 2 notificações')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Editar Antiga' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Excluir Antiga' })).toBeVisible();

    await table.getByRole('columnheader', { name: 'Título' }).getByRole('button').click();
    await expect(table.getByRole('row').nth(1)).toContainText('Antiga');
  });

  test('is searched by title from the header [HEAD-17] [NOTI-10] [CALL-34]', async ({
    adminPage: page,
    db,
  }) => {
    await makeNotificacao(db, { titulo: 'Manutenção da câmara fria' });
    await makeNotificacao(db, { titulo: 'Tabela nova', conteudo: 'Sem manutenção' });
    await page.goto('/notificacoes');
    const search = page.getByPlaceholder('Buscar notificação por título');
    await search.fill('MANUTENCAO');
    await expect(page.getByText('Mostrando 1 notificação')).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Manutenção da câmara fria', exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Apagar busca' }).click();
    await expect(search).toHaveValue('');
    await expect(page.getByText('Mostrando 2 notificações')).toBeVisible();
    await expect(page).toHaveURL('/notificacoes');
  });

  test('shows that there is none, and offers to add the first [NOTI-09]', async ({
    adminPage: page,
  }) => {
    await page.goto('/notificacoes?busca=nada');
    await expect(page.getByText('Nenhuma notificação encontrada.')).toBeVisible();
    await page.getByRole('button', { name: 'Apagar busca' }).click();
    await page.getByRole('link', { name: 'Escrever a primeira notificação' }).click();
    await expect(page).toHaveURL('/notificacoes/adicionar');
  });

  test('shows a red box when the request fails [ERR-08]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    await page.route('**/rest/v1/notificacoes?*', respondWithServerError);
    await page.goto('/notificacoes');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Falha ao carregar notificações. Tente novamente.',
    );
    await expect(page.getByRole('table')).toHaveCount(0);
    await endRequestFailures(page, '**/rest/v1/notificacoes?*');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText('Nenhuma notificação encontrada.')).toBeVisible();
  });

  test('deletes one only after a confirmation [NOTI-08] [NOTI-28] [CALL-35]', async ({
    adminPage: page,
    db,
  }) => {
    await makeNotificacao(db, { titulo: 'Descartável' });
    await page.goto('/notificacoes');
    const question = await askToDelete(page, 'Descartável');
    await expect(question).toContainText('Tem certeza que deseja excluir esta notificação?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect(await db('select 1 from notificacoes')).toHaveLength(1);
    await askToDelete(page, 'Descartável');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByText('Nenhuma notificação encontrada.')).toBeVisible();
    expect(await db('select 1 from notificacoes')).toHaveLength(0);
  });

  test('shows why one could not be deleted, and keeps it [ERR-15]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (500|418)|ERR_FAILED/);
    await makeNotificacao(db, { titulo: 'Teimosa' });
    await page.goto('/notificacoes');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/notificacoes?*', limitToMethod('DELETE', response));
      const question = await askToDelete(page, 'Teimosa');
      await question.getByRole('button', { name: 'Excluir' }).click();
      await expectAndCloseFailureMessage(page, `Falha ao excluir notificação: ${message}`);
      await page.unroute('**/rest/v1/notificacoes?*');
    }
    await expect(page.getByRole('link', { name: 'Teimosa', exact: true })).toBeVisible();
    expect(await db('select 1 from notificacoes')).toHaveLength(1);
  });
});

test.describe('The form of a notification', () => {
  test('is empty for a new one, with default choices [NOTI-11] [NOTI-13] [NOTI-14] [NOTI-15] [NOTI-16] [NOTI-17] [NOTI-18] [NOTI-19]', async ({
    adminPage: page,
  }) => {
    await page.goto('/notificacoes');
    await page.getByRole('link', { name: 'Adicionar', exact: true }).click();
    await expect(page).toHaveURL('/notificacoes/adicionar');
    await expect(page).toHaveTitle('Nova Notificação · Vitrine');
    await expect(page.getByRole('heading', { name: 'Nova Notificação' })).toBeVisible();
    await expect(field(page, 'Título')).toHaveValue('');
    await expect(field(page, 'Conteúdo')).toHaveValue('');
    for (const [label, options] of [
      ['Tipo', ['Geral', 'Alerta', 'Informativo', 'Promoção']],
      ['Status', ['Ativa', 'Inativa']],
      ['Destinatários', ['Todos', 'Distribuidores', 'Parceiros', 'Usuários']],
      ['Visibilidade', ['Todos', 'Painel', 'Menu de Parceiros', 'Catálogo de Distribuidores']],
    ] as const) {
      await expect(field(page, label).locator('option')).toHaveText([...options]);
      await expect(field(page, label).locator('option:checked')).toHaveText(options[0]);
    }
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/notificacoes');
  });

  test('saves nothing without a title [NOTI-21]', async ({ adminPage: page, db }) => {
    await page.goto('/notificacoes/adicionar');
    await field(page, 'Título').fill('   ');
    await field(page, 'Conteúdo').fill('No domingo.');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(field(page, 'Título')).toHaveAccessibleDescription(
      'Preencha todos os campos obrigatórios',
    );
    await expect(page.getByText('Preencha todos os campos obrigatórios')).toHaveCount(1);
    await expect(field(page, 'Título')).toBeFocused();
    expect(await db('select 1 from notificacoes')).toEqual([]);
  });

  test('saves nothing without a text [NOTI-22]', async ({ adminPage: page, db }) => {
    await page.goto('/notificacoes/adicionar');
    await field(page, 'Título').fill('Manutenção');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(field(page, 'Conteúdo')).toHaveAccessibleDescription(
      'Preencha todos os campos obrigatórios',
    );
    await expect(field(page, 'Conteúdo')).toBeFocused();
    expect(await db('select 1 from notificacoes')).toEqual([]);
  });

  test('saves a title and a text with the defaults, and leads to the list without a message [NOTI-23] [NOTI-24] [NOTI-25] [NOTI-26] [NOTI-27] [CALL-35]', async ({
    adminPage: page,
    db,
  }) => {
    await page.goto('/notificacoes/adicionar');
    await field(page, 'Título').fill('Manutenção');
    await field(page, 'Conteúdo').fill('No domingo,\ndas 6h às 10h.');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/notificacoes');
    await expect(page.getByRole('link', { name: 'Manutenção', exact: true })).toBeVisible();
    await expectNoMessage(page);
    expect(await db(`select ${fields} from notificacoes`)).toEqual([
      {
        titulo: 'Manutenção',
        conteudo: 'No domingo,\ndas 6h às 10h.',
        tipo: 'Geral',
        status: 'Ativa',
        destinatarios: 'todos',
        visibilidade: 'todos',
      },
    ]);
    // The bell shows the notification, because it is published to the panel.
    await expect(page.getByRole('button', { name: 'Notificações: 1 não lida' })).toBeVisible();
  });

  test('shows a stored one and saves its changes, without a message [NOTI-12] [NOTI-14] [NOTI-16] [NOTI-17] [NOTI-18] [NOTI-27] [CALL-35]', async ({
    adminPage: page,
    db,
  }) => {
    const id = await makeNotificacao(db, {
      titulo: 'Promoção',
      conteudo: 'Só até sexta.',
      tipo: 'Alerta',
      status: 'Inativa',
      destinatarios: 'parceiros',
      visibilidade: 'painel',
    });
    await page.goto('/notificacoes?busca=promo');
    await page.getByRole('link', { name: 'Promoção', exact: true }).click();
    await expect(page).toHaveURL(`/notificacoes/editar/${id}`);
    await expect(page.getByRole('heading', { name: 'Editar Notificação' })).toBeVisible();
    await expect(page).toHaveTitle('Promoção · Editar Notificação · Vitrine');
    await expect(field(page, 'Título')).toHaveValue('Promoção');
    await expect(field(page, 'Conteúdo')).toHaveValue('Só até sexta.');
    for (const [label, shown] of [
      ['Tipo', 'Alerta'],
      ['Status', 'Inativa'],
      ['Destinatários', 'Parceiros'],
      ['Visibilidade', 'Painel'],
    ] as const)
      await expect(field(page, label).locator('option:checked')).toHaveText(shown);

    await field(page, 'Título').fill('Promoção prorrogada');
    await field(page, 'Tipo').selectOption('Promoção');
    await field(page, 'Status').selectOption('Ativa');
    await field(page, 'Destinatários').selectOption('Usuários');
    await field(page, 'Visibilidade').selectOption('Catálogo de Distribuidores');
    await page.getByRole('button', { name: 'Salvar' }).click();
    // The URL of the list has the same parameters as before the form was opened.
    await expect(page).toHaveURL('/notificacoes?busca=promo');
    await expect(
      page.getByRole('link', { name: 'Promoção prorrogada', exact: true }),
    ).toBeVisible();
    await expectNoMessage(page);
    expect(await db(`select ${fields} from notificacoes`)).toEqual([
      {
        titulo: 'Promoção prorrogada',
        conteudo: 'Só até sexta.',
        tipo: 'Promoção',
        status: 'Ativa',
        destinatarios: 'usuarios',
        visibilidade: 'catalogo_distribuidores',
      },
    ]);
  });

  test('shows why a new one could not be saved, and keeps the typed values [ERR-39]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (500|418)|ERR_FAILED/);
    await page.goto('/notificacoes/adicionar');
    await field(page, 'Título').fill('Insistente');
    await field(page, 'Conteúdo').fill('Texto longo que ninguém quer repetir.');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/notificacoes?*', limitToMethod('POST', response));
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expectAndCloseFailureMessage(page, `Erro ao criar notificação: ${message}`);
      await page.unroute('**/rest/v1/notificacoes?*');
    }
    await expect(field(page, 'Conteúdo')).toHaveValue('Texto longo que ninguém quer repetir.');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/notificacoes');
    expect(await db('select titulo from notificacoes')).toEqual([{ titulo: 'Insistente' }]);
  });

  test('shows why a changed one could not be saved, also when it was deleted [ERR-40]', async ({
    adminPage: page,
    db,
    browserConsole,
  }) => {
    browserConsole.expect(/status of (500|418)|ERR_FAILED/);
    const id = await makeNotificacao(db, { titulo: 'Passageira' });
    await page.goto(`/notificacoes/editar/${id}`);
    await field(page, 'Título').fill('Permanente');
    for (const [response, message] of failureCases) {
      await page.route('**/rest/v1/notificacoes?*', limitToMethod('PATCH', response));
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expectAndCloseFailureMessage(page, `Erro ao atualizar notificação: ${message}`);
      await page.unroute('**/rest/v1/notificacoes?*');
    }
    await db('delete from notificacoes where id = $1', [id]);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expectAndCloseFailureMessage(
      page,
      'Erro ao atualizar notificação: Notificação não encontrada',
    );
    await expect(field(page, 'Título')).toHaveValue('Permanente');
  });

  test('distinguishes an unknown notification from one that cannot be loaded [ERR-29] [ERR-30]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 500/);
    for (const id of ['999999999', 'nem-parece', '0', '99999999999999999999']) {
      await page.goto(`/notificacoes/editar/${id}`);
      await expect(page.getByRole('alert')).toHaveText('Notificação não encontrada');
    }
    await page.route('**/rest/v1/notificacoes?*', respondWithServerError);
    await page.goto('/notificacoes/editar/1');
    await expect(page.getByRole('alert')).toContainText('Erro ao carregar dados da notificação');
    await expect(page.getByRole('heading', { name: 'Editar Notificação' })).toBeVisible();
  });

  test('is filled and saved with the keyboard alone, at 320 pixels', async ({
    adminPage: page,
    db,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/notificacoes/adicionar');
    await field(page, 'Título').focus();
    await page.keyboard.type('Pelo teclado');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sem tocar no mouse.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Info');
    await expect(field(page, 'Tipo')).toBeFocused();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL('/notificacoes');
    await expect(page.getByRole('link', { name: 'Pelo teclado', exact: true })).toBeVisible();
    await expectNoOverflow(page);
    expect(await db('select titulo, tipo from notificacoes')).toEqual([
      { titulo: 'Pelo teclado', tipo: 'Informativo' },
    ]);
  });
});

const fields = 'titulo, conteudo, tipo, status, destinatarios, visibilidade';

function field(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

/** Expects that there is no message, because the list itself shows the result. */
async function expectNoMessage(page: Page) {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/sucesso/)).toHaveCount(0);
}

async function askToDelete(page: Page, name: string) {
  await page.getByRole('button', { name: `Excluir ${name}`, exact: true }).click();
  return page.getByRole('alertdialog');
}

type NewNotificacao = Partial<
  Record<'conteudo' | 'tipo' | 'status' | 'destinatarios' | 'visibilidade' | 'created_at', string>
> & { titulo: string };

async function makeNotificacao(db: RunSql, values: NewNotificacao): Promise<string> {
  const row = { conteudo: 'Texto', ...values };
  const columns = Object.keys(row);
  const [inserted] = await db<{ id: string }>(
    `insert into notificacoes (${columns.join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return inserted!.id;
}
