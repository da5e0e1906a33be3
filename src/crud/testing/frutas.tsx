import {
  QueryClientProvider,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query';
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
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { parseMoney } from '#lib/money.ts';
import { ConfirmDialogHost } from '#ui/confirm.tsx';
import { ConflictDialogHost } from '#ui/conflict.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Toaster } from '#ui/toaster.tsx';
import type { Area } from '../area.ts';
import { FormPage } from '../form/form-page.tsx';
import { PictureField } from '../form/pictures.tsx';
import { RecordPage } from '../form/record-page.tsx';
import type { RecordFormProps } from '../form/record-page.tsx';
import { money, rulesOf, type Fields } from '../fields.ts';
import { useRecordForm } from '../form/use-record-form.tsx';
import { HeaderPortalTarget } from '#ui/header-portal.tsx';
import type { ViewsAndSettings, ParamsOf } from '../list-search.ts';
import { recordUndoneChange } from '../in-place/row-undo.ts';
import { emptySelection, setSelection } from '../selection/selection.ts';
import type { Selection } from '../selection/selection.ts';
import { useMutationMessages } from '../messages.ts';
import { toListedRow } from '../row-mutations.queries.ts';
import { parseListSearch } from '../list-search.ts';
import { viewsAndSettingsQuery } from '../views/list-choices.queries.ts';
import type { SaveResult, SaveVariables } from '../row-mutations.queries.ts';
import type { RowPage } from '../rows.queries.ts';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

// A test area for the behaviour that all lists and forms share.

type FrutaParams = ParamsOf<typeof frutas>;

export type Fruta = Record<'id' | 'version' | 'preco', number> &
  Record<'nome' | 'nota', string> & { foto: string | null };

export const frutas = {
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
  place: 10,
  opens: 'read',
  labels: { picture: 'Foto', nome: 'Nome', preco: 'Preço', nota: 'Nota' },
  search: {
    sort: ['nome', 'preco'],
    filters: {
      nota: 'text',
      cor: ['verde', 'roxa'],
      de: 'amount',
      ate: 'amount',
      madura: ['sim'],
    },
  },
} as const satisfies Area;

const noChoices: ViewsAndSettings = { settings: {}, views: [], may_share: false };

/**
 * The simulated platform of the test area. `stored` is its only record, and `writes` is the number of saves. Tests
 * replace the functions and the other fields to change the responses and the list.
 */
export const simulatedPlatform = {
  stored: {} as Fruta,
  writes: 0,
  beforeSave: async (_saving: SaveVariables<unknown>): Promise<unknown> => undefined,
  beforeRead: async (): Promise<unknown> => undefined,
  /** Returns the page of the list for these parameters. */
  readList: async (_params: FrutaParams): Promise<RowPage<Fruta>> => ({ rows: [], total: 0 }),
  /** Returns the row that the platform stores when `fruta` is saved. */
  settle: (fruta: Fruta) => fruta,
  /** Returns the copy of a row. */
  duplicate: async (id: number): Promise<Fruta> => ({ ...simulatedPlatform.stored, id }),
  remove: async (_id: number): Promise<void> => {},
  /** The command for selected rows; if absent, the user has no such command. */
  taste: ((_selection: Selection) => {}) as ((selection: Selection) => void) | undefined,
  /** Whether a row is protected: the user can neither select nor delete it. */
  isProtected: (_id: string | number) => false as boolean,
  /** The prices that the editor of the list has sent, each with the id of its row. */
  changed: [] as unknown[],
  /** The saved views and list settings of the user. */
  choices: noChoices,
  /** Whether the rows of the list begin with a picture. */
  pictured: false,
};

/**
 * Restores `simulatedPlatform`, except `readList`, `duplicate` and `remove`, and clears the selection, the undo offer,
 * the messages, localStorage and the query cache. Call before each test.
 */
export function resetTestArea() {
  Object.assign(simulatedPlatform, {
    stored: { id: 7, version: 1, nome: 'Caju', nota: 'Doce', preco: 12, foto: null },
    writes: 0,
    beforeSave: async () => {},
    beforeRead: async () => {},
    taste: () => {},
    isProtected: () => false,
    settle: (fruta: Fruta) => fruta,
    changed: [],
    choices: noChoices,
    pictured: false,
  });
  setSelection(frutas.path, emptySelection);
  recordUndoneChange({ table: frutas.table, id: 7 });
  // Remove the messages of earlier tests: otherwise they would be stacked with the messages of this test.
  clearToasts();
  localStorage.clear();
  queryClient.clear();
}

const fields = {
  nome: { label: 'Nome', rule: v.pipe(v.string(), v.trim(), v.nonEmpty('Informe o nome.')) },
  nota: { label: 'Nota', article: 'a', rule: v.string() },
  preco: {
    label: 'Preço',
    ...money,
    rule: v.pipe(
      v.string(),
      v.transform((typed) => parseMoney(typed) ?? 0),
    ),
  },
} as const satisfies Fields;
const schema = v.object(rulesOf(fields));

export const frutasListQuery = Object.assign(
  (params: FrutaParams) =>
    queryOptions({
      queryKey: ['frutas', 'list', params],
      queryFn: () => simulatedPlatform.readList(params),
      placeholderData: keepPreviousData,
      retry: false,
    }),
  { table: 'frutas' },
);

type Saved = SaveResult<Fruta, Fruta>;
type Listed = { listed?: Fruta }; // `listed` is absent for a conflict
const undoable = { table: 'banners', id: 7 } as const;

const saveFruta = mutationOptions({
  async mutationFn(saving: SaveVariables<v.InferOutput<typeof schema>>): Promise<Saved> {
    const { stored: read, values, pictures } = saving;
    await simulatedPlatform.beforeSave(saving);
    if (read && read.version !== simulatedPlatform.stored.version)
      return { status: 'conflict', row: simulatedPlatform.stored };
    simulatedPlatform.writes += 1;
    const foto = pictures.foto?.[0]?.url ?? null;
    const version = simulatedPlatform.stored.version + 1;
    simulatedPlatform.stored = simulatedPlatform.settle({
      ...simulatedPlatform.stored,
      ...values,
      foto,
      version,
    });
    return { status: 'saved', listed: { ...simulatedPlatform.stored } };
  },
  meta: {
    table: undoable.table,
    invalidates: [['frutas']],
    listed: ({ listed }: Saved & Listed) => listed && toListedRow(frutasListQuery, listed),
    undo: ({ listed }: Saved & Listed) => listed && { ...undoable, version: listed.version },
    failure: (message: string) => `Falha: ${message}`,
  },
});

function frutaDetail(id: string) {
  return {
    queryKey: ['frutas', 'detail', id] as const,
    queryFn: async () => {
      await simulatedPlatform.beforeRead();
      return { ...simulatedPlatform.stored } as Fruta | null;
    },
    retry: false,
  };
}

function FrutaForm({ head, row }: RecordFormProps<Fruta>) {
  const {
    page: form,
    field,
    pictures,
  } = useRecordForm({
    row,
    schema,
    fields,
    mutation: saveFruta,
    pictures: { label: 'Foto', lists: { foto: { bucket: 'images', folder: 'frutas' } } },
  });
  return (
    <FormPage head={head} {...form}>
      <TextField {...field('nome')} />
      <TextField {...field('nota')} />
      <MoneyField {...field('preco')} />
      <PictureField label="Foto" picture={pictures.foto} frame="aspect-square w-40" />
    </FormPage>
  );
}

export function findField(label: string) {
  return page.getByLabelText(label, { exact: true });
}

export function clickSave() {
  return page.getByRole('button', { name: 'Salvar' }).click();
}

export type OpenFrutasOptions = {
  /** The component of the list's page; by default, it renders the text 'A lista'. */
  List?: () => ReactNode;
  /** Content beside the page. */
  beside?: ReactNode;
};

/**
 * Renders a panel with only this area, opened at the path `address`. If there are several paths, opens the last one;
 * the others are the earlier history entries. The route of the list takes 200 ms to load.
 */
export async function openFrutas(
  address: string | string[],
  { List = () => <p>A lista</p>, beside }: OpenFrutasOptions = {},
) {
  queryClient.setQueryData(viewsAndSettingsQuery().queryKey, simulatedPlatform.choices);
  const root = createRootRoute({
    component: () => (
      <>
        <Messages />
        <HeaderPortalTarget />
        <Link to="/frutas">Embora</Link>
        <Outlet />
        {beside}
        <ConfirmDialogHost />
        <ConflictDialogHost />
        <Toaster />
      </>
    ),
  });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/frutas',
    validateSearch: (given) => parseListSearch(frutas, given),
    loader: () => new Promise((resolve) => setTimeout(resolve, 200)),
    component: List,
  });
  const forms = ['/frutas/adicionar', '/frutas/editar/$id'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      staticData: { form: true },
      component: FrutaPage,
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren([list, ...forms]),
    history: createMemoryHistory({ initialEntries: [address].flat() }),
  });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      {/* Cast: the prop has the type of the panel's router, and this is a test router. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    router,
    unmount: () => screen.unmount(),
    form: () => screen.container.querySelector('form'),
  };
}

function Messages() {
  useMutationMessages();
  return null;
}

function FrutaPage() {
  return (
    <RecordPage
      area={frutas}
      record={frutaDetail}
      list={frutasListQuery}
      missing="Não há."
      failure={(message) => `Não abriu: ${message}`}
      form={FrutaForm}
      about={({ nome }) => ({ name: nome })}
      commands={{}}
    />
  );
}
