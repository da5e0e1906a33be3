import '../../styles.css';
import { QueryClientProvider, mutationOptions } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import Gem from 'lucide-react/icons/gem';
import * as v from 'valibot';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { ConfirmDialogHost } from '#ui/confirm.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { MenuItem } from '#ui/menu.tsx';
import { usePageSubject } from '#ui/page-subject.ts';
import { Toaster } from '#ui/toaster.tsx';
import type { ListParams } from '../list-search.ts';
import type { SaveResult, SaveVariables } from '../row-mutations.queries.ts';
import { setWordsLoader } from '../words.ts';
import { FormPage } from './form-page.tsx';
import { RecordPage } from './record-page.tsx';
import type { RecordActionsProps, RecordFormProps } from './record-page.tsx';
import { useRecordForm } from './use-record-form.tsx';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

vi.mock('#data/session.ts', { spy: true });

// A test area with thirty records, 25 per page.

type Pedra = { id: number; version: number; nome: string; status: string };

const pedras = {
  table: 'banners',
  path: '/pedras',
  add: '/pedras/adicionar',
  edit: '/pedras/editar/$id',
  title: 'Pedras',
  one: 'Pedra',
  adding: 'Nova Pedra',
  count: ['pedra', 'pedras'],
  icon: Gem,
  group: 'catalogue',
  place: 10,
  opens: 'read',
  labels: { nome: 'Nome' },
  search: { sort: ['nome'], fromEnd: true },
} as const;

let rows: Pedra[];
/** Whether the list contains a row. */
let isListed: (row: Pedra) => boolean;
/** Whether the list has more rows than its total. */
let more: boolean;
/** The search parameters of the list, in the history state of the links to the forms. */
let fromList: string;
let save: (nome: string) => void;
/** Ends the command 'Consumir'. */
let endCommand: () => void;
/** Delays the load of a record: the platform returns the record after this promise has resolved. */
let reading: Promise<void>;

beforeEach(() => {
  clearToasts();
  rows = Array.from({ length: 30 }, (_, index) => pedra(index + 1));
  isListed = () => true;
  more = false;
  fromList = '?por=25';
  save = () => {};
  reading = Promise.resolve();
  localStorage.clear();
  queryClient.clear();
  setWordsLoader(() => Promise.resolve({}));
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
});

it("shows the record's name and status beside the title and in the window title", async () => {
  await open('/pedras/editar/4');
  const heading = page.getByRole('heading', { name: 'Editar Pedra', exact: true });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText(/^Pedra 4\s*Ativa$/)).toBeVisible();
  await expect.element(page.getByText('Ativa', { exact: true })).toBeVisible();
  await expect.element(page.getByTestId('window')).toHaveTextContent('Pedra 4');
});

it("shows the list's name and status of a record while it loads, without a layout shift when it arrives", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  reading = promise;
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 4', exact: true }).click();
  await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
  await expect.element(page.getByTestId('window')).toHaveTextContent('Pedra 4');
  await expect.element(page.getByText('Ativa', { exact: true })).toBeVisible();
  expect(box().query()).toBeNull();
  const placeOf = () => [
    page.getByText('4 de 30').element().getBoundingClientRect().x,
    page.getByText('Ativa', { exact: true }).element().getBoundingClientRect().x,
  ];
  const before = placeOf();
  resolve();
  await expect.element(box()).toHaveValue('Pedra 4');
  expect(placeOf()).toEqual(before);
});

it('links to the neighbours in its list, also on other pages, and goes back to the list in one step', async () => {
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 24', exact: true }).click();
  await expect.element(page.getByText('24 de 30')).toBeVisible();
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(page.getByText('25 de 30')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Registro seguinte' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('26 de 30')).toBeVisible();
  await expect.element(box()).toHaveValue('Pedra 26');
  await page.getByRole('link', { name: 'Registro anterior' }).click();
  await expect.element(box()).toHaveValue('Pedra 25');
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
});

it('keeps its links as the same elements when a record has loaded, and when another record is opened', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  reading = promise;
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 4', exact: true }).click();
  const links = ['Voltar', 'Registro anterior', 'Registro seguinte'];
  const elements = () => links.map((name) => page.getByRole('link', { name }).element());
  await expect.element(page.getByText('4 de 30')).toBeVisible();
  const before = elements();
  resolve();
  await expect.element(box()).toHaveValue('Pedra 4');
  expect(elements().every((element, index) => element === before[index])).toBe(true);
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(box()).toHaveValue('Pedra 5');
  expect(elements().every((element, index) => element === before[index])).toBe(true);
});

