import '../../styles.css';
import { queryOptions } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { PlatformError } from '#data/unwrap.ts';
import { toggleSidebar } from '#ui/sidebar-state.ts';
import { toast } from '#ui/toast.ts';
import {
  findField,
  frutas,
  frutasListQuery,
  openFrutas,
  simulatedPlatform,
  clickSave,
  resetTestArea,
} from '../testing/frutas.tsx';
import { Row } from './row.tsx';
import { recordUndoneChange } from '../in-place/row-undo.ts';
import { undoSavedChanges } from '../history/undo.ts';
import { toListedRow } from '../row-mutations.queries.ts';
import { deletedIdsQuery } from '../rows.queries.ts';
import { FrutasList } from '../testing/frutas-list.tsx';
import { waitUntilSettled } from '../testing/wait-until-settled.ts';
import type { Fruta } from '../testing/frutas.tsx';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

vi.mock('#data/session.ts', { spy: true });
vi.mock('../history/undo.ts', { spy: true });
vi.mock('../rows.queries.ts', { spy: true });
vi.mock('./row.tsx', { spy: true });

let all: Fruta[];

beforeEach(() => {
  resetTestArea();
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
  vi.mocked(deletedIdsQuery).mockRestore();
  all = Array.from({ length: 60 }, (_, index) => fruta(index + 1));
  simulatedPlatform.readList = async ({ busca, nota, ordem, pagina, por }) => {
    const found = all.filter((each) => each.nome.includes(busca) && (!nota || each.nota === nota));
    found.sort((a, b) => a.nome.localeCompare(b.nome) * (ordem === '-nome' ? -1 : 1));
    return { rows: found.slice((pagina - 1) * por, pagina * por), total: found.length };
  };
});

describe('a page of a list', () => {
  it('shows its range of rows, and keeps them until the next ones arrive', async () => {
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await expect.element(page.getByText('Mostrando 1–25 de 60 frutas')).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = async (params) => (await promise, readList(params));
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await expect.element(row('Fruta 01')).toBeVisible();
    resolve();
    await expect.element(row('Fruta 26')).toBeVisible();
    await expect.element(page.getByText('Mostrando 26–50 de 60 frutas')).toBeVisible();
  });

  it('renders no row again while the response to a letter is pending', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(row('Fruta 60')).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = async (params) => (await promise, readList(params));
    // Wait until the list has also rendered the rows outside the viewport.
    await new Promise((done) => setTimeout(done, 500));
    vi.mocked(Row).mockClear();
    await page.getByRole('searchbox').fill('Fruta 1');
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(Row).not.toHaveBeenCalled();
    resolve();
    await expect.element(page.getByText('Mostrando 10 frutas')).toBeVisible();
    expect(new Set(vi.mocked(Row).mock.calls.map(([{ id }]) => id)).size).toBe(10);
  });

  it('is prefetched before its button is pressed, once', async () => {
    const requests: number[] = [];
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = async (params) => (requests.push(params.pagina), readList(params));
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await expect.element(row('Fruta 01')).toBeVisible();
    const next = page.getByRole('button', { name: 'Próxima página' });
    await next.hover();
    await expect.poll(() => requests).toEqual([1, 2]);
    await next.click();
    await expect.element(row('Fruta 26')).toBeVisible();
    await page.getByRole('button', { name: 'Última página' }).hover();
    await expect.poll(() => requests).toEqual([1, 2, 3]);
  });

  it('keeps a filter when another one is set before the next render', async () => {
    const { router } = await openFrutas('/frutas?por=25', { List: FrutasList });
    await expect.element(row('Fruta 01')).toBeVisible();
    const sorter = page.getByRole('button', { name: 'Preço' }).element() as HTMLElement;
    const filter = page.getByLabelText('Nota').element() as HTMLSelectElement;
    sorter.click();
    filter.value = 'Azeda';
    filter.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(page.getByText('Nenhuma fruta.')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ ordem: 'preco', nota: 'Azeda' });
  });

  it('is restored by Back, although a filter had fewer pages', async () => {
    all[0] = { ...fruta(1), nota: 'Azeda' };
    const addresses = ['/frutas?pagina=3&por=25', '/frutas?nota=Azeda&por=25'];
    const { router } = await openFrutas(addresses, { List: FrutasList });
    await expect.element(page.getByText('Mostrando 1 fruta')).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = async (params) => (await promise, readList(params));
    router.history.back();
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    resolve();
    await expect.element(page.getByText('Mostrando 51–60 de 60 frutas')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ pagina: 3 });
  });

  it('beyond the last one redirects to the last one', async () => {
    const { router } = await openFrutas('/frutas?pagina=9&por=25', { List: FrutasList });
    await expect.element(page.getByText('Mostrando 51–60 de 60 frutas')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ pagina: 3 });
  });
});

