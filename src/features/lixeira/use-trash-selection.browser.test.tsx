import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { trashRowsQuery } from '#crud/history/trash.queries.ts';
import type { TrashedRecord } from '#crud/history/trash.queries.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { ConfirmDialogHost } from '#ui/confirm.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { TrashSelectionBar } from './trash-selection-bar.tsx';
import { TrashedGroup } from './trashed-group.tsx';
import { useTrashSelection } from './use-trash-selection.ts';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

vi.mock('#data/rest-client.ts', () => ({ rest: { rpc: vi.fn() } }));

/** The records of one deletion. */
const deleted = ['Bule 1', 'Bule 2', 'Bule 3', 'Bule 4', 'Copo 1', 'Copo 2', 'Copo 3', 'Jarra'].map(
  (title, id): TrashedRecord => ({
    batch: 5,
    id,
    at: '2026-01-01T00:00:00Z',
    actor: 'Ana',
    area: 'products',
    record_id: `products-${id}`,
    title,
    detail: null,
  }),
);
const found = (search: string) => deleted.filter(({ title }) => title?.includes(search));

type Request = { search?: string; records?: string[]; before?: number; size?: number };

let isOffline: boolean;
const lost = { message: 'sem conexão' };

beforeEach(() => {
  isOffline = false;
  clearToasts();
  queryClient.clear();
  const answers = {
    trash: ({ search = '' }: Request) => found(search),
    undo_batch: () => ({ status: 'undone', batch: 9 }),
    restore_trashed: () => ({
      batch: 9,
      left: 0,
      taken: 0,
      returning_files: [],
      removed_files: [],
    }),
    discard_records: ({ records = [] }: Request) => ({
      discarded: records.length,
      trashed_files: [],
    }),
  };
  vi.mocked(rest.rpc).mockImplementation(((name: keyof typeof answers, request: Request) => {
    const data = answers[name](request);
    const answer = Promise.resolve(isOffline ? { data: null, error: lost } : { data, error: null });
    return Object.assign(answer, { abortSignal: () => answer });
  }) as never);
});

/** Renders one group, with the records of `deleted` that match a search, and the selection bar, as the page does. */
function Trash({ busca, count }: { busca: string; count?: number }) {
  const filter = { area: '', busca };
  const chosen = useTrashSelection(filter);
  const rows = found(busca);
  const group = {
    batch: 5,
    at: '2026-01-01T00:00:00Z',
    actor: 'Ana',
    may_discard: true,
    records: { count: count ?? rows.length, area: 'products', mixed: false },
    rows: rows.slice(0, 3),
  };
  return (
    <QueryClientProvider client={queryClient}>
      <ul>
        <TrashedGroup group={group} filter={filter} chosen={chosen} />
      </ul>
      <TrashSelectionBar chosen={chosen} />
      <ConfirmDialogHost />
      <Toaster />
    </QueryClientProvider>
  );
}

const box = (name: string) => page.getByRole('checkbox', { name: `Selecionar ${name}` });
const expectChosen = (text: string) =>
  expect.element(page.getByRole('region', { name: 'Seleção' }).getByText(text)).toBeVisible();

it('keeps the records of a group that other searches find, when the group is selected or deselected', async () => {
  const { rerender } = await render(<Trash busca="Bule" />);
  await box('4 produtos').click();
  await expectChosen('4 selecionados');
  await rerender(<Trash busca="Copo" />);
  await expect.element(box('3 produtos')).not.toBeChecked();
  await box('3 produtos').click();
  await expectChosen('7 selecionados');
  await box('3 produtos').click();
  await expectChosen('4 selecionados');
  await rerender(<Trash busca="Bule" />);
  await expect.element(box('4 produtos')).toBeChecked();
  await box('4 produtos').click();
  await expect.element(page.getByRole('region', { name: 'Seleção' })).not.toBeInTheDocument();
});