it.each([
  ['an exact', 51],
  ['a capped', 36],
])(
  'links to the rows before a page that is counted from the end, with %s total',
  async (total, first) => {
    rows = Array.from({ length: 60 }, (_, index) => pedra(index + 1));
    more = total === 'a capped';
    fromList = '?por=25&pagina=-1';
    await open('/pedras');
    await page.getByRole('link', { name: `Pedra ${first}`, exact: true }).click();
    await expect.element(box()).toHaveValue(`Pedra ${first}`);
    for (const number of [first - 1, first - 2]) {
      await page.getByRole('link', { name: 'Registro anterior' }).click();
      await expect.element(box()).toHaveValue(`Pedra ${number}`);
    }
    fromList = '?por=25&pagina=-3';
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.getByRole('link', { name: 'Pedra 1', exact: true }).click();
    await expect.element(page.getByRole('link', { name: 'Registro seguinte' })).toBeVisible();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    expect(page.getByRole('link', { name: 'Registro anterior' }).query()).toBeNull();
  },
);

it("shows the list's title beside the back arrow, and no text other than its name in the link", async () => {
  await open('/pedras/editar/4');
  await expect.element(page.getByText('Pedras', { exact: true })).toBeVisible();
  const back = page.getByRole('link', { name: 'Voltar', exact: true });
  expect(back.element().textContent).toBe('');
  await back.click();
  await expect.element(page.getByText('A lista')).toBeVisible();
});

