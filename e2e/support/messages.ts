import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Expects the message of a failure and closes it. It covers the bottom right of the page for 15 seconds, including
 * buttons of a long list.
 */
export async function expectFailure(page: Page, text: string | RegExp) {
  const message = page.getByRole('alert').filter({ hasText: text });
  await expect(message).toBeVisible();
  // By keyboard: after a save, the list may move the message between the press and the release of the mouse button.
  await message.getByRole('button', { name: 'Fechar mensagem' }).press('Enter');
  await expect(message).toHaveCount(0);
}

/**
 * Expects a message of success, which expires after 6 seconds: check it before anything else. Earlier messages may stand
 * before it in the same element: the text must not be anchored.
 */
export async function expectSuccess(page: Page, text: string | RegExp) {
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
}

/** Expects that a message covers nothing of a bar of commands. */
export async function expectBeside(message: Locator, bar: Locator) {
  await expect
    .poll(async () => {
      const [one, other] = [await message.boundingBox(), await bar.boundingBox()];
      return one && other && (one.y + one.height <= other.y || other.y + other.height <= one.y);
    })
    .toBe(true);
}
