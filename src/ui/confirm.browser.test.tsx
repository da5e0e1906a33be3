import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialogHost, askConfirmation } from './confirm.tsx';

it("offers 'Cancelar' and the action, and focuses 'Cancelar' [ERR-51]", async () => {
  await render(<ConfirmDialogHost />);
  const answer = askConfirmation({
    message: 'Tem certeza que deseja excluir este produto?',
    detail: 'Açaí 5 L',
    action: 'Excluir',
  });
  const dialog = page.getByRole('alertdialog');
  await expect
    .element(dialog.getByText('Tem certeza que deseja excluir este produto?'))
    .toBeVisible();
  await expect.element(dialog).toHaveAccessibleDescription(/Açaí 5 L$/);
  await expect.element(dialog.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(answer).resolves.toBe(true);
  await expect.element(dialog).not.toBeInTheDocument();
});

it("treats Escape as 'Cancelar' and restores the focus", async () => {
  await render(
    <>
      <button type="button">Antes</button>
      <ConfirmDialogHost />
    </>,
  );
  await page.getByRole('button', { name: 'Antes' }).click();
  const answer = askConfirmation({ message: 'Excluir?', action: 'Excluir' });
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect(answer).resolves.toBe(false);
  await expect.element(page.getByRole('button', { name: 'Antes' })).toHaveFocus();
});

it('focuses the input of a typed answer, whether or not its code has loaded', async () => {
  await render(<ConfirmDialogHost />);
  for (const name of ['Ana', 'Bruno']) {
    const typed = { label: `Digite ${name}`, is: (text: string) => text === name };
    const answer = askConfirmation({ message: 'Anonimizar?', action: 'Anonimizar', typed });
    await expect.element(page.getByRole('textbox', { name: `Digite ${name}` })).toHaveFocus();
    await userEvent.keyboard(`${name}{Enter}`);
    await expect(answer).resolves.toBe(true);
  }
});
