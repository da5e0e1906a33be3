import { expect, type Page } from '@playwright/test';

/** A page is there, and nothing in it is still to be loaded. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Carregando...' })).toHaveCount(0);
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
}

/**
 * The page with this title is the one that is shown. The address changes first, while the page before
 * is still there and answers to the same names ('Adicionar', 'E-mail'), so it tells nobody to go on.
 */
export async function expectPage(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}
