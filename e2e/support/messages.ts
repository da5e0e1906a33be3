import { expect, type Page } from '@playwright/test';

/**
 * The message of a failure. It lies over the bottom right of the page for 15 seconds, buttons of a long
 * list included, so it is closed as people close it before they go on.
 */
export async function expectFailure(page: Page, text: string | RegExp) {
  const message = page.getByRole('alert').filter({ hasText: text });
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: 'Fechar mensagem' }).click();
  await expect(message).toHaveCount(0);
}

/** A message of success, which goes by itself after 6 seconds: looked for before anything else. */
export async function expectSuccess(page: Page, text: string | RegExp) {
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
}
