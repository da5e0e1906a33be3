import { expect, type Page } from '@playwright/test';

/**
 * The page with this title is the one that is shown. The address changes first, while the page before
 * is still there and answers to the same names ('Adicionar', 'E-mail'), so it tells nobody to go on.
 */
export async function expectPage(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}
