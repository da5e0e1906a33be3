import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DateField, DateTimeField } from './date-time-field.tsx';
import { MoneyField } from './money-field.tsx';
import { TextField } from './text-field.tsx';

it('formats a price as 1.234,00 on blur, and leaves invalid text unchanged [PROD-67]', async () => {
  const onBlur = vi.fn<(event: React.FocusEvent<HTMLInputElement>) => string>(
    (event) => event.target.value,
  );
  const screen = await render(<MoneyField label="Preço de venda" onBlur={onBlur} />);
  const box = screen.getByLabelText('Preço de venda');
  await userEvent.fill(box, '1.234');
  await userEvent.tab();
  await expect.element(box).toHaveValue('1.234,00');
  expect(onBlur).toHaveReturnedWith('1.234,00');
  await userEvent.fill(box, '12,345');
  await userEvent.tab();
  await expect.element(box).toHaveValue('12,345');
});

it('shows the error of a field in place of its hint', async () => {
  const show = (error?: string) => (
    <TextField label="Senha" hint="Pelo menos 8 caracteres." error={error} />
  );
  const screen = await render(show());
  const box = screen.getByLabelText('Senha');
  await expect.element(box).toHaveAccessibleDescription('Pelo menos 8 caracteres.');
  await screen.rerender(show('Use no máximo 72 caracteres.'));
  await expect.element(box).toHaveAccessibleDescription('Use no máximo 72 caracteres.');
});

it('warns in amber about a valid value', async () => {
  const screen = await render(
    <MoneyField label="Preço promocional" warning="Não é menor que o preço." />,
  );
  const box = screen.getByLabelText('Preço promocional');
  await expect.element(box).toHaveAccessibleDescription('Não é menor que o preço.');
  await expect.element(box).not.toBeInvalid();
});

it('distinguishes a date without a time from an empty field', async () => {
  const typed = vi.fn<(value: string) => void>();
  const screen = await render(
    <DateTimeField label="Início" name="starts" onChange={({ target }) => typed(target.value)} />,
  );
  const box = screen.getByLabelText('Início');
  await userEvent.click(box);
  await userEvent.keyboard('11');
  await expect.poll(() => typed).toHaveBeenLastCalledWith('incompleto');
  await userEvent.fill(box, '2026-11-20T08:00');
  await expect.poll(() => typed).toHaveBeenLastCalledWith('2026-11-20T08:00');
});

it('passes on a day without a time', async () => {
  const typed = vi.fn<(value: string) => void>();
  const screen = await render(
    <DateField label="Validade" name="until" onChange={({ target }) => typed(target.value)} />,
  );
  const box = screen.getByLabelText('Validade');
  await userEvent.click(box);
  await userEvent.keyboard('11');
  await expect.poll(() => typed).toHaveBeenLastCalledWith('incompleto');
  await userEvent.fill(box, '2026-11-30');
  await expect.poll(() => typed).toHaveBeenLastCalledWith('2026-11-30');
});
