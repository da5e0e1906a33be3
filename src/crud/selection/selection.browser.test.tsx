import '../../styles.css';
import CirclePause from 'lucide-react/icons/circle-pause';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getCurrentSession } from '#data/session.ts';
import { PlatformError } from '#data/unwrap.ts';
import { BulkActions } from '../bulk/bulk-actions.tsx';
import { Row } from '../list/row.tsx';
import {
  applyStep,
  fetchBatchRows,
  deleteStagedBatchInBackground,
  makeEmptyPlan,
  planChange,
} from '../many/batch.queries.ts';
import type { BatchPlan } from '../many/batch.queries.ts';
import { frutas, openFrutas, simulatedPlatform, resetTestArea } from '../testing/frutas.tsx';
import { FrutasList } from '../testing/frutas-list.tsx';
import { waitUntilSettled } from '../testing/wait-until-settled.ts';
import type { Fruta } from '../testing/frutas.tsx';
import type { Selection } from './selection.ts';
import type { SelectionCommandProps } from './selection-bar.tsx';

vi.mock('#data/session.ts', { spy: true });
vi.mock('../list/row.tsx', { spy: true });
vi.mock('../many/batch.queries.ts', { spy: true });

let all: Fruta[];
let tasted: Selection | undefined;

beforeEach(async () => {
  resetTestArea();
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
  tasted = undefined;
  simulatedPlatform.taste = (selection) => (tasted = selection);
  all = Array.from({ length: 60 }, (_, index) => fruta(index + 1));
  simulatedPlatform.readList = async ({ busca, ordem, pagina, por }) => {
    const found = all.filter((each) => each.nome.includes(busca));
    found.sort((a, b) => a.nome.localeCompare(b.nome) * (ordem === '-nome' ? -1 : 1));
    return { rows: found.slice((pagina - 1) * por, pagina * por), total: found.length };
  };
  await page.viewport(1366, 768);
});

describe('rows of a list are selected', () => {
  it('by their checkboxes, which are named after them, and the bar shows the number', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    await check(2).click();
    await check(5).click();
    await expect.element(said('2 selecionadas')).toBeVisible();
    await check(2).click();
    await expect.element(said('1 selecionada')).toBeVisible();
    await bar().getByRole('button', { name: 'Provar' }).click();
    await expect.poll(() => tasted).toEqual({ ids: [5] });
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(check(5)).not.toBeChecked();
  });

  it('and stay selected when the picture column, which contains the checkboxes, is hidden or shown', async () => {
    simulatedPlatform.pictured = true;
    await openFrutas('/frutas', { List: FrutasList });
    await check(2).click();
    await page.getByRole('button', { name: 'Colunas' }).click();
    const pictures = page.getByRole('dialog', { name: 'Colunas' }).getByLabelText('Foto');
    await pictures.click();
    await expect.element(page.getByRole('columnheader', { name: 'Foto' })).not.toBeInTheDocument();
    expect(checked()).toEqual([2]);
    await pictures.click();
    await expect.element(page.getByRole('columnheader', { name: 'Foto' })).toBeVisible();
    expect(checked()).toEqual([2]);
  });

  it('from one to another with Shift, and the range follows the last press', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    await check(3).click();
    await check(7).click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([3, 4, 5, 6, 7]);
    await check(5).click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([3, 4, 5]);
    await check(1).click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([1, 2, 3]);
    expect(String(getSelection())).toBe('');
  });

  it('by keyboard alone: Space, arrows, Shift with arrows, Enter to the bar and Escape back', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(check(4)).toBeVisible();
    focus(4);
    await userEvent.keyboard('[Space]');
    await expect.poll(checked).toEqual([4]);
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}');
    await expect.poll(checked).toEqual([4, 5]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(check(8)).toHaveFocus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(checked).toEqual([4, 5, 8, 9]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => bar().element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(check(8)).toHaveFocus();
  });

  it('a page at once by the checkbox in the header, which is indeterminate for a part', async () => {
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await check(2).click();
    const head = page.getByRole('checkbox', { name: 'Selecionar a página' });
    await expect.element(head).toBePartiallyChecked();
    await head.click();
    await expect.element(said('25 selecionadas')).toBeVisible();
    await expect.element(head).toBeChecked();
    await head.click();
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it('all matches, except those that are deselected again', async () => {
    await openFrutas('/frutas?busca=Fruta&por=25', { List: FrutasList });
    await check(2).click();
    await bar().getByRole('button', { name: 'Selecionar as 60 que correspondem' }).click();
    await expect.element(said('60 selecionadas')).toBeVisible();
    await check(3).click();
    await expect.element(said('59 selecionadas')).toBeVisible();
    await bar().getByRole('button', { name: 'Provar' }).click();
    await expect
      .poll(() => tasted)
      .toMatchObject({ matching: { busca: 'Fruta' }, total: 60, except: [3] });
  });

  it('without rendering a row again', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    // Wait for the last row: rows outside the window are rendered later.
    await expect.element(check(60)).toBeInTheDocument();
    await waitUntilSettled();
    vi.mocked(Row).mockClear();
    await check(1).click();
    await check(9).click({ modifiers: ['Shift'] });
    await expect.element(said('9 selecionadas')).toBeVisible();
    expect(Row).not.toHaveBeenCalled();
  });
});