describe('the search box and the filters', () => {
  it('lead to the first page of their matches, Limpar resets them, and Back restores them', async () => {
    const { router } = await openFrutas('/frutas?pagina=3&por=25', { List: FrutasList });
    await page.getByRole('searchbox', { name: 'Buscar fruta' }).fill('Fruta 4');
    await expect.element(page.getByText('Mostrando 10 frutas')).toBeVisible();
    await page.getByRole('combobox', { name: 'Nota' }).selectOptions('Azeda');
    await expect.element(page.getByText('Nenhuma fruta.')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar', exact: true }).click();
    await expect.element(page.getByText('Mostrando 1–25 de 60 frutas')).toBeVisible();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
    expect(router.state.location.search).toMatchObject({ pagina: 1, busca: '', nota: '' });
    router.history.back();
    await expect.element(page.getByText('Nenhuma fruta.')).toBeVisible();
    await expect.element(page.getByRole('searchbox')).toHaveValue('Fruta 4');
    expect(router.state.location.search).toMatchObject({ busca: 'Fruta 4', nota: 'Azeda' });
  });
});

describe('a failed request', () => {
  it('keeps the rows when it was a refetch', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(row('Fruta 01')).toBeVisible();
    simulatedPlatform.readList = () => Promise.reject(new Error('boom'));
    await queryClient.invalidateQueries();
    await waitUntilSettled();
    await expect.element(row('Fruta 01')).toBeVisible();
    expect(page.getByText('Não carregou: boom').query()).toBeNull();
  });

  it('is shown in place of the rows when the page was opened, after a spinner', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = () => promise;
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeInTheDocument();
    reject(new Error('boom'));
    await expect.element(page.getByText('Não carregou: boom')).toBeVisible();
    simulatedPlatform.readList = readList;
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect.element(row('Fruta 01')).toBeVisible();
  });

  it('is shown in place of rows from an earlier visit', async () => {
    const first = await openFrutas('/frutas', { List: FrutasList });
    await expect.element(row('Fruta 01')).toBeVisible();
    await first.unmount();
    await queryClient.invalidateQueries();
    simulatedPlatform.readList = () => Promise.reject(new Error('boom'));
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(page.getByText('Não carregou: boom')).toBeVisible();
    expect(row('Fruta 01').query()).toBeNull();
  });
});

describe('a duplicate', () => {
  it('is made once by three quick presses; its row is highlighted and visible, and its message opens it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let copies = 0;
    simulatedPlatform.duplicate = async (id) => {
      copies += 1;
      await promise;
      all.push({ ...fruta(id), id: 99, nome: 'Fruta 60 (Cópia)' });
      return { ...fruta(id), id: 99, nome: 'Fruta 60 (Cópia)' };
    };
    simulatedPlatform.stored = { ...simulatedPlatform.stored, id: 99, nome: 'Fruta 60 (Cópia)' };
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    const button = page.getByRole('button', { name: 'Duplicar Fruta 01', exact: true });
    await button.click();
    await userEvent.keyboard('{Enter}{Enter}');
    resolve();
    const copy = page.getByRole('row').filter({ hasText: 'Fruta 60 (Cópia)' });
    await expect.element(copy).toHaveAttribute('data-marked');
    await expect.element(copy).toBeInViewport();
    expect(copies).toBe(1);
    await page.getByRole('button', { name: 'Abrir a cópia' }).click();
    await expect
      .element(page.getByLabelText('Nome', { exact: true }))
      .toHaveValue('Fruta 60 (Cópia)');
    expect(router.state.location.pathname).toBe('/frutas/editar/99');
  });
});

