import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { TrashedRecord } from '#crud/history/trash.queries.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { dropUserContent } from '#lib/user-change.ts';
import { ConfirmDialogHost } from '#ui/confirm.tsx';
import { toasts } from '#ui/toast.ts';
import { Toaster } from '#ui/toaster.tsx';
import { discardRecords, restoreRecords } from './trash-actions.ts';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

vi.mock('#data/rest-client.ts', () => ({ rest: { rpc: vi.fn() } }));

/** The mocked response to a request that restores or permanently deletes records of a batch. */
let platform: (batch: number, records: string[]) => Answer | Promise<Answer>;

beforeEach(async () => {
  clearToasts();
  vi.mocked(rest.rpc).mockImplementation(((_name: string, request: Request) =>
    Promise.resolve(platform(request.batch, request.records))) as never);
  await render(
    <QueryClientProvider client={queryClient}>
      <Toaster />
      <ConfirmDialogHost />
    </QueryClientProvider>,
  );
});

type Answer = { data: unknown; error: unknown };
type Request = { batch: number; records: string[] };

const again = () => {};
const restored = (answer: object = {}) => ({
  data: { batch: 20, left: 0, taken: 0, returning_files: [], removed_files: [], ...answer },
  error: null,
});
const refused = (message: string, hint: string) => ({
  data: null,
  error: { code: 'P0001', message, hint },
});

/** Returns one deleted record for each of these batches. */
const deletedIn = (area: string, ...batches: number[]) =>
  batches.map((batch): TrashedRecord => ({
    batch,
    id: batch,
    at: '2026-01-01T00:00:00Z',
    actor: null,
    area,
    record_id: `${area}-${batch}`,
    title: null,
    detail: null,
  }));

it('restores the other records if one was deleted permanently, and counts it', async () => {
  platform = (batch) =>
    batch === 2 ? refused('Este registro foi apagado de vez.', 'record_discarded') : restored();
  expect(await restoreRecords(deletedIn('products', 1, 2, 3), again)).toBe(true);
  expect(vi.mocked(rest.rpc).mock.calls.map(([, request]) => request)).toEqual([
    { batch: 3, records: ['products-3'] },
    { batch: 2, records: ['products-2'] },
    { batch: 1, records: ['products-1'] },
  ]);
  await expect.element(page.getByText('2 produtos restaurados.')).toBeVisible();
  await expect
    .element(
      page.getByText('1 produto não foi restaurado. Para ver o motivo, restaure um de cada vez.'),
    )
    .toBeVisible();
});

it('shows why the only record, or each of several, was not restored', async () => {
  const message = 'A categoria "Polpas" foi excluída depois. Restaure-a primeiro.';
  platform = () => refused(message, 'record_gone');
  for (const batches of [[1], [1, 2]]) {
    expect(await restoreRecords(deletedIn('products', ...batches), again)).toBe(false);
    await expect.element(page.getByText(`Não foi possível restaurar: ${message}`)).toBeVisible();
  }
});

it('stops at a failure that no record causes', async () => {
  platform = (batch) =>
    batch === 2 ? { data: null, error: { message: 'sem espaço' } } : restored();
  expect(await restoreRecords(deletedIn('products', 1, 2, 3), again)).toBe(false);
  expect(rest.rpc).toHaveBeenCalledTimes(2);
});

it.each([
  [1, '3 produtos não foram restaurados. Para ver o motivo, restaure um de cada vez.'],
  [
    3,
    '3 produtos continuam na Lixeira: outros produtos já têm esses SKUs. Restaure um de cada vez para escolher outro SKU.',
  ],
])('names the SKU as the reason only if it is that of all, as of %i of 3', async (taken, text) => {
  platform = () => restored({ left: 3, taken });
  await restoreRecords(deletedIn('products', 1, 1, 1, 1), again);
  await expect.element(page.getByText('1 produto restaurado.')).toBeVisible();
  await expect.element(page.getByText(text)).toBeVisible();
});

