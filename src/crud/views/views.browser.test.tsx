import '../../styles.css';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { rest } from '#data/rest-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { openFrutas, simulatedPlatform, resetTestArea } from '../testing/frutas.tsx';
import { FrutasList } from '../testing/frutas-list.tsx';
import { storeViewsAndSettings, readStoredViewsAndSettings } from '../list-search.ts';
import type { ViewsAndSettings } from '../list-search.ts';

vi.mock('#data/session.ts', { spy: true });

/** The URL parameters of each request of the list. */
let requests: Record<string, unknown>[];
/** The arguments of the calls that store a list setting or the order of the views. */
let settings: unknown[];

beforeEach(() => {
  resetTestArea();
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
  requests = [];
  settings = [];
  simulatedPlatform.readList = async (params) => {
    requests.push(params);
    const { id, version, nome, nota, preco, foto } = simulatedPlatform.stored;
    return { rows: [{ id, version, nome, nota, preco, foto }], total: 1 };
  };
  vi.spyOn(rest, 'rpc').mockImplementation(((name: string, given: { ids?: string[] }) => {
    if (name === 'list_choices') return answering(simulatedPlatform.choices);
    settings.push(given);
    if (given.ids) putInOrder(given.ids);
    return answering({});
  }) as never);
});

function putInOrder(ids: string[]) {
  const { views } = simulatedPlatform.choices;
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const ordered = views.toSorted((a, b) => place(a.id) - place(b.id));
  simulatedPlatform.choices = { ...simulatedPlatform.choices, views: ordered };
}

/** Returns a fake request of the REST client: a promise of the response, with the method `abortSignal`. */
function answering(data: unknown) {
  const answer = Promise.resolve({ data, error: null });
  return Object.assign(answer, { abortSignal: () => answer });
}

const textOf = (shown: Locator) => shown.element().textContent;

const heads = () => page.getByRole('columnheader');
const tabs = () => page.getByRole('navigation', { name: 'Visualizações' });
const row = () => page.getByRole('row').filter({ hasText: 'Caju' });

const green = {
  id: 'v1',
  area: 'banners',
  name: 'Verdes',
  address: 'cor=verde&ordem=-preco&por=50',
  position: 3,
};
const withViews = (...views: Partial<ViewsAndSettings['views'][number]>[]): ViewsAndSettings => ({
  settings: {},
  views: views.map((view) => ({ ...green, shared: false, ...view })),
  may_share: false,
});