describe('a selection', () => {
  it('survives pages, orders, an opened record and Back', async () => {
    const { router } = await openFrutas('/frutas?por=25', { List: FrutasList });
    await check(2).click();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect.element(said('1 selecionada, 1 fora desta página')).toBeVisible();
    await check(26).click();
    await page.getByRole('button', { name: 'Nome' }).click();
    await expect.element(check(60)).not.toBeChecked();
    await expect.element(said('2 selecionadas, 2 fora desta página')).toBeVisible();
    simulatedPlatform.stored = fruta(60);
    await page.getByRole('link', { name: 'Fruta 60', exact: true }).click();
    await expect.element(page.getByLabelText('Nome', { exact: true })).toBeVisible();
    router.history.back();
    await expect.element(said('2 selecionadas, 2 fora desta página')).toBeVisible();
    router.history.back();
    await expect.element(check(26)).toBeChecked();
  });

  it('of single rows grows from search to search; a selection of all matches ends with its search', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    const search = page.getByRole('searchbox', { name: 'Buscar fruta' });
    await search.fill('Fruta 1');
    await expect.element(check(60)).not.toBeInTheDocument();
    await check(11).click();
    await search.fill('Fruta 2');
    await check(21).click();
    await expect.element(said('2 selecionadas, 1 fora desta página')).toBeVisible();
    await bar().getByRole('button', { name: 'Selecionar as 10 que correspondem' }).click();
    await expect.element(said('10 selecionadas')).toBeVisible();
    await search.fill('Fruta 3');
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it('is cleared by its button, and the focus returns', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    await check(2).click();
    await bar().getByRole('button', { name: 'Desmarcar tudo' }).click();
    await expect.element(check(2)).not.toBeChecked();
    await expect.element(check(2)).toHaveFocus();
  });

  it('loses a row that is deleted', async () => {
    simulatedPlatform.remove = async (id) => {
      all = all.filter((each) => each.id !== id);
    };
    await openFrutas('/frutas', { List: FrutasList });
    await check(2).click();
    await check(3).click();
    await page.getByRole('button', { name: 'Excluir Fruta 02', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect.element(said('1 selecionada')).toBeVisible();
  });

  it('of all matches loses an exception that is deleted', async () => {
    simulatedPlatform.remove = async (id) => {
      all = all.filter((each) => each.id !== id);
    };
    await openFrutas('/frutas?busca=Fruta&por=25', { List: FrutasList });
    await check(2).click();
    await bar().getByRole('button', { name: 'Selecionar as 60 que correspondem' }).click();
    await check(3).click();
    await expect.element(said('59 selecionadas')).toBeVisible();
    await page.getByRole('button', { name: 'Excluir Fruta 03', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect.element(page.getByText('Fruta 03', { exact: true })).not.toBeInTheDocument();
    await expect.element(said('59 selecionadas')).toBeVisible();
  });

  it('excludes rows that the user may not delete, also when the whole page is selected', async () => {
    simulatedPlatform.isProtected = (id) => id === 2;
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await expect.element(check(1)).toBeVisible();
    expect(check(2).query()).toBeNull();
    const head = page.getByRole('checkbox', { name: 'Selecionar a página' });
    await head.click();
    await expect.element(said('24 selecionadas')).toBeVisible();
    await expect.element(head).toBeChecked();
  });

  it('of all matches keeps the dialog of its change, when the changed records no longer match', async () => {
    const counts = { changed: 59, stale: 1 };
    const step = async (plan: BatchPlan) => {
      all = [];
      return { ...plan, counts, steps: 1, batch: 7 };
    };
    vi.mocked(planChange).mockImplementation(async (id) => ({
      ...makeEmptyPlan(id),
      counts: { change: 60 },
    }));
    vi.mocked(fetchBatchRows).mockResolvedValue([]);
    vi.mocked(deleteStagedBatchInBackground).mockReturnValue();
    vi.mocked(applyStep)
      .mockImplementationOnce(async (plan) => {
        await step(plan);
        throw new PlatformError(new TypeError('Failed to fetch'), 0);
      })
      .mockImplementationOnce(step);
    await openFrutas('/frutas?busca=Fruta&por=25', { List: () => <FrutasList bulk={Changing} /> });
    await check(2).click();
    await bar().getByRole('button', { name: 'Selecionar as 60 que correspondem' }).click();
    await bar().getByRole('button', { name: 'Inativar' }).click();
    await page.getByRole('button', { name: 'Alterar 60 frutas' }).click();
    await expect.element(page.getByText('Nenhuma fruta.')).toBeInTheDocument();
    await waitUntilSettled();
    await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).click();
    await expect.element(page.getByText('59 frutas alteradas.')).toBeVisible();
    await waitUntilSettled();
    await expect
      .element(page.getByRole('button', { name: 'Desfazer o que foi feito' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Concluir' }).click();
    await expect.element(bar()).not.toBeInTheDocument();
  });

  it('is not offered to users who have no command for selected rows', async () => {
    simulatedPlatform.taste = undefined;
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(page.getByRole('link', { name: 'Fruta 01', exact: true })).toBeVisible();
    expect(page.getByRole('checkbox').query()).toBeNull();
  });
});

it('begins in the menu of a row on a phone, because checkboxes are hidden until then', async () => {
  await page.viewport(390, 844);
  await openFrutas('/frutas?por=25', { List: FrutasList });
  await expect.element(page.getByRole('link', { name: 'Fruta 01', exact: true })).toBeVisible();
  expect(page.getByRole('checkbox').query()).toBeNull();
  await page.getByRole('button', { name: 'Opções de Fruta 02' }).click();
  await page.getByRole('menuitem', { name: 'Selecionar' }).click();
  await expect.element(check(2)).toBeChecked();
  await check(4).click();
  await bar().getByRole('button', { name: 'Selecionar a página' }).click();
  await expect.element(said('25 selecionadas')).toBeVisible();
  await bar().getByRole('button', { name: 'Selecionar tudo (60 frutas)' }).click();
  await expect.element(said('60 selecionadas')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

function Changing({ onDone }: SelectionCommandProps) {
  const change = { kind: 'set', column: 'nota', value: 'Azeda' } as const;
  const actions = [{ label: 'Inativar', icon: CirclePause, change }];
  return <BulkActions area={frutas} selection={{}} {...{ actions, onDone }} />;
}

function fruta(id: number): Fruta {
  const nome = `Fruta ${String(id).padStart(2, '0')}`;
  return { id, version: 1, nome, nota: 'Doce', preco: id, foto: null };
}

function check(id: number) {
  return page.getByRole('checkbox', { name: `Selecionar ${fruta(id).nome}` });
}

function focus(id: number) {
  const box = check(id).element();
  if (box instanceof HTMLElement) box.focus();
}

function checked(): number[] {
  return [...document.querySelectorAll<HTMLInputElement>('.row-check:checked')].map(({ value }) =>
    Number(value),
  );
}

function bar() {
  return page.getByRole('region', { name: 'Seleção' });
}

function said(text: string) {
  return bar().getByText(text, { exact: true });
}