it.each([
  ['result', restored({ left: 1 })],
  ['failure', { data: null, error: { message: 'sem sessão' } }],
])(
  'shows the next user no %s of a command of the former one, and does not continue it',
  async (_what, end) => {
    const first = Promise.withResolvers<Answer>();
    platform = () => first.promise;
    const done = restoreRecords(deletedIn('products', 1, 2), again);
    await expect.poll(() => vi.mocked(rest.rpc).mock.calls.length).toBe(1);
    dropUserContent();
    first.resolve(end);
    expect(await done).toBe(false);
    expect(rest.rpc).toHaveBeenCalledTimes(1);
    expect(toasts.get()).toEqual([]);
  },
);

it.each([
  [
    2,
    'Você apagou 2 produtos de vez.',
    '1 produto não foi apagado de vez: não está mais na Lixeira.',
  ],
  [
    1,
    'Você apagou 1 produto de vez.',
    '2 produtos não foram apagados de vez: não estão mais na Lixeira.',
  ],
  [0, undefined, '3 produtos não foram apagados de vez: não estão mais na Lixeira.'],
  [3, 'Você apagou 3 produtos de vez.', undefined],
])(
  'counts the %i of 3 records that it deleted permanently',
  async (discarded, success, warning) => {
    dropUserContent();
    platform = () => ({ data: { discarded, trashed_files: [] }, error: null });
    const done = discardRecords(deletedIn('products', 1, 1, 1), again);
    await page.getByLabelText('Digite 3 para confirmar').fill('3');
    await page.getByRole('button', { name: 'Apagar de vez' }).click();
    expect(await done).toBe(true);
    const shown = toasts.get().map(({ kind, text }) => [kind, text]);
    expect(shown).toEqual(
      [
        ['success', success],
        ['warning', warning],
      ].filter(([, text]) => text),
    );
  },
);

it('counts categories that were not restored in their gender', async () => {
  platform = () => restored({ left: 2 });
  await restoreRecords(deletedIn('categories', 1, 1), again);
  await expect
    .element(page.getByText(/^2 categorias não foram restauradas[.] Para ver o motivo/))
    .toBeVisible();
});

it('warns once that the restored users have no password, and that files of pictures are gone', async () => {
  platform = (batch) => restored({ closed_logins: batch > 1, lost_pictures: batch });
  await restoreRecords(deletedIn('profiles', 1, 2, 3), again);
  await expect.element(page.getByText('3 usuários restaurados.')).toBeVisible();
  const warning = page.getByText(/^As senhas dos usuários não foram restauradas: para entrar/);
  await expect.element(warning).toBeVisible();
  expect(warning.elements()).toHaveLength(1);
  await expect.element(page.getByText(/^6 imagens não foram restauradas/)).toBeVisible();
});

it.each([
  [1, 'A senha do usuário não foi restaurada'],
  [2, 'As senhas dos usuários não foram restauradas'],
])('names all that %i restored users lost with their profile', async (count, start) => {
  dropUserContent();
  platform = () => restored({ closed_logins: true });
  await restoreRecords(deletedIn('profiles', ...Array.from({ length: count }, () => 1)), again);
  const warning = toasts.get().find(({ kind }) => kind === 'warning')?.text;
  expect(warning).toMatch(new RegExp(`^${start}`));
  for (const lost of ['verificação em duas etapas', 'visualizações próprias', 'preferências'])
    expect(warning).toContain(lost);
});

it('continues the batch of the previous step of the same deletion', async () => {
  platform = (batch) => restored({ batch: batch + 10 });
  await restoreRecords(deletedIn('products', ...Array.from({ length: 501 }, () => 1), 2), again);
  expect(vi.mocked(rest.rpc).mock.calls.map(([, request]) => request)).toMatchObject([
    { batch: 2, continued: undefined },
    { batch: 1, continued: undefined },
    { batch: 1, continued: 11 },
  ]);
});
