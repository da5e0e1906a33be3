import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Menu, MenuItem } from './menu.tsx';
import { moveFocusToSibling } from './move-focus.ts';
import { Pagination } from './pagination.tsx';

it('moves from a deleted row to the same button of the next row, and from the last row to the one before', async () => {
  const rows = ['Açaí', 'Mel'];
  await render(
    <ul>
      {rows.map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
          <button type="button">Excluir {name}</button>
        </li>
      ))}
    </ul>,
  );
  const [first, second] = rows.map((name) => page.getByRole('button', { name: `Excluir ${name}` }));
  first!.element().focus();
  moveFocusToSibling(first!.element().closest('li')!);
  await expect.element(second!).toHaveFocus();
  moveFocusToSibling(second!.element().closest('li')!);
  await expect.element(first!).toHaveFocus();
});

it('leaves the focus on the button that led to the last page', async () => {
  const show = (now: number) => (
    <Pagination
      page={now}
      pages={2}
      size={100}
      sizes={[100]}
      onPage={() => {}}
      onNear={() => {}}
      onSize={() => {}}
    />
  );
  const screen = await render(show(1));
  const next = screen.getByRole('button', { name: 'Próxima página' });
  await next.click();
  await screen.rerender(show(2));
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await expect.element(next).toHaveFocus();
});

it("closes an open menu on Tab, and moves on from the menu's button", async () => {
  await render(
    <>
      <Menu label="Mais" trigger="Mais">
        <MenuItem onSelect={() => {}}>Duplicar</MenuItem>
        <MenuItem onSelect={() => {}}>Excluir</MenuItem>
      </Menu>
      <button type="button">Depois</button>
    </>,
  );
  await page.getByRole('button', { name: 'Mais' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Duplicar' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Depois' })).toHaveFocus();
});
