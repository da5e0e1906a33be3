import { expect, type Page } from '@playwright/test';

/** Expects a loaded page without pending content. */
export async function expectPageLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Carregando...' })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
}

/**
 * Expects the page with this title. Do not check only the URL: it changes while the previous page is still rendered,
 * and the previous page has controls of the same names ('Adicionar', 'E-mail').
 */
export async function expectPageTitle(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}
