import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Expects the message of a failure and closes it. For 15 seconds, the message would cover the bottom right of the page,
 * including buttons of a long list.
 */
export async function expectAndCloseFailureMessage(page: Page, text: string | RegExp) {
  const message = page.getByRole('alert').filter({ hasText: text });
  await expect(message).toBeVisible();
  // Close the message with the keyboard: after a save, the list can move the message while the mouse button is down.
  await message.getByRole('button', { name: 'Fechar mensagem' }).press('Enter');
  await expect(message).toHaveCount(0);
}

/**
 * Expects a message of success. Call it before other checks, because a message without an action expires after 6
 * seconds. A regular expression must not be anchored: the same element can contain earlier messages.
 */
export async function expectSuccessMessage(page: Page, text: string | RegExp) {
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
}

/** Expects that a message is above or below an element, such as a bar of commands, and covers no part of it. */
export async function expectNoOverlap(message: Locator, bar: Locator) {
  await expect
    .poll(async () => {
      const [one, other] = [await message.boundingBox(), await bar.boundingBox()];
      return one && other && (one.y + one.height <= other.y || other.y + other.height <= one.y);
    })
    .toBe(true);
}