describe('a row', () => {
  it('opens on a press anywhere in it, and its form is prefetched on hover', async () => {
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    const preload = vi.spyOn(router, 'preloadRoute');
    const shown = page.getByRole('row').filter({ hasText: 'Fruta 02' });
    await shown.hover();
    await expect.poll(() => preload).toHaveBeenCalledWith({ to: '/frutas/editar/2' });
    await shown.click();
    await expect.poll(() => router.state.location.pathname).toBe('/frutas/editar/2');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(row('Fruta 01')).toBeVisible();
  });

  it('allows the selection of its text, without opening it', async () => {
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    const name = row('Fruta 02');
    await expect.element(name).toBeVisible();
    const whole = page.getByRole('row').filter({ hasText: 'Fruta 02' });
    const price = whole.getByRole('cell').first();
    const { right } = price.element().getBoundingClientRect();
    await userEvent.dragAndDrop(name, whole, {
      sourcePosition: { x: 1, y: 8 },
      targetPosition: { x: right - whole.element().getBoundingClientRect().left, y: 24 },
    });
    expect(getSelection()?.toString()).toMatch(/^Fruta 02\s+2\s*$/);
    // Drag within the name, which is a link.
    await userEvent.dragAndDrop(name, name, {
      sourcePosition: { x: 1, y: 8 },
      targetPosition: { x: 30, y: 8 },
    });
    expect(getSelection()?.toString()).toMatch(/^Frut/);
    expect(router.state.location.pathname).toBe('/frutas');
    await price.click();
    await expect.poll(() => router.state.location.pathname).toBe('/frutas/editar/2');
  });

  it('opens in another tab with Ctrl or the middle button, anywhere in it', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    const price = page.getByRole('row').filter({ hasText: 'Fruta 02' }).getByRole('cell').first();
    await price.click({ modifiers: ['ControlOrMeta'] });
    await price.click({ button: 'middle' });
    await expect
      .poll(() => opened.mock.calls.map(([to, tab]) => [to, tab]))
      .toEqual([
        ['/frutas/editar/2', '_blank'],
        ['/frutas/editar/2', '_blank'],
      ]);
    expect(router.state.location.pathname).toBe('/frutas');
    opened.mockRestore();
  });

  it('is deleted after a confirmation, and the next one gets the focus', async () => {
    simulatedPlatform.remove = async (id) => {
      all = all.filter((each) => each.id !== id);
    };
    await openFrutas('/frutas', { List: FrutasList });
    await page.getByRole('button', { name: 'Excluir Fruta 02', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect.element(question.getByText('Excluir esta fruta?')).toBeVisible();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect.element(row('Fruta 02')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: 'Excluir Fruta 03', exact: true }))
      .toHaveFocus();
  });

  it('is highlighted for a second after it was saved', async () => {
    simulatedPlatform.stored = { ...simulatedPlatform.stored, id: 3, nome: 'Fruta 03' };
    await openFrutas(['/frutas', '/frutas/editar/3'], { List: FrutasList });
    await findField('Nota').fill('Azeda');
    await clickSave();
    const saved = page.getByRole('row').filter({ hasText: 'Fruta 03' });
    await expect.element(saved).toHaveAttribute('data-marked', 'saved');
    await expect.element(saved).not.toHaveAttribute('data-marked');
  });

  it('offers to undo a save without a message, until it is undone', async () => {
    const { router } = await openFrutas('/frutas/editar/7', { List: FrutasList });
    await findField('Nota').fill('Azeda');
    await clickSave();
    await router.navigate({ to: '/frutas' });
    const undo = page.getByRole('button', {
      name: 'Desfazer a alteração de Fruta 07',
      exact: true,
    });
    await expect.element(undo).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Editar Fruta 08' })).toBeVisible();
    expect(
      page.getByRole('button', { name: 'Desfazer a alteração de Fruta 08' }).query(),
    ).toBeNull();
    const refused = Promise.withResolvers<boolean>();
    vi.mocked(undoSavedChanges).mockReturnValue(refused.promise);
    await undo.click();
    await undo.click();
    await expect.poll(() => undoSavedChanges).toHaveBeenCalled();
    await waitUntilSettled();
    expect(undoSavedChanges).toHaveBeenCalledTimes(1);
    expect(vi.mocked(undoSavedChanges).mock.lastCall?.[0]).toEqual([
      { table: 'banners', id: 7, version: 2 },
    ]);
    refused.resolve(false);
    await expect.element(undo).toBeVisible();

    await page.viewport(390, 844);
    vi.mocked(undoSavedChanges).mockResolvedValue(true);
    await page.getByRole('button', { name: 'Opções de Fruta 07' }).click();
    await page.getByRole('menuitem', { name: 'Desfazer a alteração' }).click();
    await page.viewport(1366, 768);
    await expect.element(undo).not.toBeInTheDocument();
  });

  it('has its commands in a menu on a phone', async () => {
    await page.viewport(390, 844);
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    const button = page.getByRole('button', { name: 'Opções de Fruta 02' });
    await button.click();
    const menu = page.getByRole('menu', { name: 'Opções de Fruta 02' });
    await expect.element(menu).toHaveTextContent('EditarPreçoF2SelecionarDuplicarExcluir');
    // The shortcut F2 is shown beside the label, but is not part of the accessible name.
    const editing = page.getByRole('menuitem', { name: 'Preço', exact: true });
    await expect.element(editing).toHaveAttribute('aria-keyshortcuts', 'F2');
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    await button.click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/frutas/editar/2');
    await page.viewport(1366, 768);
  });
});

