import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSearchShortcut } from './search-shortcut.ts';
import { ShortcutsDialogHost } from './shortcuts.tsx';

beforeEach(async () => {
  await render(<PageWithSearch />);
});

it("'/' focuses the search box, also from the checkbox of a row", async () => {
  await page.getByRole('checkbox').click();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});

it("'?' opens the list of shortcuts, also from the checkbox of a row", async () => {
  await page.getByRole('checkbox').click();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Atalhos de teclado' })).toBeVisible();
});

it('both are typed into a text input', async () => {
  await page.getByRole('textbox', { name: 'Nome' }).click();
  await userEvent.keyboard('/?');
  await expect.element(page.getByRole('textbox', { name: 'Nome' })).toHaveValue('/?');
  expect(page.getByRole('dialog').query()).toBeNull();
});

function PageWithSearch() {
  useSearchShortcut();
  return (
    <>
      <div id="header-slot">
        <input type="search" aria-label="Buscar" />
      </div>
      <input type="checkbox" aria-label="Selecionar" />
      <input aria-label="Nome" />
      <ShortcutsDialogHost />
    </>
  );
}
