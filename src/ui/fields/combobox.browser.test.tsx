import '../../styles.css';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChoiceField } from './choice-field.tsx';

const many = Array.from({ length: 60 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return [`id-${number}`, index === 20 ? 'Açaí na tigela' : `Categoria ${number}`] as const;
});

const chosen = vi.fn<(value: string) => void>();
const sent = vi.fn<() => void>();

const box = () => page.getByRole('combobox', { name: 'Categoria' });
const list = () => page.getByRole('listbox');
const highlighted = () =>
  document.getElementById(box().element().getAttribute('aria-activedescendant') ?? '')?.textContent;

it('is a select up to 50 choices', async () => {
  await show({ options: many.slice(0, 50) });
  expect(box().element().tagName).toBe('SELECT');
  expect(box().element().querySelectorAll('option')).toHaveLength(51);
});

it('opens the whole list, scrolled to the chosen option; its first option is for no value', async () => {
  await show({ first: 'id-50' });
  await expect.element(box()).toHaveValue('Categoria 50');
  await box().click();
  const options = () => list().getByRole('option').elements();
  expect(options()).toHaveLength(61);
  expect(options()[0]?.textContent).toBe('Selecione');
  expect(highlighted()).toBe('Categoria 50');
  await expect
    .element(list().getByRole('option', { name: 'Categoria 50' }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(list().getByRole('option', { name: 'Categoria 50' })).toBeInViewport();
  await list().getByRole('option', { name: 'Selecione' }).click();
  expect(chosen).toHaveBeenLastCalledWith('');
  await expect.element(box()).toHaveValue('');
  await expect.element(list()).not.toBeInTheDocument();
  await expect.element(box()).toHaveFocus();
});

it('filters by typed text without accents, and works by keyboard alone without submitting its form', async () => {
  await show({});
  await userEvent.tab();
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(list()).toBeVisible();
  expect(highlighted()).toBe('Selecione');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(highlighted()).toBe('Categoria 01');
  await userEvent.keyboard('tigela acai');
  await expect.element(list().getByRole('option')).toHaveTextContent('Açaí na tigela');
  expect(highlighted()).toBe('Açaí na tigela');
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenLastCalledWith('id-21');
  await expect.element(box()).toHaveValue('Açaí na tigela');
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false');
  expect(sent).not.toHaveBeenCalled();
  // The text of the chosen option is selected in the input, so the next letter replaces it and starts a new search.
  await expect.poll(() => getSelection()?.toString()).toBe('Açaí na tigela');
  await userEvent.keyboard('categoria 60');
  await expect.element(list().getByRole('option')).toHaveTextContent('Categoria 60');
});

it('keeps the chosen value on blur and Escape', async () => {
  await show({ first: 'id-02' });
  await box().click();
  await userEvent.keyboard('nada disso');
  await expect.element(page.getByText('Nenhuma opção com esse texto.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(box()).toHaveValue('Categoria 02');
  await box().click();
  await userEvent.keyboard('60{Escape}');
  await expect.element(box()).toHaveValue('Categoria 02');
  await box().click();
  await userEvent.keyboard('60{Tab}');
  await expect.element(box()).toHaveValue('Categoria 02');
  await expect.element(list()).not.toBeInTheDocument();
  expect(chosen).not.toHaveBeenCalled();
});

it('stays within the window of a phone, also near the bottom', async () => {
  await page.viewport(320, 640);
  await show({ above: 560 });
  await box().click();
  const { left, right, top, bottom } = list().element().parentElement!.getBoundingClientRect();
  expect([left >= 0, right <= 320, top >= 0, bottom <= 640]).toEqual([true, true, true, true]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1366, 768);
});

async function show({ options = many, first = '', above = 0 }) {
  chosen.mockClear();
  sent.mockClear();
  await render(<Tried options={options} first={first} above={above} />);
  await expect.element(box()).toBeVisible();
}

type TriedProps = { options: readonly (readonly [string, string])[]; first: string; above: number };

function Tried({ options, first, above }: TriedProps) {
  const [value, setValue] = useState(first);
  return (
    <form style={{ paddingTop: above }} onSubmit={(event) => (event.preventDefault(), sent())}>
      <ChoiceField
        label="Categoria"
        none={{ text: 'Selecione' }}
        options={options}
        value={value}
        onChange={(next) => (chosen(next), setValue(next))}
      />
      <button type="submit">Enviar</button>
    </form>
  );
}
