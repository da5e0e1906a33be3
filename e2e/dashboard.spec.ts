import { ANA, BRUNO, expect, expectAccessible, test } from './fixtures.ts';
import { deleteAllRecords, insertRecordsNeedingAttention } from './support/sample-records.ts';
import { holdRequest } from './support/hold.ts';
import { respondWithServerError, endRequestFailures } from './support/failing.ts';
import { expectPageFits } from './support/layout.ts';

test.use({ hasMotion: true });

test('greets users by name and shows their profile [DASH-03] [DASH-06] [DASH-07] [DASH-08] [DASH-09] [DASH-10]', async ({
  adminPage: page,
  db,
}) => {
  await db("update public.profiles set company = 'Sabor do Norte' where email = $1", [ANA.email]);
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('Dashboard · Vitrine');
  await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
  const card = page.getByRole('region', { name: 'Seu perfil' });
  for (const [label, value] of [
    ['Nome', ANA.name],
    ['Email', ANA.email],
    ['Empresa', 'Sabor do Norte'],
    ['Cargo', 'Administrador'],
  ] as const) {
    const term = card.getByRole('term').filter({ hasText: label });
    await expect(term.locator('xpath=following-sibling::dd')).toHaveText(value);
  }
  await card.getByRole('link', { name: 'Editar Perfil' }).click();
  await expect(page).toHaveURL('/perfil');
});

test("greets a user without a name as 'Usuário' [DASH-04]", async ({ colaboradorPage: page }) => {
  await page.route('**/rest/v1/profiles?*', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(`"${BRUNO.name}"`, '""');
    await route.fulfill({ response: response, body: text });
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Usuário!' })).toBeVisible();
});

test('counts exactly [DASH-11] [DASH-12] [DASH-13] [DASH-14] [DASH-15]', async ({
  adminPage: page,
  db,
}) => {
  await db("insert into public.categories (name) values ('Contada 1'), ('Contada 2')");
  const [{ total }] = (await db<{ total: string }>(
    'select count(*)::text as total from public.categories',
  )) as [{ total: string }];
  const response = await holdRequest(page, '**/rest/v1/rpc/count_rows?of_table=categories');
  await page.goto('/dashboard');
  const card = page.getByRole('main').getByRole('group', { name: 'Categorias' });
  await expect(card).toContainText('...');
  await response.release();
  await expect(card).toHaveText(`Categorias${total}`);
  for (const name of ['Produtos Cadastrados', 'Distribuidores', 'Parceiros']) {
    await expect(
      page.getByRole('group', { name }).getByRole('link', { name: /^\d+$/ }),
    ).toBeVisible();
  }
});

test('a failed count is a zero without a message [DASH-16]', async ({
  adminPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/status of 500|ERR_FAILED/);
  await page.route('**/rest/v1/rpc/count_rows?*', (route) => route.fulfill({ status: 500 }));
  await page.goto('/dashboard');
  for (const name of ['Produtos Cadastrados', 'Categorias', 'Distribuidores', 'Parceiros']) {
    await expect(page.getByRole('group', { name })).toHaveText(`${name}0`);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('offers an administrator seven quick actions [DASH-17] [DASH-18] [DASH-19] [DASH-20] [DASH-21] [DASH-22] [DASH-23] [DASH-24] [DASH-25]', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  const actions = page.getByRole('region', { name: 'Ações Rápidas' }).getByRole('link');
  await expect(actions).toHaveText([
    'Adicionar Produto',
    'Adicionar Categoria',
    'Adicionar Distribuidor',
    'Adicionar Parceiro',
    'Adicionar Usuário',
    'Adicionar Notificação',
    'Adicionar Banner',
  ]);
  expect(
    await actions.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual([
    '/produtos/adicionar',
    '/categorias/nova',
    '/distribuidores/adicionar',
    '/parceiros/adicionar',
    '/usuarios/adicionar',
    '/notificacoes/adicionar',
    '/banners/adicionar',
  ]);
});

test('offers a Colaborador the first four [DASH-25]', async ({ colaboradorPage: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ações Rápidas' }).getByRole('link')).toHaveText([
    'Adicionar Produto',
    'Adicionar Categoria',
    'Adicionar Distribuidor',
    'Adicionar Parceiro',
  ]);
});

test('leaves no quick action alone on a line, at any width', async ({
  adminPage,
  colaboradorPage,
}) => {
  for (const page of [adminPage, colaboradorPage]) {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /^Bem-vindo/ })).toBeVisible();
    const tiles = page.getByRole('region', { name: 'Ações Rápidas' }).getByRole('listitem');
    await expect(tiles).toHaveCount(page === adminPage ? 7 : 4);
    for (const width of [320, 390, 640, 768, 1024, 1280, 1366, 1600, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await tiles.evaluateAll((all) =>
        all.map((tile) => tile.getBoundingClientRect()).map(({ top, right }) => ({ top, right })),
      );
      // The right edge of the last tile of each line, keyed by the top of the line: all lines must have the same edge.
      const ends = new Map(boxes.map(({ top, right }) => [top, Math.round(right)]));
      expect(new Set(ends.values()).size, `ends of lines at ${width} pixels`).toBe(1);
    }
  }
});

test('reserves the space of the quick actions until the role is known', async ({
  adminPage,
  colaboradorPage,
}) => {
  for (const page of [adminPage, colaboradorPage]) {
    await page.setViewportSize({ width: 390, height: 844 });
    const actions = page.getByRole('region', { name: 'Ações Rápidas' });
    const greeting = page.getByRole('heading', { name: /^Bem-vindo/ });
    // The first visit stores the number of quick actions, for which the reload below reserves space.
    await page.goto('/dashboard');
    await expect(greeting).toBeVisible();
    const known = await actions.boundingBox();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/rest/v1/profiles?*', async (route) => (await promise, route.continue()));
    await page.reload();
    await expect(actions.getByRole('link', { name: 'Adicionar Parceiro' })).toBeVisible();
    expect((await actions.boundingBox())?.height).toBe(known?.height);
    resolve();
    await expect(greeting).toBeVisible();
    expect((await actions.boundingBox())?.height).toBe(known?.height);
  }
});

test('uses the width of a large screen', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/dashboard');
  const card = await page.getByRole('region', { name: 'Seu perfil' }).boundingBox();
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeGreaterThan(1920 - 48);
  await expect(
    page.getByRole('region', { name: 'Ações Rápidas' }).getByRole('listitem'),
  ).toHaveCount(7);
  await expectPageFits(page, 'the dashboard');
});

