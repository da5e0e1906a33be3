import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { openFrutas, simulatedPlatform, resetTestArea } from '../testing/frutas.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import { FrutasList } from '../testing/frutas-list.tsx';
import { ChoiceFilterField, type ChoiceFilter } from './filter-choice.tsx';
import { makeLazyChoices, useFilterText } from './filters.ts';

vi.mock('#data/session.ts', { spy: true });

/** The URL parameters for which the list last requested rows. */
let requests: object;

beforeEach(() => {
  resetTestArea();
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
  simulatedPlatform.readList = async (params) => ((requests = params), { rows: [], total: 0 });
});

const chips = () => page.getByRole('list', { name: 'Filtros ativos' });
const button = () => page.getByRole('button', { name: /^Filtros/ });
const panel = () => page.getByRole('dialog', { name: /^Filtros/ });

describe('the filters of a list', () => {
  it('are set under one button, take effect at once and are in chips and in the URL', async () => {
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    expect(chips().query()).toBeNull();
    await button().click();
    await panel().getByLabelText('Cor').selectOptions('Roxa');
    await panel().getByLabelText('Só maduras').click();
    await expect.element(chips()).toHaveTextContent('Cor: RoxaSó maduras');
    expect(router.state.location.search).toMatchObject({ cor: 'roxa', madura: 'sim' });
    expect(requests).toMatchObject({ cor: 'roxa', madura: 'sim' });
    await expect.element(button()).toHaveAccessibleName('Filtros (2 ativos)');
    router.history.back();
    await expect.element(chips()).not.toHaveTextContent('Só maduras');
    await expect.element(chips()).toHaveTextContent('Cor: Roxa');
  });

  it('are all shown by chips and counted by their button, including the filters in the header', async () => {
    await openFrutas('/frutas?nota=Doce&de=1&ate=2', { List: FrutasList });
    await expect.element(chips()).toHaveTextContent('Nota: DocePreço: de R$ 1,00 a R$ 2,00');
    await expect.element(button()).toHaveAccessibleName('Filtros (2 ativos)');
    await expect.element(button()).toHaveTextContent('Filtros');
    expect(button().element().querySelector('[data-count="2"]')).not.toBeNull();
    // The label matches only the select, not the button of the chip.
    expect(page.getByLabelText('Nota').elements()).toHaveLength(1);
    await page.getByRole('button', { name: 'Remover filtro Nota: Doce' }).click();
    await expect.element(page.getByRole('combobox', { name: 'Nota' })).toHaveValue('');
    expect(requests).toMatchObject({ nota: '', de: '1' });
    await expect.element(button()).toHaveAccessibleName('Filtros (1 ativo)');
  });

  it('can be set and removed without a mouse', async () => {
    await openFrutas('/frutas?cor=verde&madura=sim', { List: FrutasList });
    const first = page.getByRole('button', { name: 'Remover filtro Cor: Verde' });
    await expect.element(first).toBeVisible();
    (first.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const next = page.getByRole('button', { name: 'Remover filtro Só maduras' });
    await expect.element(next).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(chips()).not.toBeInTheDocument();
    expect(requests).toMatchObject({ cor: '', madura: '' });
    (button().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(button()).toHaveFocus();
  });

  it('take prices in Brazilian notation, and show an error for others', async () => {
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    await button().click();
    const [from, to] = [panel().getByLabelText('Preço de'), panel().getByLabelText('Preço até')];
    await from.fill('1.234,50');
    await userEvent.keyboard('{Enter}');
    await expect.element(chips()).toHaveTextContent('Preço: a partir de R$ 1.234,50');
    expect(router.state.location.search).toMatchObject({ de: '1234.5' });
    await to.fill('mil');
    await userEvent.keyboard('{Tab}');
    await expect.element(to).toHaveAccessibleDescription('Informe um valor como 1.234,50.');
    await to.fill('100');
    await userEvent.keyboard('{Enter}');
    await expect.element(to).toHaveAccessibleDescription('O valor final é menor que o inicial.');
    expect(router.state.location.search).toMatchObject({ de: '1234.5', ate: '' });
    await to.fill('2000');
    await userEvent.keyboard('{Enter}');
    await expect.element(chips()).toHaveTextContent('Preço: de R$ 1.234,50 a R$ 2.000,00');
    expect(requests).toMatchObject({ de: '1234.5', ate: '2000' });
    await page.getByRole('button', { name: /^Remover filtro Preço: de/ }).click();
    await button().click();
    await expect.element(from).toHaveValue('');
    expect(router.state.location.search).toMatchObject({ de: '', ate: '' });
  });

  it.each(['{Tab}', '{Enter}'])(
    'show the prices of the list again if the user stays because of unsaved changes: %s',
    async (key) => {
      await page.viewport(390, 844);
      const { router } = await openFrutas('/frutas', { List: FrutasList, beside: <Unsaved /> });
      await page.getByRole('button', { name: 'Filtros e ordem' }).click();
      const from = page.getByLabelText('Preço de');
      await from.fill('5');
      await userEvent.keyboard(key);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
      await expect.element(from).toHaveValue('');
      expect(router.state.location.search).toMatchObject({ de: '' });
      await page.viewport(1366, 768);
    },
  );

  it('ignore invalid values in the URL', async () => {
    await openFrutas('/frutas?cor=azul&de=1e12&ate=-3&madura=talvez', { List: FrutasList });
    await expect.element(page.getByText('O que se colhe.')).toBeVisible();
    expect(requests).toMatchObject({ cor: '', de: '', ate: '', madura: '' });
    expect(chips().query()).toBeNull();
  });

  it('are in the sheet of a phone, each with a chip, including the filters in the header', async () => {
    await page.viewport(390, 844);
    await openFrutas('/frutas?nota=Doce', { List: FrutasList });
    await expect.element(chips()).toHaveTextContent('Nota: Doce');
    await page.getByRole('button', { name: 'Filtros e ordem (1 ativo)' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtros e ordem' });
    await sheet.getByLabelText('Cor').selectOptions('Verde');
    await sheet.getByRole('button', { name: 'Ver resultados' }).click();
    await expect.element(chips()).toHaveTextContent('Nota: DoceCor: Verde');
    await page.viewport(1366, 768);
  });
});

it('a chip and a select name the record of an id when the choices have loaded, and not before', async () => {
  const id = '3f6c1c1e-5a0e-4d6b-9c0b-0a1b2c3d4e5f';
  const loaded = Promise.withResolvers<Record<string, string>>();
  const lazy = makeLazyChoices(
    () => ({ queryKey: ['plots'], queryFn: () => loaded.promise }),
    (plots) => plots,
  );
  await render(
    <QueryClientProvider client={queryClient}>
      <Lote filter={{ name: 'lote', label: 'Lote', lazy }} lote={id} />
    </QueryClientProvider>,
  );
  const select = page.getByRole('combobox', { name: 'Lote' });
  const shown = () => (select.element() as HTMLSelectElement).selectedOptions[0]?.text;
  await expect.element(page.getByText('Lote: …')).toBeVisible();
  expect(shown()).toBe('…');
  loaded.resolve({ [id]: 'Pé da serra' });
  await expect.element(page.getByText('Lote: Pé da serra')).toBeVisible();
  expect(shown()).toBe('Pé da serra');
});

/** Renders the select of a filter, and the text of its chip. */
function Lote({ filter, lote }: { filter: ChoiceFilter; lote: string }) {
  return (
    <>
      <ChoiceFilterField list={{ params: { lote }, setParams() {}, offered: [] }} filter={filter} />
      <output>{useFilterText(filter, { lote })}</output>
    </>
  );
}

/** Renders nothing, but guards unsaved changes. */
function Unsaved() {
  useUnsavedGuard(true, () => {});
  return null;
}
