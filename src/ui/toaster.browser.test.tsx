import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

it('says success as a status and failure as an alert [ERR-51]', async () => {
  await render(<Toaster />);
  toast.success('Produto criado com sucesso!');
  toast.error('Falha ao excluir produto. Por favor, tente novamente.');
  await expect
    .element(page.getByRole('status').getByText('Produto criado com sucesso!'))
    .toBeVisible();
  await expect
    .element(
      page.getByRole('alert').getByText('Falha ao excluir produto. Por favor, tente novamente.'),
    )
    .toBeVisible();
});

it('says the same thing once, and can be told to stop', async () => {
  await render(<Toaster />);
  toast.warning('A imagem não foi enviada.');
  toast.warning('A imagem não foi enviada.');
  const message = page.getByRole('alert').filter({ hasText: 'A imagem não foi enviada.' });
  await expect.element(message).toBeVisible();
  await message.getByRole('button', { name: 'Fechar mensagem' }).click();
  await expect.element(message).not.toBeInTheDocument();
});
