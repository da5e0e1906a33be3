import { expect, test } from './fixtures.ts';

test.describe('Code that a form opens without', () => {
  test('is fetched as soon as the form rests, before it is needed', async ({ adminPage: page }) => {
    const fetched: string[] = [];
    page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await page.goto('/produtos/adicionar');
    for (const part of ['reduce-image', 'sign-in-again', 'conflict-dialog'])
      await expect.poll(() => fetched.join(), { timeout: 30_000 }).toContain(`/assets/${part}-`);
  });
});
