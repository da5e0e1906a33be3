import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Popover } from './popover.tsx';

it('an opened popover focuses its first field, but not after the user has chosen another one', async () => {
  const screen = await render(
    <Popover label="Visualização" trigger="Visualização">
      <input aria-label="Nome" />
      <input aria-label="Ordem" />
    </Popover>,
  );
  const opener = screen.getByRole('button');
  await userEvent.click(opener);
  await expect.element(screen.getByLabelText('Nome')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();

  const popover = screen.container.querySelector('[popover]');
  const opened = new Promise((resolve) => {
    popover?.addEventListener('toggle', resolve, { once: true });
  });
  (opener.element() as HTMLElement).click();
  screen.getByLabelText('Ordem').element().focus();
  await opened;
  await expect.element(screen.getByLabelText('Ordem')).toHaveFocus();
});
