import '../styles.css';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { toast, toasts, removeToasts } from './toast.ts';
import { Toaster } from './toaster.tsx';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

afterEach(() => {
  vi.useRealTimers();
  clearToasts();
});

it('announces success as a status and failure as an alert [ERR-51]', async () => {
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

it('shows the same message once, and can be closed', async () => {
  await render(<Toaster />);
  toast.warning('A imagem não foi enviada.');
  toast.warning('A imagem não foi enviada.');
  const message = page.getByRole('alert').filter({ hasText: 'A imagem não foi enviada.' });
  await expect.element(message).toBeVisible();
  await message.getByRole('button', { name: 'Fechar mensagem' }).click();
  await expect.element(message).not.toBeInTheDocument();
});

it('renders the live region before the first message, so that it is announced', async () => {
  await render(<Toaster />);
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  const before = page.getByRole('status').element();
  toast.success('Categoria criada com sucesso!');
  await expect.element(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  expect(page.getByRole('status').element()).toBe(before);
});

it('does not expire during hover or focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await render(
    <>
      <button type="button">Fora</button>
      <Toaster />
    </>,
  );
  toast.success('Produto atualizado com sucesso!');
  const message = page.getByText('Produto atualizado com sucesso!');
  await expect.element(message).toBeVisible();
  await userEvent.hover(message);
  vi.advanceTimersByTime(60_000);
  await expect.element(message).toBeVisible();
  page.getByRole('button', { name: 'Fechar mensagem' }).element().focus();
  await userEvent.hover(page.getByRole('button', { name: 'Fora' }));
  vi.advanceTimersByTime(60_000);
  await expect.element(message).toBeVisible();
  page.getByRole('button', { name: 'Fechar mensagem' }).element().blur();
  await expect.poll(() => (vi.advanceTimersByTime(6_000), toasts.get())).toEqual([]);
  await expect.element(message).not.toBeInTheDocument();
});

it('offers an action, and closes when it is chosen', async () => {
  const run = vi.fn<() => void>();
  await render(<Toaster />);
  toast.success('Alterações descartadas', { action: { label: 'Desfazer', run } });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(() => run).toHaveBeenCalledOnce();
  await expect.element(page.getByText('Alterações descartadas')).not.toBeInTheDocument();
});

it('combines repeated events into one message with one action', async () => {
  const run = vi.fn<(all: readonly string[]) => void>();
  await render(<Toaster />);
  for (const name of ['Açaí', 'Caju', 'Umbu'])
    toast.together('Produto atualizado com sucesso!', 'prices', name, (all) => ({
      detail: all.length === 1 ? all[0] : `${all.length} preços atualizados`,
      action: { label: 'Desfazer', run: () => run(all) },
    }));
  await expect.element(page.getByText('3 preços atualizados')).toBeVisible();
  expect(page.getByText('Produto atualizado com sucesso!').elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  expect(run).toHaveBeenCalledExactlyOnceWith(['Açaí', 'Caju', 'Umbu']);
  toast.together('Produto atualizado com sucesso!', 'prices', 'Jaca', (all) => ({
    detail: all.join(', '),
  }));
  await expect.element(page.getByText('Jaca', { exact: true })).toBeVisible();
});

it('withdraws the failures about a subject, and no other message', async () => {
  await render(<Toaster />);
  toast.error('Falha ao salvar o produto: sem conexão.', { about: ['save', 7] });
  toast.error('Falha ao salvar o produto: SKU.', { about: ['save', 8] });
  toast.success('Produto criado com sucesso!', { about: ['save', 7] });
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(2);
  removeToasts(['save', 7], 'error');
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(page.getByText('Falha ao salvar o produto: SKU.')).toBeVisible();
  await expect.element(page.getByText('Produto criado com sucesso!')).toBeVisible();
});

it.each([
  ['at the bottom', { bottom: 16 }],
  ['of a short page', { bottom: 40 }],
])('is above a bar of commands %s', async (_where, place) => {
  await page.viewport(1366, 768);
  await render(
    <>
      <div data-review-bar style={{ position: 'fixed', left: 0, right: 0, height: 190, ...place }}>
        <button type="button">Importar</button>
      </div>
      <Toaster />
    </>,
  );
  toast.error('Falha ao remover a linha.');
  const message = page.getByRole('alert');
  await expect.element(message).toBeVisible();
  const top = innerHeight - 190 - place.bottom;
  await expect
    .poll(() => message.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(top);
});

it('can be used while a dialog is open, and stays when it closes', async () => {
  const run = vi.fn<() => void>();
  const screen = await render(<Dialogs shown />);
  toast.error('Não foi possível restaurar.', { action: { label: 'Tentar novamente', run } });
  toast.warning('A imagem não foi enviada.');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect.poll(() => run).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('dialog', { name: 'Histórico' })).toBeVisible();
  await screen.rerender(<Dialogs shown={false} />);
  await expect.element(page.getByText('A imagem não foi enviada.')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar mensagem' }).click();
  await expect.poll(() => toasts.get()).toEqual([]);
});

it('is shown above a dialog that opens later, and above the page when that closes', async () => {
  const screen = await render(<Dialogs shown={false} />);
  toast.warning('A imagem não foi enviada.');
  await expect.element(page.getByText('A imagem não foi enviada.')).toBeVisible();
  await screen.rerender(<Dialogs shown />);
  await expect
    .element(page.getByRole('dialog').getByText('A imagem não foi enviada.'))
    .toBeVisible();
  await screen.rerender(<Dialogs shown={false} />);
  await page.getByRole('button', { name: 'Fechar mensagem' }).click();
  await expect.poll(() => toasts.get()).toEqual([]);
});

it('does not stay longer because a dialog opens and closes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const screen = await render(<Dialogs shown={false} />);
  // Move the pointer away: after an earlier test it can be where the message appears, and hover stops the expiry.
  await userEvent.hover(document.documentElement);
  toast.success('Produto atualizado com sucesso!');
  await expect.element(page.getByText('Produto atualizado com sucesso!')).toBeVisible();
  for (const shown of [true, false]) {
    vi.advanceTimersByTime(2500);
    await screen.rerender(<Dialogs shown={shown} />);
    await expect.element(page.getByText('Produto atualizado com sucesso!')).toBeVisible();
  }
  // Do not use `expect.poll`: it would advance the fake time.
  vi.advanceTimersByTime(1500);
  expect(toasts.get()).toEqual([]);
});

it.each(['expires', 'is closed'])('leaves the focus where it is when it %s', async (how) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const dialogs = (shown: boolean) => (
    <>
      <main id="conteudo" tabIndex={-1}>
        <input aria-label="Preço" />
      </main>
      <Dialogs shown={shown} />
    </>
  );
  const screen = await render(dialogs(false));
  await userEvent.hover(document.documentElement);
  page.getByLabelText('Preço').element().focus();
  toast.success('Produto atualizado com sucesso!');
  await expect.element(page.getByText('Produto atualizado com sucesso!')).toBeVisible();
  // The message moves into the dialog and back. React mounts the message again at each move.
  await screen.rerender(dialogs(true));
  await expect.element(page.getByLabelText('Preço')).not.toHaveFocus();
  await screen.rerender(dialogs(false));
  await expect.element(page.getByLabelText('Preço')).toHaveFocus();
  if (how === 'expires') vi.advanceTimersByTime(6000);
  else await page.getByRole('button', { name: 'Fechar mensagem' }).click();
  await expect.poll(() => toasts.get()).toEqual([]);
  await expect.element(page.getByLabelText('Preço')).toHaveFocus();
});

it('is shown on the page if it comes when its dialog closes', async () => {
  await render(<ClosingDialog />);
  await page.getByRole('button', { name: 'Alterar' }).click();
  await expect.element(page.getByRole('status').getByText('2 frutas alteradas.')).toBeVisible();
});

function ClosingDialog() {
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown && (
        <Dialog title="Frutas">
          <Button onClick={() => (toast.success('2 frutas alteradas.'), setShown(false))}>
            Alterar
          </Button>
        </Dialog>
      )}
      <Toaster />
    </>
  );
}

