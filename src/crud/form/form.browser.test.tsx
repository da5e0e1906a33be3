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
import Apple from 'lucide-react/icons/apple';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { notifyWith, queryClient } from '#data/query-client.ts';
import { currentSession } from '#data/session.ts';
import { formatAmount, parseMoney } from '#lib/money.ts';
import { ConfirmHost } from '#ui/confirm.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { Toaster } from '#ui/toaster.tsx';
import type { Area } from '../area.ts';
import { listSearch } from '../list/list-search.ts';
import type { SaveResult, Saving } from '../rows.ts';
import { FormPage } from './form-page.tsx';
import { RecordPage } from './record-page.tsx';
import type { RecordFormProps } from './record-page.tsx';
import { useRecordForm } from './use-record-form.tsx';

vi.mock('#data/session.ts', { spy: true });

// A made-up area: what is true of every form is tried with it, once.

type Fruta = { id: number; version: number; nome: string; nota: string; preco: number };

const frutas: Area = {
  table: 'banners',
  path: '/frutas',
  add: '/frutas/adicionar',
  edit: '/frutas/editar/$id',
  title: 'Frutas',
  one: 'Fruta',
  adding: 'Nova Fruta',
  count: ['fruta', 'frutas'],
  icon: Apple,
  group: 'catalogue',
  opens: 'read',
  search: listSearch({ sort: ['nome'] }),
};

/** The platform: one row, how many writes reached it, and what holds up or breaks its answers. */
let stored: Fruta;
let writes: number;
let beforeSave: () => Promise<unknown>;
let beforeRead: () => Promise<unknown>;

const schema = v.object({
  nome: v.pipe(v.string(), v.trim(), v.nonEmpty('Informe o nome.')),
  nota: v.string(),
  preco: v.pipe(
    v.string(),
    v.transform((typed) => parseMoney(typed) ?? 0),
  ),
});
type Values = v.InferInput<typeof schema>;

const saveFruta = mutationOptions({
  async mutationFn({ stored: read, values }: Saving<v.InferOutput<typeof schema>>) {
    await beforeSave();
    if (read && read.version !== stored.version) return { status: 'conflict', row: stored };
    writes += 1;
    stored = { ...stored, ...values, version: stored.version + 1 };
    return { status: 'saved' } satisfies SaveResult<Fruta>;
  },
  meta: { failure: (message: string) => `Falha: ${message}` },
} as { mutationFn: (saving: Saving<v.InferOutput<typeof schema>>) => Promise<SaveResult<Fruta>> });

function frutaDetail(id: string) {
  return {
    queryKey: ['frutas', 'detail', id] as const,
    queryFn: async () => {
      await beforeRead();
      return { ...stored } as Fruta | null;
    },
    retry: false,
  };
}

function FrutaForm({ title, row }: RecordFormProps<Fruta>) {
  const {
    page: form,
    field,
    conflict,
  } = useRecordForm({
    row,
    schema,
    valuesOf: (fruta: Fruta | undefined): Values => ({
      nome: fruta?.nome ?? '',
      nota: fruta?.nota ?? '',
      preco: fruta ? formatAmount(fruta.preco) : '',
    }),
    labels: { nome: 'Nome', nota: 'Nota', preco: 'Preço' },
    mutation: saveFruta,
  });
  return (
    <FormPage title={title} list="/frutas" {...form}>
      <TextField {...field('nome')} />
      <TextField {...field('nota')} />
      <MoneyField {...field('preco')} />
      {conflict}
    </FormPage>
  );
}