test('a login without a profile sees the reason, and can sign out [DASH-26] [HEAD-43] [USER-36]', async ({
  colaboradorPage: page,
}) => {
  await page.route('**/rest/v1/profiles?*', (route) => route.fulfill({ json: [] }));
  for (const path of ['/dashboard', '/produtos']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Erro: Perfil do usuário não encontrado.',
    );
    await expect(page.getByRole('alert')).toHaveCount(1);
  }
  await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
});

test('a profile that cannot be read shows an error with a retry [DASH-27]', async ({
  adminPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/ERR_FAILED/);
  await page.route('**/rest/v1/profiles?*', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Erro ao carregar dados do perfil.',
  );
  const search = page.getByPlaceholder('Pesquisar produtos, categorias...');
  await search.fill('polpa');
  await endRequestFailures(page, '**/rest/v1/profiles?*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
  await expect(search).toHaveValue('polpa');
});

test('the search finds everything, ignoring case and accents, by keyboard [HEAD-01] [HEAD-02]', async ({
  adminPage: page,
  db,
}) => {
  await db("insert into public.categories (name) values ('Polpa de Cambuçá'), ('Cambuçá pronto')");
  await db(
    "insert into public.notificacoes (titulo, conteudo) values ('Cambuçá em promoção', 'x')",
  );
  await page.goto('/dashboard');
  const box = page.getByRole('searchbox', { name: 'Pesquisar produtos, categorias...' });
  await expect(box).toHaveAttribute('placeholder', 'Pesquisar produtos, categorias...');
  await page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` }).click();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await box.pressSequentially('CAMBUCA');
  await expect(page.getByRole('region', { name: 'Categorias' }).getByRole('link')).toHaveText([
    /^Cambuçá pronto/,
    /^Polpa de Cambuçá/,
  ]);
  await expect(page.getByRole('region', { name: 'Notificações' }).getByRole('link')).toHaveText(
    /Cambuçá em promoção/,
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const found = page.getByRole('region', { name: 'Categorias' });
  await expect(found.getByRole('link', { name: 'Polpa de Cambuçá' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await expect(page.getByRole('region', { name: 'Categorias' })).toBeHidden();
  await box.fill('cambuca');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/categorias\/editar\//);
});

test('the search shows a Colaborador no records that are for administrators [HEAD-02]', async ({
  colaboradorPage: page,
  db,
}) => {
  await db(
    "insert into public.notificacoes (titulo, conteudo) values ('Guaraná em promoção', 'x')",
  );
  await page.goto('/dashboard');
  await page.getByRole('searchbox').fill('guarana');
  await expect(page.getByText('Nada encontrado com esse termo.')).toBeVisible();
});

test('shows an Administrador, and no other role, that the last backup failed', async ({
  adminPage: page,
  colaboradorPage: other,
  db,
}) => {
  await db("select private.note_backup('failed', 'O disco está cheio.')");
  await page.goto('/dashboard');
  const notice = page.getByRole('status').filter({ hasText: 'backup' });
  await expect(notice).toHaveText(
    /^O backup falhou (hoje|ontem) às \d\d:\d\d: O disco está cheio\. Nenhum deu certo ainda\. Avise quem cuida do servidor\.$/,
  );
  await expectAccessible(page);
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
  await expect(other.getByText('backup')).toHaveCount(0);

  await db("select private.note_backup('made')");
  await page.reload();
  await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
  await expect(page.getByText('Alterados recentemente')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('shows a chart of the changes of thirty days, for each user those that they may see', async ({
  adminPage,
  colaboradorPage,
  db,
}) => {
  await db("insert into public.categories (name) values ('Mudada hoje')");
  await db("insert into public.banners (titulo) values ('Mudado hoje')");
  // With a change on an earlier day, the total differs from the number of the last day.
  await db(`insert into private.batches (at, area, record_id, kind, title)
    values (now() - interval '3 days', 'categories', gen_random_uuid(), 'insert', 'Mudada antes')`);
  for (const [page, areas] of [
    [adminPage, 'true'],
    [colaboradorPage, "area in ('products', 'categories', 'distribuidores', 'parceiros')"],
  ] as const) {
    // The last day with changes is not today if midnight in São Paulo has just passed.
    const [{ total, day, batches }] = (await db<{ total: number; day: string; batches: number }>(
      `select sum(count(*)) over ()::int as total, count(*)::int as batches,
         to_char(at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY') as day
       from private.batches
       where kind in ('insert', 'update', 'delete') and at > now() - interval '20 days' and ${areas}
       group by day order by max(at) desc limit 1`,
    )) as [{ total: number; day: string; batches: number }];
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: 'Alterações em 30 dias', exact: true });
    await expect(card.getByRole('img')).toHaveAccessibleName(
      new RegExp(`^Alterações por dia: ${total.toLocaleString('pt-BR')} em 30 dias`),
    );
    await card.getByRole('button', { name: 'Ver como tabela' }).press('Enter');
    await expect(card.getByRole('row').filter({ hasText: day })).toHaveText(
      `${day}${batches.toLocaleString('pt-BR')}`,
    );
    await expectAccessible(page);
  }
});

test('shows the rest of the dashboard when one of its numbers cannot be read', async ({
  adminPage: page,
  browserConsole,
}) => {
  browserConsole.expect(/status of 500/);
  await page.route(/rpc\/(batches_per_day|needs_attention)/, respondWithServerError);
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Alterações em 30 dias' });
  await expect(card.getByRole('alert')).toContainText('Falha ao carregar as alterações.');
  await expect(page.getByRole('alert')).toHaveCount(2);
  await expect(
    page.getByRole('group', { name: 'Categorias' }).getByRole('link', { name: /^\d+$/ }),
  ).toBeVisible();
  await endRequestFailures(page, /rpc\/(batches_per_day|needs_attention)/);
  await card.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(card.getByRole('img')).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Precisa de atenção' });
  await waiting.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const)
  test(`has no layout shift when its data arrives, ${width} pixels wide`, async ({
    adminPage: page,
  }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { dataset } = document.documentElement;
        const times = list.getEntries().map(({ startTime }) => startTime);
        dataset['shifts'] = [dataset['shifts'], ...times].join(' ').trim();
      }).observe({ type: 'layout-shift' });
    });
    await page.setViewportSize({ width, height });
    const month = await holdRequest(page, '**/rest/v1/rpc/batches_per_day*');
    const numbers = await holdRequest(page, '**/rest/v1/rpc/needs_attention*');
    await page.goto('/dashboard');
    const [waiting, changed] = ['Precisa de atenção', 'Alterações em 30 dias'].map((name) =>
      page.getByRole('region', { name }),
    );
    for (const card of [waiting!, changed!])
      await expect(card.getByRole('status', { name: 'Carregando...' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Seu perfil' })).toContainText(ANA.email);
    await expect(page.getByRole('region', { name: 'Alterados recentemente' })).toBeVisible();
    await changed!.scrollIntoViewIfNeeded();
    await expect(
      page.getByRole('group', { name: 'Categorias' }).getByRole('link', { name: /^\d+$/ }),
    ).toBeVisible();
    // Wait for the fonts: a font that arrives later can change the line breaks.
    const before = await page.evaluate(() => document.fonts.ready.then(() => performance.now()));
    await numbers.release();
    await month.release();
    await expect(changed!.getByRole('img')).toBeVisible();
    await expect(waiting!.getByRole('status')).toHaveCount(0);
    // Wait for two frames, because the browser reports a layout shift in the next frame.
    await page.evaluate(() =>
      new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)),
    );
    const shifts = await page.evaluate(() => document.documentElement.dataset['shifts'] ?? '');
    expect(shifts.split(' ').filter((time) => Number(time) > before)).toEqual([]);
  });

test('links each number that needs attention to its filtered list', async ({
  adminPage,
  colaboradorPage,
  db,
}) => {
  await deleteAllRecords(db);
  await insertRecordsNeedingAttention(db);
  for (const page of [adminPage, colaboradorPage]) {
    await page.goto('/dashboard');
    const links = page
      .getByRole('region', { name: 'Precisa de atenção' })
      .getByRole('listitem')
      .getByRole('link');
    const shown = [
      'Promoção encerrada2',
      'Promoção sem desconto3',
      'Produto com link quebrado1',
      'Produto em categoria inativa4',
      'Produto sem imagem10',
      'Distribuidor pendente há mais de 7 dias2',
      ...(page === adminPage ? ['Banner sem imagem1'] : []),
    ];
    await expect(links).toHaveText(shown);
    await expectAccessible(page);
    for (const text of shown) {
      await links.filter({ hasText: text }).click();
      const count = /\d+$/.exec(text)![0];
      await expect(page.getByRole('status').filter({ hasText: 'Mostrando' })).toHaveText(
        new RegExp(`^Mostrando ${count} `),
      );
      await expect(page.locator('.row-link')).toHaveCount(Number(count));
      await page.goBack();
    }
  }
});

test('shows the records that need attention without scrolling on an office screen', async ({
  adminPage: page,
  db,
}) => {
  await deleteAllRecords(db);
  await insertRecordsNeedingAttention(db);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Precisa de atenção' });
  await expect(card.getByRole('listitem')).toHaveCount(7);
  await expect(card.getByRole('listitem').last()).toBeInViewport({ ratio: 1 });
  const chart = page.getByRole('region', { name: 'Alterações em 30 dias', exact: true });
  const [left, right] = [await card.boundingBox(), await chart.boundingBox()];
  expect(left!.x).toBeLessThan(right!.x);
  await page.getByRole('link', { name: 'Abrir a Lixeira' }).click();
  await expect(page).toHaveURL('/lixeira');
});

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const)
  test(`lists the first steps of an empty installation, ${width} pixels wide`, async ({
    adminPage: page,
    colaboradorPage: colleague,
    db,
  }) => {
    await deleteAllRecords(db);
    await db('delete from private.backups');
    await page.setViewportSize({ width, height });
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: 'Primeiros passos' });
    await expect(card.getByRole('link')).toHaveText([
      'Alterar a sua senha',
      'Cadastrar a primeira categoria',
      'Cadastrar o primeiro produto',
      'Cadastrar quem trabalha com vocêFeito',
      'Ativar o backup automático',
    ]);
    await expect(page.getByText('Tudo em ordem.')).toHaveCount(0);
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Ativar o backup automático' }).click();
    await expect(card.getByText(/BACKUP_AT/)).toBeVisible();
    await expectPageFits(page, 'the first steps');
    await card.getByRole('link', { name: 'Cadastrar a primeira categoria' }).click();
    await expect(page).toHaveURL('/categorias/nova');
    await colleague.goto('/dashboard');
    await expect(
      colleague.getByRole('region', { name: 'Primeiros passos' }).getByRole('link'),
    ).toHaveText([
      'Alterar a sua senha',
      'Cadastrar a primeira categoria',
      'Cadastrar o primeiro produto',
    ]);
  });