function Dialogs({ shown }: { shown: boolean }) {
  return (
    <>
      {shown && <Dialog title="Histórico">Alterações</Dialog>}
      <Toaster />
    </>
  );
}

it('is in the corner, and moves away from a focused input', async () => {
  await page.viewport(1366, 768);
  await render(
    <>
      <input aria-label="Preço" style={{ position: 'fixed', right: 40, bottom: 24 }} />
      <input aria-label="Nome" style={{ position: 'fixed', left: 40, top: 80 }} />
      <Toaster />
    </>,
  );
  toast.success('Produto atualizado com sucesso!');
  const message = page.getByText('Produto atualizado com sucesso!');
  await expect.element(message).toBeVisible();
  const isOver = (label: string) => {
    const [one, other] = [message, page.getByLabelText(label)].map((each) =>
      each.element().getBoundingClientRect(),
    );
    return !!one && !!other && one.top < other.bottom && one.bottom > other.top;
  };
  const corner = message.element().getBoundingClientRect();
  expect(corner.left).toBeGreaterThan(innerWidth / 2);
  expect(corner.top).toBeGreaterThan(innerHeight / 2);
  expect(isOver('Preço')).toBe(true);
  page.getByLabelText('Preço').element().focus();
  await expect.poll(() => isOver('Preço')).toBe(false);
  page.getByLabelText('Nome').element().focus();
  await expect.poll(() => message.element().getBoundingClientRect().top).toBe(corner.top);
});