beforeEach(() => {
  stored = { id: 7, version: 1, nome: 'Caju', nota: 'Doce', preco: 12 };
  writes = 0;
  beforeSave = async () => {};
  beforeRead = async () => {};
  localStorage.clear();
  queryClient.clear();
  notifyWith(toast);
  vi.mocked(currentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
});

describe('a save', () => {
  it('stores what was typed and leads back to the list', async () => {
    await open('/frutas/editar/7');
    await box('Nota').fill('Azeda');
    await save();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(stored).toMatchObject({ nome: 'Caju', nota: 'Azeda', version: 2 });
  });

  it('says what is wrong beside the field, and writes nothing', async () => {
    await open('/frutas/adicionar');
    await save();
    await expect.element(page.getByText('Informe o nome.')).toBeVisible();
    await expect.element(box('Nome')).toHaveFocus();
    expect(writes).toBe(0);
  });

  it('lets nobody type while it is under way, and gives the focus back when it fails', async () => {
    await open('/frutas/editar/7');
    await box('Nota').fill('Azeda');
    const { promise, reject } = Promise.withResolvers();
    beforeSave = () => promise;
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    await userEvent.keyboard('!');
    reject(new Error('boom'));
    await expect.element(page.getByText('Falha: boom')).toBeVisible();
    await expect.element(box('Nota')).toHaveFocus();
    await expect.element(box('Nota')).toHaveValue('Azeda');
  });

  it('happens once, however often it is asked for before the next page has come', async () => {
    const { form } = await open('/frutas/adicionar');
    await box('Nome').fill('Umbu');
    await save();
    await expect.poll(() => writes).toBe(1);
    form()?.requestSubmit();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(writes).toBe(1);
  });
});

describe('two people, one record', () => {
  it('merges without a question what only the other one changed, and says so', async () => {
    await open('/frutas/editar/7');
    await box('Nome').fill('Cajá');
    stored = { ...stored, nota: 'Bem doce', version: 2 };
    await save();
    await expect
      .element(page.getByText('Incluídas as mudanças de outra pessoa: Nota'))
      .toBeVisible();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(stored).toMatchObject({ nome: 'Cajá', nota: 'Bem doce', version: 3 });
  });

  it('asks about what both changed, side by side, and about nothing else', async () => {
    await open('/frutas/editar/7');
    await box('Nome').fill('Cajá');
    stored = { ...stored, nome: 'Caju amarelo', nota: 'Bem doce', version: 2 };
    await save();
    const question = page.getByRole('dialog', { name: 'Alguém salvou antes de você' });
    await expect.element(question.getByRole('group', { name: 'Nome' })).toBeVisible();
    expect(question.getByRole('group').elements()).toHaveLength(1);
    await expect.element(question.getByRole('radio', { name: 'Sua versão' })).toHaveFocus();
    expect(writes).toBe(0);
    await question.getByRole('radio', { name: 'Versão salva' }).click();
    await question.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(stored).toMatchObject({ nome: 'Caju amarelo', nota: 'Bem doce', version: 3 });
  });

  it('keeps what was typed for whoever goes back to the form, and asks again', async () => {
    await open('/frutas/editar/7');
    await box('Nome').fill('Cajá');
    stored = { ...stored, nome: 'Caju amarelo', version: 2 };
    await save();
    await page.getByRole('button', { name: 'Voltar ao formulário' }).click();
    await expect.element(box('Nome')).toHaveValue('Cajá');
    await save();
    await page.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(stored.nome).toBe('Cajá');
  });

  it('shows what the other one changed when the record is read again, and leaves what is being typed', async () => {
    await open('/frutas/editar/7');
    await box('Nome').fill('Cajá');
    stored = { ...stored, nome: 'Caju amarelo', nota: 'Bem doce', version: 2 };
    await queryClient.refetchQueries();
    await expect.element(box('Nota')).toHaveValue('Bem doce');
    await expect.element(box('Nome')).toHaveValue('Cajá');
    await save();
    await expect.element(page.getByRole('group', { name: 'Nome' })).toBeVisible();
  });

  it('never shows an earlier reading when the fresh one fails', async () => {
    queryClient.setQueryData(['frutas', 'detail', '7'], stored, { updatedAt: 1 });
    beforeRead = () => Promise.reject(new Error('boom'));
    await open('/frutas/editar/7');
    await expect.element(page.getByText('Não abriu: boom')).toBeVisible();
    expect(box('Nome').query()).toBeNull();
  });
});

describe('a draft', () => {
  it('is offered after a crash and merged with what a colleague has saved since', async () => {
    await typeAndCrash('Cajá');
    stored = { ...stored, nota: 'Bem doce', version: 2 };
    await open('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(box('Nome')).toHaveValue('Cajá');
    await expect.element(box('Nota')).toHaveValue('Bem doce');
    await save();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(stored).toMatchObject({ nome: 'Cajá', nota: 'Bem doce' });
  });

  it('is asked about where the colleague has changed the same', async () => {
    await typeAndCrash('Cajá');
    stored = { ...stored, nome: 'Caju amarelo', version: 2 };
    await open('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await save();
    await expect.element(page.getByText('Caju amarelo')).toBeVisible();
    expect(writes).toBe(0);
  });

  it('stays on offer while something else is typed, and after the next crash too', async () => {
    await typeAndCrash('Cajá');
    const second = await open('/frutas/editar/7');
    await box('Nota').fill('Outra coisa');
    await expect.element(page.getByRole('button', { name: 'Recuperar' })).toBeVisible();
    await second.unmount();
    await open('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(box('Nota')).toHaveValue('Outra coisa');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(box('Nome')).toHaveValue('Cajá');
  });

  it('is forgotten after thirty days', async () => {
    await typeAndCrash('Cajá');
    const [key = ''] = Object.keys(localStorage);
    const draft = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: string };
    const old = new Date(Date.now() - 31 * 24 * 3600 * 1000).toISOString();
    localStorage.setItem(key, JSON.stringify({ ...draft, at: old }));
    await open('/frutas/editar/7');
    await expect.element(box('Nome')).toHaveValue('Caju');
    expect(page.getByRole('button', { name: 'Recuperar' }).query()).toBeNull();
  });
});

describe('leaving', () => {
  it('asks while something is not saved, and stays on a no', async () => {
    await open('/frutas/editar/7');
    await box('Nome').fill('Cajá');
    await page.getByRole('link', { name: 'Embora' }).click();
    const question = page.getByRole('alertdialog');
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(box('Nome')).toHaveValue('Cajá');
  });

  it('asks nothing for a price that is the same in another writing', async () => {
    await open('/frutas/editar/7');
    await box('Preço').fill('12');
    await userEvent.tab();
    await expect.element(box('Preço')).toHaveValue('12,00');
    await page.getByRole('link', { name: 'Embora' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
  });
});

async function typeAndCrash(nome: string) {
  const first = await open('/frutas/editar/7');
  await box('Nome').fill(nome);
  await expect.poll(() => localStorage.length).toBe(1);
  await first.unmount();
  queryClient.clear();
}

function box(label: string) {
  return page.getByLabelText(label, { exact: true });
}

function save() {
  return page.getByRole('button', { name: 'Salvar' }).click();
}

/** The panel reduced to this area; its list takes a moment to come. */
async function open(address: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/frutas">Embora</Link>
        <Outlet />
        <ConfirmHost />
        <Toaster />
      </>
    ),
  });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/frutas',
    loader: () => new Promise((resolve) => setTimeout(resolve, 200)),
    component: () => <p>A lista</p>,
  });
  const forms = ['/frutas/adicionar', '/frutas/editar/$id'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: FrutaPage }),
  );
  const router = createRouter({
    routeTree: root.addChildren([list, ...forms]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      {/* Not the panel's own router, which is what the type expects. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { unmount: () => screen.unmount(), form: () => screen.container.querySelector('form') };
}

function FrutaPage() {
  return (
    <RecordPage
      area={frutas}
      record={frutaDetail}
      missing="Não há."
      failure={(message) => `Não abriu: ${message}`}
      form={FrutaForm}
    />
  );
}