it('shows a group as selected only if the records that the search finds are', async () => {
  const { rerender } = await render(<Trash busca="" />);
  for (const name of ['Bule 1', 'Bule 2', 'Bule 3']) await box(name).click();
  await expectChosen('3 selecionados');
  await rerender(<Trash busca="Copo" />);
  await expect.element(box('3 produtos')).not.toBeChecked();
  await expect.element(box('3 produtos')).not.toBePartiallyChecked();
  await rerender(<Trash busca="Bule" />);
  await expect.element(box('4 produtos')).toBePartiallyChecked();
  await page.getByRole('button', { name: 'Mostrar todos (4)' }).click();
  await box('Bule 4').click();
  await expect.element(box('4 produtos')).toBeChecked();
  await box('Bule 4').click();
  await expect.element(box('4 produtos')).toBePartiallyChecked();
});

it('selects all records of a large group, also after the page has shown 1,000 of them', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => ({
    ...deleted[0]!,
    id: 1200 - index,
    record_id: `products-${index}`,
  }));
  vi.mocked(rest.rpc).mockImplementation(((
    _name: 'trash',
    { before = Infinity, size }: Request,
  ) => {
    const data = many.filter(({ id }) => id < before).slice(0, size);
    const rows = Promise.resolve({ data, error: null });
    return Object.assign(rows, { abortSignal: () => rows });
  }) as never);
  queryClient.setQueryData(trashRowsQuery(5, { area: '', busca: '' }).queryKey, {
    pages: [many.slice(0, 1000)],
    pageParams: [undefined],
  });
  await render(<Trash busca="" count={1000} />);
  await box('mais de 999 produtos').click();
  await expectChosen('1.200 selecionados');
  await expect.element(box('mais de 999 produtos')).toBeChecked();
});

it('loses the records that were restored or deleted with their own commands, or those of the group', async () => {
  await render(<Trash busca="" />);
  await box('8 produtos').click();
  await expectChosen('8 selecionados');
  await page.getByRole('button', { name: 'Restaurar Bule 1' }).click();
  await expectChosen('7 selecionados');
  await page.getByRole('button', { name: 'Apagar de vez: Bule 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar de vez' }).click();
  await expectChosen('6 selecionados');
  await page.getByRole('button', { name: 'Restaurar 8 produtos' }).click();
  await expect.element(page.getByRole('region', { name: 'Seleção' })).not.toBeInTheDocument();
});

it.each([
  ['Restaurar', '8 produtos restaurados.'],
  ['Apagar de vez', 'Você apagou 8 produtos de vez.'],
])(
  'shows why the records of a group cannot be read, and offers %s again',
  async (command, done) => {
    isOffline = true;
    await render(<Trash busca="" />);
    await page.getByRole('button', { name: `${command} 8 produtos` }).click();
    await expect
      .element(page.getByText('Não foi possível ler os registros da Lixeira: sem conexão'))
      .toBeVisible();
    isOffline = false;
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    if (command === 'Apagar de vez') {
      await page.getByLabelText('Digite 8 para confirmar').fill('8');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar de vez' }).click();
    }
    await expect.element(page.getByText(done)).toBeVisible();
  },
);

it('sends the same records of a group again if the response was lost', async () => {
  await render(<Trash busca="" />);
  await box('8 produtos').click();
  const answer = vi.mocked(rest.rpc).getMockImplementation();
  let listed = deleted;
  const sent: unknown[] = [];
  vi.mocked(rest.rpc).mockImplementation(((name: 'trash' | 'restore_trashed', request: Request) => {
    if (name === 'trash') {
      const rows = Promise.resolve({ data: listed, error: null });
      return Object.assign(rows, { abortSignal: () => rows });
    }
    listed = [];
    sent.push(request.records);
    return sent.length === 1
      ? Promise.resolve({ data: null, error: lost })
      : answer?.(name, request);
  }) as never);
  await page.getByRole('button', { name: 'Restaurar 8 produtos' }).click();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect.element(page.getByText('8 produtos restaurados.')).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
  await expect.element(page.getByRole('region', { name: 'Seleção' })).not.toBeInTheDocument();
});