describe('a row is changed in place', () => {
  const editor = (nome: string) => page.getByRole('textbox', { name: `Preço de ${nome}` });

  it('by F2; a save leads to the row below, and Escape back to the list', async () => {
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await expect.element(row('Fruta 24')).toBeVisible();
    const link = row('Fruta 24').element();
    if (link instanceof HTMLElement) link.focus();
    await userEvent.keyboard('{F2}');
    await expect.element(editor('Fruta 24')).toHaveFocus();
    await userEvent.keyboard('3{Enter}');
    await expect.element(editor('Fruta 25')).toHaveFocus();
    await expect.element(editor('Fruta 25')).toBeInViewport();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('Fruta 25')).toHaveFocus();
    await userEvent.keyboard('{F2}4{Enter}');
    // Fruta 25 is the last row of the page: the focus returns to it.
    await expect.element(row('Fruta 25')).toHaveFocus();
    expect(simulatedPlatform.changed).toEqual([
      [24, '3'],
      [25, '4'],
    ]);
  });

  describe('with typed text in its editor', () => {
    async function typeInFirstRow() {
      await openFrutas('/frutas?por=25&nota=Doce', { List: FrutasList });
      await expect.element(row('Fruta 01')).toBeVisible();
      await pressF2('Fruta 01');
      await editor('Fruta 01').fill('123');
    }

    async function pressF2(nome: string) {
      const link = row(nome).element();
      if (link instanceof HTMLElement) link.focus();
      await userEvent.keyboard('{F2}');
      await expect.element(editor(nome)).toBeVisible();
    }

    it('which F2 in that editor keeps', async () => {
      await typeInFirstRow();
      await userEvent.keyboard('{F2}');
      await waitUntilSettled();
      await expect.element(editor('Fruta 01')).toHaveValue('123');
    });

    it('which stays when F2 opens another row; each editor closes on its own', async () => {
      await typeInFirstRow();
      await pressF2('Fruta 03');
      await waitUntilSettled();
      await expect.element(editor('Fruta 01')).toHaveValue('123');
      await editor('Fruta 03').click();
      await userEvent.keyboard('{Escape}');
      await expect.element(editor('Fruta 03')).not.toBeInTheDocument();
      await editor('Fruta 01').click();
      await userEvent.keyboard('{Enter}');
      await expect.element(editor('Fruta 02')).toHaveFocus();
      expect(simulatedPlatform.changed).toEqual([[1, '123']]);
    });

    it('and Enter, after which F2 in another row moves the editor without typed text', async () => {
      await typeInFirstRow();
      await userEvent.keyboard('{Enter}');
      await expect.element(editor('Fruta 02')).toHaveFocus();
      await pressF2('Fruta 04');
      await expect.element(editor('Fruta 02')).not.toBeInTheDocument();
    });

    it('and Enter, after which F2 opens an editor on the next page', async () => {
      await typeInFirstRow();
      await userEvent.keyboard('{Enter}');
      await expect.element(editor('Fruta 02')).toBeVisible();
      await page.getByRole('button', { name: 'Próxima página' }).click();
      await expect.element(row('Fruta 26')).toBeVisible();
      await pressF2('Fruta 26');
    });

    it('which stays with its row until the editor closes, although a refetch no longer has the row', async () => {
      await typeInFirstRow();
      all[0] = { ...all[0]!, version: 2, nota: 'Azeda' };
      await queryClient.invalidateQueries({ queryKey: ['frutas'] });
      await waitUntilSettled();
      await expect.element(editor('Fruta 01')).toHaveValue('123');
      const names = page.getByRole('link', { name: /^Fruta/ }).elements();
      expect(names.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
        'Fruta 01',
        'Fruta 02',
      ]);
      await editor('Fruta 01').click();
      await userEvent.keyboard('{Escape}');
      await expect.element(row('Fruta 01')).not.toBeInTheDocument();
    });

    it('and a question before a search, whose box shows the list again if the user stays', async () => {
      await typeInFirstRow();
      const search = page.getByRole('searchbox', { name: 'Buscar fruta' });
      await search.fill('Fruta 05');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
      await expect.element(search).toHaveValue('');
      await expect.element(editor('Fruta 01')).toHaveValue('123');
    });

    it('which stays although a refetch has no row at all', async () => {
      await typeInFirstRow();
      all = [];
      await queryClient.invalidateQueries({ queryKey: ['frutas'] });
      await waitUntilSettled();
      await expect.element(editor('Fruta 01')).toHaveValue('123');
      await editor('Fruta 01').click();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByText('Nenhuma fruta.')).toBeVisible();
    });

    it('and Enter, which stays after a failed save, although a refetch no longer has the row', async () => {
      await typeInFirstRow();
      const sent = beginSave(all[0]!, { preco: 123 });
      await userEvent.keyboard('{Enter}');
      await expect.element(editor('Fruta 02')).toHaveFocus();
      sent.fail();
      await expect.element(editor('Fruta 01')).toBeVisible();
      all[0] = { ...all[0]!, version: 2, nota: 'Azeda' };
      await queryClient.invalidateQueries({ queryKey: ['frutas'] });
      await waitUntilSettled();
      await expect.element(editor('Fruta 01')).toBeVisible();
      await editor('Fruta 01').click();
      await userEvent.keyboard('{Escape}');
      await expect.element(row('Fruta 01')).not.toBeInTheDocument();
    });
  });

  it('by the pencil, whose row is found with a single DOM query', async () => {
    await openFrutas('/frutas?por=100', { List: FrutasList });
    await expect.element(row('Fruta 60')).toBeVisible();
    const pencil = page.getByRole('button', { name: 'Preço (F2)' });
    await expect
      .poll(async () => {
        await row('Fruta 01').hover();
        await row('Fruta 02').hover();
        return pencil.query();
      })
      .not.toBeNull();
    const find = vi.spyOn(Element.prototype, 'querySelector');
    await row('Fruta 60').hover();
    await expect
      .poll(() => document.querySelector('.row-pencil')?.getBoundingClientRect().top)
      .toBeDefined();
    const requests = find.mock.calls.filter(([selector]) => selector.includes('.row-link'));
    find.mockRestore();
    expect(requests.length).toBeLessThan(20);
  });

  it('by the button on hover, in its own row', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    const shown = page.getByRole('row').filter({ hasText: 'Fruta 02' });
    await shown.hover();
    await page.getByRole('button', { name: 'Preço (F2)' }).click();
    await expect.element(editor('Fruta 02')).toHaveFocus();
    const lies = editor('Fruta 02').element().getBoundingClientRect();
    const line = shown.element().getBoundingClientRect();
    expect(lies.top).toBeGreaterThanOrEqual(line.top - 0.5);
    expect(lies.bottom).toBeLessThanOrEqual(line.bottom + 0.5);
  });

  it('by the button on hover, which covers no checkbox while the amounts are hidden', async () => {
    simulatedPlatform.taste = () => {};
    await openFrutas('/frutas', { List: FrutasList });
    await page.getByRole('button', { name: 'Colunas' }).click();
    await page.getByRole('dialog', { name: 'Colunas' }).getByLabelText('Preço').click();
    await userEvent.keyboard('{Escape}');
    for (const width of [1366, 900]) {
      await page.viewport(width, 768);
      const pencil = page.getByRole('button', { name: 'Preço (F2)' });
      await expect
        .poll(async () => {
          await row('Fruta 01').hover();
          await row('Fruta 02').hover();
          return pencil.query();
        })
        .not.toBeNull();
      const [check, button, actions] = [
        page.getByRole('checkbox', { name: 'Selecionar Fruta 02' }),
        pencil,
        page.getByRole('link', { name: 'Editar Fruta 02' }),
      ].map((each) => each.element().getBoundingClientRect());
      expect(button!.left, `${width} pixels wide`).toBeGreaterThanOrEqual(check!.right);
      expect(button!.right, `${width} pixels wide`).toBeLessThanOrEqual(actions!.left);
    }
    await page.viewport(1366, 768);
  });

  it('with a question before an unsaved change is left, unless its save is in flight', async () => {
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    const leave = () => void router.navigate({ to: '/frutas/editar/7' });
    await page.getByRole('row').filter({ hasText: 'Fruta 02' }).hover();
    await page.getByRole('button', { name: 'Preço (F2)' }).click();
    await editor('Fruta 02').fill('3');
    leave();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(editor('Fruta 02')).toHaveValue('3');
    expect(router.state.location.pathname).toBe('/frutas');
    await editor('Fruta 02').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(editor('Fruta 03')).toHaveFocus();
    expect(simulatedPlatform.changed).toEqual([[2, '3']]);
    leave();
    await expect.element(findField('Nome')).toBeVisible();
    expect(question.query()).toBeNull();
  });

  it('from its menu on a phone', async () => {
    await page.viewport(390, 844);
    await openFrutas('/frutas', { List: FrutasList });
    await page.getByRole('button', { name: 'Opções de Fruta 02' }).click();
    await page.getByRole('menuitem', { name: 'Preço' }).click();
    await expect.element(editor('Fruta 02')).toHaveFocus();
    // The menu has closed, because an open menu would cover the editor.
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await page.viewport(1366, 768);
  });
});

