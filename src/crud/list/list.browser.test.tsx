import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { currentSession } from '#data/session.ts';
import { FrutasList, open, platform, startOver } from '../testing/frutas.tsx';
import type { Fruta } from '../testing/frutas.tsx';

vi.mock('#data/session.ts', { spy: true });

let all: Fruta[];

beforeEach(() => {
  startOver();
  vi.mocked(currentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
  all = Array.from({ length: 60 }, (_, index) => fruta(index + 1));
  platform.readList = async ({ busca, nota, ordem, pagina, por }) => {
    const found = all.filter((each) => each.nome.includes(busca) && (!nota || each.nota === nota));
    found.sort((a, b) => a.nome.localeCompare(b.nome) * (ordem === '-nome' ? -1 : 1));
    return { rows: found.slice((pagina - 1) * por, pagina * por), total: found.length };
  };
});

describe('a page of a list', () => {
  it('says which rows it shows, and keeps them until the next ones are there', async () => {
    await open('/frutas?por=25', { List: FrutasList });
    await expect.element(page.getByText('Mostrando 1–25 de 60 frutas')).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { readList } = platform;
    platform.readList = async (params) => (await promise, readList(params));
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await expect.element(row('Fruta 01')).toBeVisible();
    resolve();
    await expect.element(row('Fruta 26')).toBeVisible();
    await expect.element(page.getByText('Mostrando 26–50 de 60 frutas')).toBeVisible();
  });

  it('stays the one that Back leads to, though a filter had fewer pages', async () => {
    all[0] = { ...fruta(1), nota: 'Azeda' };
    const addresses = ['/frutas?pagina=3&por=25', '/frutas?nota=Azeda&por=25'];
    const { router } = await open(addresses, { List: FrutasList });
    await expect.element(page.getByText('Mostrando 1 fruta')).toBeVisible();
    const { readList } = platform;
    platform.readList = async (params) => (await later(200), readList(params));
    router.history.back();
    await expect.element(page.getByText('Mostrando 51–60 de 60 frutas')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ pagina: 3 });
  });

  it('beyond the last one leads to the last one', async () => {
    const { router } = await open('/frutas?pagina=9&por=25', { List: FrutasList });
    await expect.element(page.getByText('Mostrando 51–60 de 60 frutas')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ pagina: 3 });
  });
});

describe('the search box and the filters', () => {
  it('lead to the first page of what they find, and Limpar forgets them', async () => {
    const { router } = await open('/frutas?pagina=3&por=25', { List: FrutasList });
    await page.getByRole('searchbox', { name: 'Buscar fruta' }).fill('Fruta 4');
    await expect.element(page.getByText('Mostrando 10 frutas')).toBeVisible();
    await page.getByRole('combobox', { name: 'Nota' }).selectOptions('Azeda');
    await expect.element(page.getByText('Nenhuma fruta.')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar', exact: true }).click();
    await expect.element(page.getByText('Mostrando 1–25 de 60 frutas')).toBeVisible();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
    expect(router.state.location.search).toMatchObject({ pagina: 1, busca: '', nota: '' });
  });
});

describe('a reading that fails', () => {
  it('takes nothing away when it was a refresh', async () => {
    await open('/frutas', { List: FrutasList });
    await expect.element(row('Fruta 01')).toBeVisible();
    platform.readList = () => Promise.reject(new Error('boom'));
    await queryClient.invalidateQueries();
    await later(100);
    await expect.element(row('Fruta 01')).toBeVisible();
    expect(page.getByText('Não carregou: boom').query()).toBeNull();
  });

  it('is said in place of the rows when the page was opened, after a spinner', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const { readList } = platform;
    platform.readList = () => promise;
    await open('/frutas', { List: FrutasList });
    await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeInTheDocument();
    reject(new Error('boom'));
    await expect.element(page.getByText('Não carregou: boom')).toBeVisible();
    platform.readList = readList;
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect.element(row('Fruta 01')).toBeVisible();
  });

  it('is said in place of rows that an earlier visit has left', async () => {
    const first = await open('/frutas', { List: FrutasList });
    await expect.element(row('Fruta 01')).toBeVisible();
    await first.unmount();
    await queryClient.invalidateQueries();
    platform.readList = () => Promise.reject(new Error('boom'));
    await open('/frutas', { List: FrutasList });
    await expect.element(page.getByText('Não carregou: boom')).toBeVisible();
    expect(row('Fruta 01').query()).toBeNull();
  });
});

describe('a duplicate', () => {
  it('is made once by three hasty presses; its row is marked and in sight, and its message opens it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let copies = 0;
    platform.duplicate = async (id) => {
      copies += 1;
      await promise;
      all.push({ ...fruta(id), id: 99, nome: 'Fruta 60 (Cópia)' });
      return { id: 99 };
    };
    platform.stored = { ...platform.stored, id: 99, nome: 'Fruta 60 (Cópia)' };
    const { router } = await open('/frutas', { List: FrutasList });
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

function fruta(id: number): Fruta {
  return { id, version: 1, nome: `Fruta ${String(id).padStart(2, '0')}`, nota: 'Doce', preco: id };
}

function row(nome: string) {
  return page.getByRole('link', { name: nome, exact: true });
}

function later(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
