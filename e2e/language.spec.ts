import type { Page } from '@playwright/test';
import { allAreas } from '../src/areas/index.ts';
import { expect, test } from './fixtures.ts';
import { resetToSampleRecords } from './support/sample-records.ts';

const FORMS = allAreas.map(({ add }) => add);
const PLACES = [
  '/dashboard',
  '/perfil',
  '/produtos/editar/nada',
  ...allAreas.map(({ path }) => path),
  ...FORMS,
];
/** Words that are frequent in English and do not occur in Portuguese. */
const ENGLISH =
  /\b(the|and|of|with|your|is|are|not|no results|loading|search|save|cancel|delete|close|open|edit|add|new|error|failed|invalid|required|please|back|next|previous|page|upload|file|image|choose|select|remove|submit|password|name|user|menu button|toggle|dismiss)\b/i;

test('every text, name and hint of the panel is Portuguese [SHELL-20]', async ({
  adminPage: page,
  db,
}) => {
  await resetToSampleRecords(db);
  for (const path of PLACES) {
    await page.goto(path);
    await expect(page.locator('h1, [role=alert]').first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Carregando...' })).toHaveCount(0);
    await expectPortuguese(page, path);
  }
});

test('the texts for visitors are Portuguese [SHELL-20]', async ({ page }) => {
  for (const path of ['/login', '/forgot-password', '/reset-password']) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await expectPortuguese(page, path);
  }
});

test('the errors of an empty form are Portuguese [SHELL-20]', async ({ adminPage: page }) => {
  for (const path of FORMS) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await expectPortuguese(page, path);
  }
});

async function expectPortuguese(page: Page, path: string) {
  expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
  await expect(page, path).toHaveTitle(/ · Vitrine$/);
  const texts = await page.evaluate(readableTexts);
  expect(texts.length, path).toBeGreaterThan(5);
  expect(
    texts.filter((text) => ENGLISH.test(text)),
    path,
  ).toEqual([]);
}

/** Returns the texts that users see or screen readers read: text nodes, and attributes with text. Runs in the page. */
function readableTexts(): string[] {
  const texts = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement?.closest('script, style')) {
      texts.add(walker.currentNode.textContent?.trim() ?? '');
    }
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      texts.add(element.getAttribute(name)?.trim() ?? '');
    }
  }
  texts.delete('');
  return [...texts];
}