describe('a copy that sorts before its original', () => {
  it('is shown below it, so that no row moves under the pointer', async () => {
    simulatedPlatform.duplicate = async () => {
      all.push({ ...fruta(2), id: 99, nome: 'Fruta 02 (Cópia)' });
      return { ...fruta(2), id: 99, nome: 'Fruta 02 (Cópia)' };
    };
    await openFrutas('/frutas?ordem=-nome&por=100', { List: FrutasList });
    const original = page.getByRole('row').filter({ has: row('Fruta 02') });
    const top = () => original.element().getBoundingClientRect().top;
    await page.getByRole('button', { name: 'Duplicar Fruta 02', exact: true }).click();
    const before = top();
    const copy = page.getByRole('row').filter({ hasText: 'Fruta 02 (Cópia)' });
    await expect.element(copy).toHaveAttribute('data-marked', 'copy');
    expect(top()).toBe(before);
    expect(original.element().nextElementSibling).toBe(copy.element());
    // The copy stays in the list when its original is deleted.
    simulatedPlatform.remove = async (id) => {
      all = all.filter((each) => each.id !== id);
    };
    await page.getByRole('button', { name: 'Excluir Fruta 02', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect.element(row('Fruta 02')).not.toBeInTheDocument();
    await expect.element(copy).toBeVisible();
  });
});

describe('a copy that sorts onto an earlier page', () => {
  it('is also shown below its original, and no row of the page moves', async () => {
    let copies = 0;
    let readings = 0;
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = async (params) => {
      const found = await readList(params);
      readings += 1;
      return found;
    };
    const duplicate = async (name: string) => {
      const before = readings;
      await page.getByRole('button', { name: `Duplicar ${name}`, exact: true }).click();
      await expect.poll(() => readings).toBeGreaterThan(before);
      await waitUntilSettled();
      // Close the messages, because a message could cover a button of the list.
      clearToasts();
    };
    simulatedPlatform.duplicate = async (id) => {
      copies += 1;
      // The copy sorts before all other rows.
      all.push({ ...fruta(id), id: 99 + copies, nome: `Cópia ${copies}` });
      return { ...fruta(id), id: 99 + copies, nome: `Cópia ${copies}` };
    };
    await openFrutas('/frutas?pagina=2&por=25', { List: FrutasList });
    const names = () =>
      page
        .getByRole('row')
        .elements()
        .slice(1)
        .map((each) => each.querySelector('.row-link')?.textContent);
    // Wait for the rows below the viewport: the first render leaves them out.
    await expect.poll(names).toHaveLength(25);
    const shown = names();
    await duplicate('Fruta 27');
    await expect.element(row('Cópia 1')).toBeVisible();
    await duplicate('Fruta 50');
    await expect.element(row('Cópia 2')).toBeInViewport();
    const copied = ['Fruta 26', 'Fruta 27', 'Cópia 1', 'Fruta 28'];
    await expect.poll(() => names().slice(0, 4)).toEqual(copied);
    await expect.poll(() => names().at(-1)).toBe('Cópia 2');
    expect(names().filter((name) => !name?.startsWith('Cópia'))).toEqual(shown);
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await expect.element(row('Cópia 2')).toBeVisible();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect.element(row('Fruta 27')).toBeVisible();
  });
});

describe('a copy that sorts onto a later page', () => {
  it('is highlighted below its original, until it is undone', async () => {
    simulatedPlatform.duplicate = async (id) => {
      all.push({ ...fruta(id), id: 99, nome: 'Zimbro (Cópia)' });
      return { ...fruta(id), id: 99, nome: 'Zimbro (Cópia)' };
    };
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await page.getByRole('button', { name: 'Duplicar Fruta 02', exact: true }).click();
    const copy = page.getByRole('row').filter({ hasText: 'Zimbro (Cópia)' });
    await expect.element(copy).toHaveAttribute('data-marked', 'copy');
    await expect.element(copy).toBeInViewport();
    const original = page.getByRole('row').filter({ has: row('Fruta 02') });
    expect(original.element().nextElementSibling).toBe(copy.element());
    await expect.element(row('Fruta 25')).toBeVisible();
    // These two undos concern a later save of the copy and a record of another table: the copy stays in the list.
    recordUndoneChange({ table: frutas.table, id: 99, version: 2 });
    recordUndoneChange({ table: 'products', id: 99, version: 1 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(original.element().nextElementSibling).toBe(copy.element());
    recordUndoneChange({ table: frutas.table, id: 99, version: 1 });
    await expect.element(copy).not.toBeInTheDocument();
  });

  it('shows the values of its save in place, before and after the response', async () => {
    const copy = { ...fruta(2), id: 97, nome: 'Zimbro (Cópia)' };
    simulatedPlatform.duplicate = async () => copy;
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await page.getByRole('button', { name: 'Duplicar Fruta 02', exact: true }).click();
    const shown = page.getByRole('row').filter({ hasText: 'Zimbro (Cópia)' });
    await expect.element(shown).toBeVisible();
    const sent = beginSave(copy, { preco: 123 });
    await expect.poll(() => shown.element().textContent).toContain('123');
    sent.end();
    await expect.poll(() => queryClient.isMutating()).toBe(0);
    await waitUntilSettled();
    await expect.poll(() => shown.element().textContent).toContain('123');
  });

  it('shows the values before its saves in place again when these are undone', async () => {
    const copy = { ...fruta(2), id: 95, nome: 'Zimbro (Cópia)', preco: 45 };
    simulatedPlatform.duplicate = async () => copy;
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await page.getByRole('button', { name: 'Duplicar Fruta 02', exact: true }).click();
    const shown = page.getByRole('row').filter({ hasText: 'Zimbro (Cópia)' });
    await expect.element(shown).toBeVisible();
    let stored = copy;
    for (const preco of [123, 124]) {
      const sent = beginSave(stored, { preco });
      sent.end();
      stored = { ...stored, preco, version: stored.version + 1 };
      await expect.poll(() => queryClient.isMutating()).toBe(0);
      await waitUntilSettled();
    }
    await expect.poll(() => shown.element().textContent).toContain('124');
    recordUndoneChange({ table: frutas.table, id: 95, version: stored.version });
    await expect.poll(() => shown.element().textContent).toContain('123');
    recordUndoneChange({ table: frutas.table, id: 95, version: stored.version - 1 });
    await expect.poll(() => shown.element().textContent).toContain('45');
  });

  it('stays with the typed text of its editor, although its original has left the page', async () => {
    simulatedPlatform.duplicate = async (id) => ({ ...fruta(id), id: 96, nome: 'Zimbro (Cópia)' });
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await page.getByRole('button', { name: 'Duplicar Fruta 02', exact: true }).click();
    const link = row('Zimbro (Cópia)');
    await expect.element(link).toBeVisible();
    const element = link.element();
    if (element instanceof HTMLElement) element.focus();
    await userEvent.keyboard('{F2}');
    const editor = page.getByRole('textbox', { name: 'Preço de Zimbro (Cópia)' });
    await editor.fill('123');
    all = all.filter(({ id }) => id !== 2);
    await queryClient.invalidateQueries({ queryKey: ['frutas'] });
    await expect.element(row('Fruta 02')).not.toBeInTheDocument();
    await expect.element(editor).toHaveValue('123');
  });

  it('disappears at the next refetch after another user deleted it', async () => {
    let gone: (string | number)[] = [];
    vi.mocked(deletedIdsQuery).mockImplementation((_table, ids) =>
      queryOptions({
        queryKey: ['frutas', 'gone', ids],
        queryFn: async () => gone,
        enabled: ids.length > 0,
      }),
    );
    simulatedPlatform.duplicate = async (id) => ({
      ...fruta(id),
      id: 98,
      nome: `Zimbro (Cópia de ${id})`,
    });
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await page.getByRole('button', { name: 'Duplicar Fruta 02', exact: true }).click();
    await expect.poll(() => vi.mocked(deletedIdsQuery).mock.lastCall).toEqual([frutas.table, [98]]);
    await expect.element(row('Zimbro (Cópia de 2)')).toBeVisible();
    gone = [98];
    await queryClient.invalidateQueries({ queryKey: ['frutas'] });
    await expect.element(row('Zimbro (Cópia de 2)')).not.toBeInTheDocument();
    await expect.element(row('Fruta 02')).toBeVisible();
  });

  it('or further down on this page moves no row before the list was refetched', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    simulatedPlatform.duplicate = async (id) => {
      all.push({ ...fruta(id), id: 99, nome: 'Fruta 09 (Cópia)' });
      return { ...fruta(id), id: 99, nome: 'Fruta 09 (Cópia)' };
    };
    await openFrutas('/frutas?por=25', { List: FrutasList });
    await expect.element(row('Fruta 02')).toBeVisible();
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = async (params) => (await promise, readList(params));
    await page.getByRole('button', { name: 'Duplicar Fruta 02', exact: true }).click();
    await expect.element(page.getByText('Fruta duplicada!')).toBeVisible();
    expect(row('Fruta 09 (Cópia)').query()).toBeNull();
    resolve();
    await expect.element(row('Fruta 09 (Cópia)')).toBeVisible();
    const above = page.getByRole('row').filter({ has: row('Fruta 09') });
    expect(above.element().nextElementSibling?.textContent).toContain('Fruta 09 (Cópia)');
  });
});

describe('a message over a list', () => {
  it.each([
    [1366, 'Excluir'],
    [390, 'Opções de'],
  ])('covers no button of a row, %i pixels wide', async (width, button) => {
    await page.viewport(width, 768);
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(row('Fruta 01')).toBeVisible();
    toast.success('Fruta excluída com sucesso!', { action: { label: 'Desfazer', run: () => {} } });
    await expect.element(page.getByText('Fruta excluída com sucesso!')).toBeVisible();
    scrollTo(0, 500);
    const names = new RegExp(`^${button} Fruta`);
    const inSight = () =>
      page
        .getByRole('button', { name: names })
        .elements()
        .map((each) => [each, middleOf(each)] as const)
        .filter(([, { y }]) => y > 100 && y < innerHeight - 10);
    await expect.poll(() => inSight().length).toBeGreaterThan(5);
    const covered = () =>
      inSight().filter(([each, { x, y }]) => {
        const there = document.elementFromPoint(x, y);
        return there?.closest('[role=status], [role=alert], [popover]') && !each.contains(there);
      });
    await expect.poll(() => covered().map(([each]) => each.ariaLabel)).toEqual([]);
    await page.viewport(1366, 768);
  });
});

describe('a list without rows', () => {
  it('shows the purpose of its records, and how to add the first one', async () => {
    all = [];
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(page.getByText('O que se colhe.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Colher a primeira fruta' }))
      .toHaveAttribute('href', '/frutas/adicionar');
  });

  it('removes the filters that hide them', async () => {
    const { router } = await openFrutas('/frutas?busca=nada&nota=Azeda', { List: FrutasList });
    await page.getByRole('button', { name: 'Remover filtros' }).click();
    await expect.element(row('Fruta 01')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ busca: '', nota: '' });
    router.history.back();
    await expect
      .poll(() => router.state.location.search)
      .toMatchObject({ busca: 'nada', nota: 'Azeda' });
  });
});

describe('on a phone', () => {
  it('filters and order are in a sheet, whose button shows the number of set filters', async () => {
    await page.viewport(390, 844);
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    await page.getByRole('button', { name: 'Filtros e ordem', exact: true }).click();
    await page.getByLabelText('Nota').selectOptions('Doce');
    await page.getByLabelText('Ordenar por').selectOptions('Nome, decrescente');
    await page.getByRole('button', { name: 'Ver resultados' }).click();
    await expect.element(row('Fruta 60')).toBeInViewport();
    expect(router.state.location.search).toMatchObject({ nota: 'Doce', ordem: '-nome' });
    await page.getByRole('button', { name: 'Filtros e ordem (1 ativo)' }).click();
    await page.getByRole('button', { name: 'Limpar' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Filtros e ordem', exact: true }))
      .toBeInTheDocument();
    await page.viewport(1366, 768);
  });
});

it('also has its filters in a sheet if the open sidebar leaves no space for them', async () => {
  await page.viewport(1060, 768);
  await openFrutas('/frutas', { List: FrutasList });
  const sheet = page.getByRole('button', { name: 'Filtros e ordem', exact: true });
  await expect.element(sheet).toBeVisible();
  toggleSidebar();
  await expect.element(page.getByLabelText('Nota')).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  toggleSidebar();
  await page.viewport(1366, 768);
});

it('has no layout shift when its rows arrive', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { readList } = simulatedPlatform;
  simulatedPlatform.readList = async (params) => (await promise, readList(params));
  await openFrutas('/frutas', { List: FrutasList });
  await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
  const shifts = new PerformanceObserver(() => {});
  shifts.observe({ type: 'layout-shift' });
  resolve();
  await expect.element(row('Fruta 01')).toBeVisible();
  await waitUntilSettled();
  expect(shifts.takeRecords()).toEqual([]);
});

function fruta(id: number): Fruta {
  const nome = `Fruta ${String(id).padStart(2, '0')}`;
  return { id, version: 1, nome, nota: 'Doce', preco: id, foto: null };
}

/** Starts a save in place; `end` resolves it, and `fail` rejects it. */
function beginSave(stored: Fruta, values: Partial<Fruta>) {
  const { promise, resolve, reject } = Promise.withResolvers<Fruta>();
  const options = {
    mutationKey: [frutas.table, 'edit'],
    mutationFn: () => promise,
    meta: { listed: (saved: Fruta) => toListedRow(frutasListQuery, saved) },
  };
  const mutation = queryClient.getMutationCache().build(queryClient, options);
  void mutation.execute({ stored, values }).catch(() => {});
  return {
    end: () => resolve({ ...stored, ...values, version: stored.version + 1 }),
    fail: () => reject(new PlatformError({}, 0)),
  };
}

function row(nome: string) {
  return page.getByRole('link', { name: nome, exact: true });
}

function middleOf(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