describe('the columns of a list', () => {
  it('are all shown at first, and each but the name can be hidden and shown again', async () => {
    await openFrutas('/frutas', { List: FrutasList });
    await expect.poll(() => textOf(row())).toMatch(/12Doce/);
    await page.getByRole('button', { name: 'Colunas' }).click();
    const choice = page.getByRole('dialog', { name: 'Colunas' });
    await expect.element(choice.getByRole('checkbox').first()).toBeChecked();
    expect(choice.getByRole('checkbox').elements()).toHaveLength(2);
    await choice.getByLabelText('Preço').click();
    await expect.poll(() => textOf(row())).not.toMatch(/12Doce/);
    await expect.poll(() => textOf(row())).toMatch(/Doce/);
    expect(
      heads()
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Nome', 'Nota', 'Ações']);
    expect(settings.at(-1)).toEqual({ area: 'banners', hidden_columns: 'preco' });
    expect(readStoredViewsAndSettings()?.settings['banners']?.hidden).toBe('preco');
    expect(requests).toHaveLength(1); // Hiding a column does not refetch the list.
    await choice.getByRole('button', { name: 'Mostrar todas' }).click();
    await expect.poll(() => textOf(row())).toMatch(/12Doce/);
  });

  it('are stored one choice after the other, however slow the platform is', async () => {
    const first = Promise.withResolvers<{ data: object; error: null }>();
    const answers = vi.mocked(rest.rpc).getMockImplementation();
    await openFrutas('/frutas', { List: FrutasList });
    await page.getByRole('button', { name: 'Colunas' }).click();
    const choice = page.getByRole('dialog', { name: 'Colunas' });
    vi.mocked(rest.rpc).mockImplementationOnce(((_name: string, given: unknown) => {
      settings.push(given);
      return first.promise;
    }) as never);
    await choice.getByLabelText('Preço').click();
    await choice.getByLabelText('Nota').click();
    await expect.poll(() => textOf(row())).not.toMatch(/Doce/);
    expect(settings).toHaveLength(1);
    vi.mocked(rest.rpc).mockImplementation(answers!);
    first.resolve({ data: {}, error: null });
    await expect
      .poll(() => settings.at(-1))
      .toEqual({ area: 'banners', hidden_columns: 'preco.nota' });
  });

  it('are those of the user from the first paint on', async () => {
    simulatedPlatform.choices = {
      ...withViews(),
      settings: { banners: { hidden: 'nota.nome', size: null } },
    };
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(row()).toBeVisible();
    // The name is always visible, even if the settings hide it.
    expect(
      heads()
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Nome', 'Preço', 'Ações']);
    expect(requests.map(({ por }) => por)).toEqual([100]);
  });
});

describe('the rows of a page', () => {
  it('have the page size of the user, unless the URL defines another', async () => {
    storeViewsAndSettings({ ...withViews(), settings: { banners: { hidden: '', size: 25 } } });
    await openFrutas('/frutas', { List: FrutasList });
    await expect.element(row()).toBeVisible();
    await page.getByLabelText('Linhas por página').selectOptions('50');
    await expect.poll(() => settings.at(-1)).toEqual({ area: 'banners', page_size: 50 });
    expect(requests.map(({ por }) => por)).toEqual([25, 50]);
    await openFrutas('/frutas?por=200', { List: FrutasList });
    await expect.poll(() => requests.at(-1)).toMatchObject({ por: 200 });
  });
});

describe('saved views', () => {
  it('are tabs, each with a URL; the open one shows that the list was changed', async () => {
    simulatedPlatform.choices = withViews(
      {},
      { id: 'v2', name: 'De todos', address: '', shared: true },
    );
    const { router } = await openFrutas('/frutas', { List: FrutasList });
    await expect.element(tabs()).toHaveTextContent('TodasVerdesDe todos');
    await expect
      .element(tabs().getByRole('link', { name: 'Todas', exact: true }))
      .toHaveAttribute('aria-current');
    const tab = tabs().getByRole('link', { name: /^Verdes/ });
    (tab.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => requests.at(-1))
      .toMatchObject({ cor: 'verde', ordem: '-preco', por: 50 });
    expect(router.state.location.search).toMatchObject({ visao: 'v1', cor: 'verde' });
    expect(requests.at(-1)).not.toHaveProperty('visao');
    await expect.element(tab).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => textOf(tab)).not.toMatch(/com alterações/);
    await page.getByRole('button', { name: 'Remover filtro Cor: Verde' }).click();
    await expect.poll(() => textOf(tab)).toMatch(/com alterações/);
    await expect.element(tab).toHaveAttribute('aria-current', 'page');
    router.history.back();
    await expect.poll(() => textOf(tab)).not.toMatch(/com alterações/);
    await tabs().getByRole('link', { name: 'Todas', exact: true }).click();
    await expect
      .poll(() => router.state.location.search)
      .toMatchObject({ visao: '', cor: '', ordem: 'nome', por: 100 });
  });

  it('hide their own columns, whatever the user hides elsewhere', async () => {
    simulatedPlatform.choices = {
      ...withViews({ address: 'ocultas=preco' }),
      settings: { banners: { hidden: 'nota', size: 100 } },
    };
    await openFrutas('/frutas?visao=v1&ocultas=preco', { List: FrutasList });
    await expect.poll(() => textOf(row())).toMatch(/Doce/);
    await expect.poll(() => textOf(row())).not.toMatch(/12/);
    await page.getByRole('button', { name: 'Colunas' }).click();
    await page.getByRole('dialog', { name: 'Colunas' }).getByLabelText('Preço').click();
    await expect.poll(() => textOf(row())).toMatch(/12Doce/);
    await expect
      .poll(() => textOf(tabs().getByRole('link', { name: /^Verdes/ })))
      .toMatch(/com alterações/);
    expect(settings).toEqual([]);
  });

  it('open although one of their values is no longer valid, or they were deleted', async () => {
    simulatedPlatform.choices = withViews({ address: 'cor=azul&ordem=-preco&de=x' });
    await openFrutas('/frutas', { List: FrutasList });
    await tabs()
      .getByRole('link', { name: /^Verdes/ })
      .click();
    await expect.poll(() => requests.at(-1)).toMatchObject({ cor: '', de: '', ordem: '-preco' });
    await expect
      .poll(() => textOf(tabs().getByRole('link', { name: /^Verdes/ })))
      .not.toMatch(/com alterações/);
    await openFrutas('/frutas?visao=gone&cor=roxa', { List: FrutasList });
    await expect.poll(() => requests.at(-1)).toMatchObject({ cor: 'roxa' });
  });
});

describe('the menu of the views', () => {
  const written: unknown[][] = [];
  /**
   * Mocks the requests to tables and records their calls in `written`. Each request receives the next answer; after the
   * last answer, all requests receive the last answer.
   */
  function takeWrites(answer: unknown = { data: [{ id: 'v9' }], error: null }, ...more: unknown[]) {
    const answers = [answer, ...more];
    const next = () => (answers.length > 1 ? answers.shift() : answers[0]);
    written.length = 0;
    const table: object = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'then'
            ? (done: (value: unknown) => void) => done(next())
            : (...given: unknown[]) => (written.push([name, ...given]), table),
      },
    );
    vi.spyOn(rest, 'from').mockReturnValue(table);
  }

  it('saves the list under a name, by keyboard', async () => {
    takeWrites({ data: { id: 'v9' }, error: null });
    const { router } = await openFrutas('/frutas?cor=roxa&por=50&pagina=3', { List: FrutasList });
    const button = page.getByRole('button', { name: 'Criar visualização' });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByLabelText('Nome da visualização'))
      .toHaveAccessibleDescription('Dê um nome à visualização.');
    await userEvent.keyboard('Roxas{Enter}');
    await expect
      .poll(() => router.state.location.search)
      .toMatchObject({ visao: 'v9', cor: 'roxa' });
    expect(written[0]).toEqual([
      'insert',
      {
        id: expect.any(String),
        area: 'banners',
        name: 'Roxas',
        address: 'cor=roxa&ordem=nome&por=50',
      },
    ]);
  });

  it('is saved once by two quick Enters', async () => {
    takeWrites({ data: { id: 'v9' }, error: null });
    const { router } = await openFrutas('/frutas?cor=roxa', { List: FrutasList });
    await page.getByRole('button', { name: 'Criar visualização' }).click();
    await page.getByLabelText('Nome da visualização').fill('Roxas');
    const form = page.getByLabelText('Nome da visualização').element().closest('form');
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.poll(() => router.state.location.search).toMatchObject({ visao: 'v9' });
    expect(written.filter(([what]) => what === 'insert')).toHaveLength(1);
  });

  it('shows beside the name that it is taken', async () => {
    takeWrites({ data: null, error: { code: '23505', message: 'duplicate key' }, status: 409 });
    await openFrutas('/frutas?cor=roxa', { List: FrutasList });
    await page.getByRole('button', { name: 'Criar visualização' }).click();
    const name = page.getByLabelText('Nome da visualização');
    await name.fill('Verdes');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(name)
      .toHaveAccessibleDescription('Já existe uma visualização com este nome.');
    await expect.element(name).toHaveValue('Verdes');
  });

  it('overwrites, renames and moves the open one; views for all users only as an Administrador', async () => {
    takeWrites();
    simulatedPlatform.choices = withViews(
      {},
      { id: 'v2', name: 'Outra' },
      { id: 'v3', name: 'De todos', shared: true },
    );
    await openFrutas('/frutas?visao=v2&cor=verde', { List: FrutasList });
    const menu = (name: string) =>
      page.getByRole('button', { name: `Opções da visualização ${name}` });
    await menu('Outra').click();
    await page.getByRole('menuitem', { name: 'Atualizar a visualização' }).click();
    await expect
      .poll(() => written[0])
      .toEqual(['update', { address: 'cor=verde&ordem=nome&por=100' }]);
    await menu('Outra').click();
    await page.getByRole('menuitem', { name: 'Mover para a esquerda' }).click();
    await expect.poll(() => textOf(tabs())).toMatch(/Outra.*Verdes/);
    expect(settings.at(-1)).toEqual({ ids: ['v2', 'v1'] });
    await tabs().getByRole('link', { name: 'De todos' }).click();
    await menu('De todos').click();
    await expect.element(page.getByRole('menuitem', { name: 'Copiar o endereço' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Renomear' }).query()).toBeNull();
    expect(page.getByRole('menuitem', { name: 'Apagar visualização' }).query()).toBeNull();
  });

  it('can also restore a view that was removed while another page was opening', async () => {
    const answer = Promise.withResolvers<unknown>();
    takeWrites(answer.promise);
    simulatedPlatform.choices = withViews({});
    const { router } = await openFrutas('/frutas?visao=v1&cor=verde', { List: FrutasList });
    await page.getByRole('button', { name: 'Opções da visualização Verdes' }).click();
    await page.getByRole('menuitem', { name: 'Apagar visualização' }).click();
    await router.navigate({ to: '/frutas/editar/7' });
    await expect.element(page.getByLabelText('Nome', { exact: true })).toBeVisible();
    answer.resolve({ data: [{ id: 'v1' }], error: null });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(() => written.some(([what]) => what === 'insert')).toBe(true);
    expect(router.state.location.pathname).toBe('/frutas/editar/7');
  });

  it('restores a view that was moved and at once removed in its new place', async () => {
    takeWrites({ data: [{ id: 'v2' }], error: null });
    simulatedPlatform.choices = withViews({}, { id: 'v2', name: 'Outra', position: 4 });
    await openFrutas('/frutas?visao=v2&cor=verde', { List: FrutasList });
    const menu = page.getByRole('button', { name: 'Opções da visualização Outra' });
    await menu.click();
    const ordered = Promise.withResolvers<unknown>();
    vi.mocked(rest.rpc).mockImplementationOnce((() => ordered.promise) as never);
    await page.getByRole('menuitem', { name: 'Mover para a esquerda' }).click();
    await expect.poll(() => textOf(tabs())).toMatch(/Outra.*Verdes/);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Apagar visualização' }).click();
    ordered.resolve({ data: 2, error: null });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect
      .poll(() => written.find(([what]) => what === 'insert'))
      .toMatchObject(['insert', { id: 'v2', position: 1 }]);
  });

  it('offers to try again if a removed one cannot be restored', async () => {
    takeWrites();
    simulatedPlatform.choices = withViews({});
    await openFrutas('/frutas?visao=v1&cor=verde', { List: FrutasList });
    await page.getByRole('button', { name: 'Opções da visualização Verdes' }).click();
    await page.getByRole('menuitem', { name: 'Apagar visualização' }).click();
    await expect.element(page.getByText('Visualização apagada.')).toBeVisible();
    takeWrites({ data: null, error: { message: 'Falhou.' }, status: 500 });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.element(page.getByText(/^Não foi possível desfazer: /)).toBeVisible();
    expect(page.getByRole('alert').elements()).toHaveLength(1);
    takeWrites({ data: { id: 'v1' }, error: null });
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect.element(page.getByText('Visualização criada.')).toBeVisible();
    expect(written[0]).toMatchObject(['insert', { id: 'v1' }]);
  });

  it('says so if the user may not remove one, unless it does not exist any more', async () => {
    simulatedPlatform.choices = withViews({});
    await openFrutas('/frutas?visao=v1&cor=verde', { List: FrutasList });
    const remove = async () => {
      await page.getByRole('button', { name: 'Opções da visualização Verdes' }).click();
      await page.getByRole('menuitem', { name: 'Apagar visualização' }).click();
    };
    takeWrites({ data: [], error: null }, { data: { id: 'v1' }, error: null });
    await remove();
    await expect.element(page.getByText(/Você não tem permissão para fazer isso\./)).toBeVisible();
    expect(page.getByText('Visualização apagada.').query()).toBeNull();
    takeWrites({ data: [], error: null }, { data: null, error: null });
    await remove();
    await expect.element(page.getByText('Visualização apagada.')).toBeVisible();
  });

  it('removes the open one, and restores it', async () => {
    takeWrites();
    simulatedPlatform.choices = withViews({});
    const { router } = await openFrutas('/frutas?visao=v1&cor=verde', { List: FrutasList });
    await page.getByRole('button', { name: 'Opções da visualização Verdes' }).click();
    await page.getByRole('menuitem', { name: 'Apagar visualização' }).click();
    await expect.poll(() => router.state.location.search).toMatchObject({ visao: '', cor: '' });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect
      .poll(() => written)
      .toContainEqual([
        'insert',
        { id: 'v1', area: 'banners', name: 'Verdes', address: green.address, position: 3 },
      ]);
  });
});
