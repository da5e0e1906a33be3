import type { Page } from '@playwright/test';
import { ANA, BRUNO, expect, test } from './fixtures.ts';
import { findStoredUser } from './support/users.ts';

// Use a new context for each test: Playwright cannot restore the clock of a context.
test.use({ ownContext: true });

const REFRESH = '**/auth/v1/token?grant_type=refresh_token';

test.describe('a session that is about to expire', () => {
  test('is refreshed on a tick of about 30 s, without a new sign-in [SESS-07]', async ({
    adminPage: page,
  }) => {
    await expireIn(page, 140);
    await page.clock.install();
    let refreshes = 0;
    page.on('request', (request) => (refreshes += Number(/refresh_token/.test(request.url()))));
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    await page.clock.runFor(10_000);
    expect(refreshes).toBe(0);

    const refreshed = page.waitForResponse(REFRESH);
    await page.clock.runFor(25_000);

    expect((await refreshed).status()).toBe(200);
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
  });

  test('is refreshed again after 200 ms, then with increasing delays, while the platform fails [SESS-07]', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/status of 503/);
    await expireIn(page, -1);
    const times: number[] = [];
    await page.route(REFRESH, async (route) => {
      times.push(Date.now());
      if (times.length < 4) await route.fulfill({ status: 503, json: { message: 'away' } });
      else await route.continue();
    });

    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();

    const pauses = times.slice(1, 4).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toHaveLength(3);
    expect(pauses[0]).toBeGreaterThanOrEqual(190);
    expect(pauses[1]).toBeGreaterThanOrEqual(390);
    expect(pauses[2]).toBeGreaterThanOrEqual(790);
  });
});

test('the panel opens no realtime connection, so there is no heartbeat to send [SESS-08]', async ({
  adminPage: page,
}) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.clock.install();

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
  await page.clock.runFor(65_000);

  expect(sockets).toEqual([]);
});

test('the role is that of the profile with the id of the login, whatever its e-mail [ROLE-02] [ROLE-03]', async ({
  pageOf,
  db,
}) => {
  const bruno = await findStoredUser(db, BRUNO.email);
  // Give the profile a different e-mail than the login, without the trigger that protects the e-mail.
  await pretendEmail(bruno?.id, 'outro@vitrine.exemplo');
  try {
    const page = await pageOf(BRUNO.email);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${BRUNO.name}!` })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Banners' })).toHaveCount(0);
  } finally {
    await pretendEmail(bruno?.id, BRUNO.email);
  }

  async function pretendEmail(id: string | undefined, email: string) {
    await db(
      `select set_config('session_replication_role', 'replica', false);
       update profiles set email = '${email}' where id = '${id}';
       select set_config('session_replication_role', 'origin', false)`,
    );
  }
});

test('a Colaborador works in every area that is for everyone [ROLE-04]', async ({
  colaboradorPage: page,
}) => {
  const areas = {
    '/dashboard': `Bem-vindo, ${BRUNO.name}!`,
    '/produtos': 'Produtos',
    '/categorias': 'Categorias',
    '/distribuidores': 'Distribuidores',
    '/parceiros': 'Parceiros',
    '/usuarios': 'Usuários',
    '/perfil': 'Editar Perfil',
  };
  for (const [path, heading] of Object.entries(areas)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await page.goto('/usuarios');
  await expect(page.getByText(ANA.email)).toBeVisible();
});

/** Makes the stored session expire this many seconds after the call. Takes effect when the next page loads. */
async function expireIn(page: Page, seconds: number) {
  await page.addInitScript(
    (expiresAt) => {
      const stored = localStorage.getItem('vitrine:session');
      if (!stored || sessionStorage.getItem('expired')) return;
      sessionStorage.setItem('expired', 'yes');
      const session = { ...JSON.parse(stored), expires_at: expiresAt };
      localStorage.setItem('vitrine:session', JSON.stringify(session));
    },
    Math.floor(Date.now() / 1000) + seconds,
  );
}