it('offers the list in place of a deleted record', async () => {
  await open('/pedras/editar/99');
  await expect.element(page.getByText('Não há.')).toBeVisible();
  await page.getByRole('link', { name: 'Ver pedras' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
});

it('has a header that is as wide as the fields on a wide screen', async () => {
  await page.viewport(1920, 1080);
  await open('/pedras/editar/4');
  await expect.element(box()).toHaveValue('Pedra 4');
  const right = (name: string) =>
    page.getByRole('button', { name }).element().getBoundingClientRect().right;
  expect(right('Mais opções')).toBeLessThanOrEqual(right('Salvar'));
});

it('has no neighbours when it was not opened from a list', async () => {
  await open('/pedras/editar/4');
  await expect.element(box()).toHaveValue('Pedra 4');
  expect(page.getByRole('link', { name: 'Registro seguinte' }).query()).toBeNull();
});

it('saves and opens the next one', async () => {
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 1', exact: true }).click();
  await box().fill('Ágata');
  await choose('Gravar e abrir o próximo');
  await expect.element(box()).toHaveValue('Pedra 2');
  expect(rows[0]?.nome).toBe('Ágata');
});

it('opens the record after the last one of a page, also when the saved ones leave the list', async () => {
  isListed = ({ nome }) => nome.startsWith('Pedra');
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 23', exact: true }).click();
  for (const number of [23, 24, 25]) {
    await expect.element(box()).toHaveValue(`Pedra ${number}`);
    await box().fill('Ágata');
    await choose('Gravar e abrir o próximo');
  }
  await expect.element(box()).toHaveValue('Pedra 26');
  await page.getByRole('link', { name: 'Registro anterior' }).click();
  await expect.element(box()).toHaveValue('Ágata');
  await expect.element(page.getByText('25 de 30')).toBeVisible();
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(box()).toHaveValue('Pedra 26');
});

it('opens each record after the last one of a page, though all of them leave the list one by one', async () => {
  const left = new Set<number>();
  rows = Array.from({ length: 53 }, (_, index) => pedra(index + 1));
  isListed = ({ id }) => !left.has(id);
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 25', exact: true }).click();
  const next = page.getByRole('link', { name: 'Registro seguinte' });
  for (const { id, nome } of rows.slice(24, -1)) {
    await expect.element(box()).toHaveValue(nome);
    await expect.element(next).toBeVisible();
    left.add(id);
    void queryClient.invalidateQueries({ queryKey: ['banners'] });
    await next.click();
  }
  await expect.element(box()).toHaveValue('Pedra 53');
  expect(next.query()).toBeNull();
});

it('keeps its neighbours beyond a page when it is restored after Cancelar and Forward', async () => {
  const router = await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 25', exact: true }).click();
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(box()).toHaveValue('Pedra 26');
  await box().fill('Ágata');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
  router.history.forward();
  await expect.element(box()).toHaveValue('Pedra 26');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.element(box()).toHaveValue('Ágata');
  await expect.element(page.getByText('26 de 30')).toBeVisible();
});

it('opens a record that was created before the form was opened from the list again', async () => {
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 25', exact: true }).click();
  await expect.element(page.getByRole('link', { name: 'Registro seguinte' })).toBeVisible();
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
  rows = rows.toSpliced(25, 0, pedra(99));
  void queryClient.invalidateQueries({ queryKey: ['banners'] });
  await page.getByRole('link', { name: 'Pedra 25', exact: true }).click();
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(box()).toHaveValue('Pedra 99');
});

it('opens the next page in the order of the list when saved records move to its end', async () => {
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 24', exact: true }).click();
  await expect.element(box()).toHaveValue('Pedra 24');
  rows = [...rows.filter(({ id }) => id !== 24), pedra(24)];
  void queryClient.invalidateQueries({ queryKey: ['banners'] });
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(box()).toHaveValue('Pedra 25');
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(box()).toHaveValue('Pedra 26');
});

it('begins an empty form at its first field, and saves one after the other', async () => {
  await open('/pedras/adicionar');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('Ágata');
  await choose('Gravar e criar outro');
  await expect.poll(() => rows.at(-1)?.nome).toBe('Ágata');
  await expect.element(box()).toHaveValue('');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('Opala{Enter}');
  await expect.element(page.getByText('A lista')).toBeVisible();
  expect(rows.map(({ nome }) => nome).slice(-2)).toEqual(['Ágata', 'Opala']);
});

it('stays on the page when the values are invalid', async () => {
  await open('/pedras/adicionar');
  await choose('Gravar e criar outro');
  await expect.element(page.getByText('Informe o nome.')).toBeVisible();
  expect(rows).toHaveLength(30);
});

it('focuses the wrong field after a save from the menu that failed', async () => {
  save = () => {
    throw new Error('Já existe.');
  };
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 1', exact: true }).click();
  await box().fill('Ágata');
  await choose('Gravar e abrir o próximo');
  await expect.element(page.getByText('Já existe.')).toBeVisible();
  await expect.element(box()).toHaveFocus();
});

it('leaves the form of another record alone when a command of the previous record ends', async () => {
  await open('/pedras');
  await page.getByRole('link', { name: 'Pedra 4', exact: true }).click();
  await choose('Consumir');
  await page.getByRole('link', { name: 'Registro seguinte' }).click();
  await expect.element(box()).toHaveValue('Pedra 5');
  await box().fill('Ágata');
  await expect.poll(() => Object.keys(localStorage).join()).toContain('draft');
  endCommand();
  await expect.element(box()).toHaveValue('Ágata');
  expect(page.getByText('A lista').query()).toBeNull();
  expect(Object.keys(localStorage).join()).toContain('draft');
});

it('deletes after a confirmation, without a question about unsaved changes', async () => {
  await open('/pedras/editar/4');
  await box().fill('Ágata');
  await choose('Excluir');
  const question = page.getByRole('alertdialog');
  await expect
    .element(question.getByText('Tem certeza que deseja excluir esta pedra?'))
    .toBeVisible();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
  expect(rows.some(({ id }) => id === 4)).toBe(false);
  expect(Object.keys(localStorage).join()).not.toContain('draft');
});

it('shows unsaved fields, and a failed save until one succeeds', async () => {
  save = () => {
    throw new Error('boom');
  };
  await open('/pedras/editar/4');
  await expect.element(box()).toHaveValue('Pedra 4');
  expect(page.getByText('Alterações não salvas').query()).toBeNull();
  await box().fill('Ágata');
  await expect.element(page.getByText('Alterações não salvas')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  const failed = page.getByText('Não foi possível salvar. O que você digitou continua aqui.');
  await expect.element(failed).toBeVisible();
  await box().fill('Ametista');
  await expect.element(failed).toBeVisible();
  save = () => {};
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
});

const schema = v.object({ nome: v.pipe(v.string(), v.nonEmpty('Informe o nome.')) });
const savePedra = mutationOptions({
  async mutationFn({
    stored,
    values: { nome },
  }: SaveVariables<{ nome: string }>): Promise<SaveResult<Pedra>> {
    save(nome);
    if (stored) rows = rows.map((row) => (row.id === stored.id ? { ...row, nome } : row));
    else rows = [...rows, { id: rows.length + 1, version: 1, nome, status: 'Ativa' }];
    return { status: 'saved', listed: stored ?? { id: rows.length, version: 1 } };
  },
  meta: { invalidates: [['banners']] },
});

const deletePedra = mutationOptions({
  mutationFn: async (id: string | number) => {
    rows = rows.filter((row) => row.id !== id);
  },
  meta: { question: 'Tem certeza que deseja excluir esta pedra?' },
});

function pedra(id: number): Pedra {
  return { id, version: 1, nome: `Pedra ${id}`, status: 'Ativa' };
}

function pedrasList({ pagina, por }: ListParams) {
  return {
    queryKey: ['banners', 'list', pagina, por] as const,
    queryFn: () => {
      const listed = rows.filter(isListed);
      const total = listed.length;
      // Like the server: with an exact total, page -1 has the rows of the last numbered page, which can be fewer than
      // `por`. Otherwise it has the last `por` rows.
      const fromEnd = more
        ? total + pagina * por
        : Math.max(0, Math.ceil(total / por) + pagina) * por;
      const start = pagina > 0 ? (pagina - 1) * por : fromEnd;
      return { rows: listed.slice(Math.max(0, start), Math.max(0, start + por)), total, more };
    },
  };
}

function pedraDetail(id: string) {
  return {
    queryKey: ['banners', 'detail', id] as const,
    queryFn: async () => {
      await reading;
      return rows.find((row) => row.id === Number(id)) ?? null;
    },
  };
}

function PedraForm({ head, row }: RecordFormProps<Pedra>) {
  const { page: form, field } = useRecordForm({
    row,
    schema,
    fields: { nome: { label: 'Nome', rule: schema.entries.nome } },
    mutation: savePedra,
    errorOf: ({ message }) =>
      message === 'Já existe.' ? { name: 'nome' as const, message } : undefined,
  });
  return (
    <FormPage head={head} {...form}>
      <TextField {...field('nome')} />
    </FormPage>
  );
}

/** A command after which the record no longer exists. It ends when the test calls `endCommand`. */
function PedraActions({ onGone }: RecordActionsProps<Pedra>) {
  return <MenuItem onSelect={() => (endCommand = onGone)}>Consumir</MenuItem>;
}

function PedraPage() {
  return (
    <RecordPage
      area={pedras}
      record={pedraDetail}
      list={pedrasList}
      missing="Não há."
      failure={(message) => message}
      form={PedraForm}
      about={({ nome, status }) => ({ name: nome, status })}
      commands={{ remove: deletePedra }}
      actions={PedraActions}
    />
  );
}

function box() {
  return page.getByLabelText('Nome', { exact: true });
}

async function choose(item: string) {
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

function WindowName() {
  return <p data-testid="window">{usePageSubject()}</p>;
}

async function open(address: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <WindowName />
        <Outlet />
        <ConfirmDialogHost />
        <Toaster />
      </>
    ),
  });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/pedras',
    component: () => (
      <>
        <p>A lista</p>
        {rows.map(({ id, nome }) => (
          <Link key={id} to={`/pedras/editar/${id}`} state={{ fromList }}>
            {nome}
          </Link>
        ))}
      </>
    ),
  });
  const forms = ['/pedras/adicionar', '/pedras/editar/$id'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: PedraPage }),
  );
  const router = createRouter({
    routeTree: root.addChildren([list, ...forms]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await render(
    <QueryClientProvider client={queryClient}>
      {/* Cast: the prop has the type of the panel's router, and this is a test router. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}
