import { BRUNO, expect, test } from './fixtures.ts';
import { holdRequest } from './support/hold.ts';

// Use a new context for each test: Playwright cannot restore the clock of a context.
test.use({ ownContext: true });

test.beforeEach(async ({ db }) => {
  await db('delete from public.notificacoes');
});

test('the bell lists active notifications meant for the panel [HEAD-22] [HEAD-23] [HEAD-25] [HEAD-29] [HEAD-30] [HEAD-35]', async ({
  adminPage: page,
  db,
}) => {
  await db(`insert into public.notificacoes (titulo, conteudo, status, visibilidade) values
    ('Tabela nova', 'Preços de dezembro', 'Ativa', 'todos'), ('Manutenção', 'No domingo', 'Ativa', 'painel'),
    ('Antiga', 'x', 'Inativa', 'todos'), ('Do menu', 'x', 'Ativa', 'menu_parceiros'),
    ('Do catálogo', 'x', 'Ativa', 'catalogo_distribuidores')`);
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: 'Notificações: 2 não lidas' });
  await expect(bell).toHaveText('2');
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notificações' });
  await expect(panel.getByRole('heading', { name: 'Notificações' })).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByRole('listitem').filter({ hasText: 'Tabela nova' })).toContainText(
    'Preços de dezembro',
  );
  await expect(panel.getByRole('listitem').filter({ hasText: 'Tabela nova' })).toContainText(
    'agora',
  );
  await panel.getByRole('button', { name: 'Fechar' }).click();
  await expect(panel).toBeHidden();
});

test('the bell shows a scheduled notification as new when its period begins', async ({
  adminPage: page,
  db,
}) => {
  await db(`insert into public.notificacoes (titulo, conteudo, created_at, starts_at) values
    ('Fechado na sexta', 'x', now() - interval '26 days', now() - interval '1 second'),
    ('Da semana passada', 'x', now() - interval '7 days', null)`);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notificações: 2 não lidas' }).click();
  const items = page.getByRole('dialog', { name: 'Notificações' }).getByRole('listitem');
  await expect(items).toContainText(['Fechado na sexta', 'Da semana passada']);
  await expect(items.first()).toContainText('agora');
});

test("'Limpar' empties bell and badge permanently, for this user [HEAD-24] [HEAD-27] [HEAD-31] [HEAD-32] [HEAD-33]", async ({
  adminPage: page,
  db,
}) => {
  await db(
    "insert into public.notificacoes (titulo, conteudo) values ('Primeira', 'x'), ('Segunda', 'x')",
  );
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notificações: 2 não lidas' }).click();
  const panel = page.getByRole('dialog', { name: 'Notificações' });
  await panel.getByRole('button', { name: 'Limpar' }).click();
  await expect(panel.getByText('Nenhuma notificação disponível.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notificações', exact: true })).toHaveText('');
  await db("insert into public.notificacoes (titulo, conteudo) values ('Terceira', 'x')");
  await page.reload();
  await page.getByRole('button', { name: 'Notificações: 1 não lida' }).click();
  await expect(panel.getByRole('listitem')).toHaveText(/Terceira/);
});

test("'Desfazer' restores the notifications that 'Limpar' removed, in every tab", async ({
  adminPage: page,
  db,
}) => {
  await db(
    "insert into public.notificacoes (titulo, conteudo) values ('Primeira', 'x'), ('Segunda', 'x')",
  );
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notificações: 2 não lidas' }).click();
  const panel = page.getByRole('dialog', { name: 'Notificações' });
  await panel.getByRole('button', { name: 'Limpar' }).click();
  const message = page.getByRole('status').filter({ hasText: 'Notificações removidas do sino' });
  await expect(message).toBeVisible();
  // The ids of the removed notifications are already stored, so a second tab does not show the notifications either.
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Notificações', exact: true })).toHaveText('');
  await message.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('button', { name: 'Notificações: 2 não lidas' })).toHaveText('2');
  await expect(other.getByRole('button', { name: 'Notificações: 2 não lidas' })).toHaveText('2');
  await other.close();
  await expect(message).toHaveCount(0);
});

test('the bell shows that it is loading, and that it failed [HEAD-28]', async ({
  adminPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/ERR_FAILED/);
  const response = await holdRequest(page, '**/rest/v1/notificacoes?*');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notificações', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Notificações' });
  await expect(panel.getByText('Carregando notificações...')).toBeVisible();
  await response.release();
  await expect(panel.getByText('Nenhuma notificação disponível.')).toBeVisible();
  await page.route('**/rest/v1/notificacoes?*', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Notificações', exact: true }).click();
  await expect(panel.getByRole('alert')).toContainText(
    'Falha ao carregar notificações. Tente novamente.',
  );
});

test('notifications are fetched again every two minutes [HEAD-34]', async ({
  adminPage: page,
  db,
}) => {
  let reads = 0;
  // Count only the requests of the bell: the dashboard also reads notifications, to find deleted notifications.
  const ofBell = '/rest/v1/notificacoes?select=id%2Ctitulo';
  page.on('request', (request) => (reads += Number(request.url().includes(ofBell))));
  const response = page.waitForResponse((each) => each.url().includes(ofBell));
  await page.clock.install();
  await page.goto('/dashboard');
  await response;
  await expect(page.getByRole('button', { name: 'Notificações', exact: true })).toBeVisible();
  await db("insert into public.notificacoes (titulo, conteudo) values ('Chegou depois', 'x')");
  // The bell requests its list every 120 s. Check ten seconds earlier, because the fake clock also runs by itself.
  await page.clock.runFor(110_000);
  expect(reads).toBe(1);
  await page.clock.runFor(10_000);
  await expect(page.getByRole('button', { name: 'Notificações: 1 não lida' })).toBeVisible();
});

test('an administrator can open the list from it, a Colaborador has no link [HEAD-26] [HEAD-36]', async ({
  adminPage,
  colaboradorPage,
}) => {
  await adminPage.goto('/dashboard');
  await adminPage.getByRole('button', { name: /^Notificações/ }).click();
  await adminPage.getByRole('link', { name: 'Ver todas as notificações' }).click();
  await expect(adminPage).toHaveURL('/notificacoes');
  await colaboradorPage.goto('/dashboard');
  await expect(
    colaboradorPage.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` }),
  ).toBeVisible();
  await colaboradorPage.getByRole('button', { name: /^Notificações/ }).click();
  await expect(colaboradorPage.getByText('Nenhuma notificação disponível.')).toBeVisible();
  await expect(
    colaboradorPage.getByRole('link', { name: 'Ver todas as notificações' }),
  ).toHaveCount(0);
});
