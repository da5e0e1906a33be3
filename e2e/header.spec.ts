import program from '../package.json' with { type: 'json' };
import { ANA, expect, test } from './fixtures.ts';

// Use a new context for each test: the code of a page must not be cached.
test.use({ ownContext: true });

test.describe('The header', () => {
  test('offers WhatsApp, the profile and a theme [HEAD-37] [HEAD-38] [HEAD-40] [HEAD-41]', async ({
    adminPage: page,
  }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      'https://wa.me/5511912345678',
    );
    const menu = page.getByRole('button', { name: 'Menu do usuário' });
    await expect(menu).toHaveText('A');
    await menu.click();
    await page.getByRole('menuitem', { name: `Novidades Versão ${program.version}` }).click();
    await expect(page).toHaveURL('/ajuda/novidades');
    const news = page.getByRole('article', { name: 'Novidades' });
    await expect(news.getByRole('heading').first()).toContainText(`${program.version} (`);
    await menu.click();
    await page.getByRole('menuitemradio', { name: 'Tema escuro' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Editar Perfil' }).click();
    await expect(page).toHaveURL('/perfil');
  });

  test("shows the user's picture, if there is one [HEAD-39] [DASH-05]", async ({
    adminPage: page,
    db,
    backend,
  }) => {
    const picture = `${backend.url}/favicon.svg`;
    await db('update public.profiles set avatar_url = $2 where email = $1', [ANA.email, picture]);
    try {
      await page.goto('/dashboard');
      for (const place of [
        page.getByRole('button', { name: 'Menu do usuário' }),
        page.getByRole('region', { name: 'Seu perfil' }),
      ])
        await expect(place.locator('img')).toHaveAttribute('src', picture);
    } finally {
      await db('update public.profiles set avatar_url = null where email = $1', [ANA.email]);
    }
  });

  test('opens the menu also if the profile arrives while the button is pressed', async ({
    adminPage: page,
  }) => {
    const { promise: pressed, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/rest/v1/profiles?*', async (route) => {
      await pressed;
      await route.fallback();
    });
    await page.goto('/dashboard');
    const menu = page.getByRole('button', { name: 'Menu do usuário' });
    await expect(menu.locator('.skeleton')).toBeVisible();
    await menu.hover();
    await page.mouse.down();
    answer();
    await expect(menu).toHaveText('A');
    await page.mouse.up();
    await expect(page.getByRole('menuitem', { name: 'Editar Perfil' })).toBeVisible();
  });

  test('works by keyboard: skip link, menu and arrows', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
    await page.getByRole('button', { name: 'Menu do usuário' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Editar Perfil' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Menu do usuário' })).toBeFocused();
  });

  test('shows that there is no connection, at every scroll position', async ({
    adminPage: page,
    browserConsole,
  }) => {
    browserConsole.expect(/ERR_INTERNET_DISCONNECTED/);
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: `Bem-vindo, ${ANA.name}!` })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('Você está sem internet.')).toBeVisible();
    for (const step of [200, 400]) {
      await page.mouse.wheel(0, step);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(step / 2);
      await expect(page.getByText('Você está sem internet.')).toBeInViewport({ ratio: 1 });
    }
    await page.context().setOffline(false);
    await expect(page.getByText('Você está sem internet.')).toBeHidden();
  });
});
