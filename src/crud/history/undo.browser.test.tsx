import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { PlatformError } from '#data/unwrap.ts';
import { render } from 'vitest-browser-react';
import { dropUserContent } from '#lib/user-change.ts';
import { Toaster } from '#ui/toaster.tsx';
import { fetchBatchId, undoBatch } from './history.queries.ts';
import type { UndoConflict, UndoResponse } from './history.queries.ts';
import { fetchAuthors } from './record-authors.queries.ts';
import { setWordsLoader } from '../words.ts';
import { UndoHost } from './undo-host.tsx';
import { undoEntry, undoSavedChanges } from './undo.ts';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

vi.mock('./history.queries.ts', { spy: true });
vi.mock('./record-authors.queries.ts', { spy: true });

const step = (after: string, left = 0): UndoResponse => ({
  status: 'undoing',
  left,
  records: 1000,
  after,
});

beforeEach(async () => {
  clearToasts();
  vi.mocked(undoBatch).mockReset();
  await render(
    <QueryClientProvider client={queryClient}>
      <UndoHost />
      <Toaster />
    </QueryClientProvider>,
  );
});

it('undoes thousands of records step by step, and shows its progress and the records that stay', async () => {
  const last = Promise.withResolvers<UndoResponse>();
  vi.mocked(undoBatch)
    .mockResolvedValueOnce(step('a', 1))
    .mockResolvedValueOnce(step('b', 1))
    .mockReturnValueOnce(last.promise);
  const undone = undoEntry(4);
  await expect.element(page.getByText('2.000 registros até agora.')).toBeVisible();
  last.resolve({ status: 'undone', batch: 9 });
  await undone;
  await expect.element(page.getByText('Desfeito.')).toBeVisible();
  await expect
    .element(page.getByText('2 registros não foram alterados: houve outras alterações depois.'))
    .toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(vi.mocked(undoBatch).mock.calls.map(([, , options]) => options.after)).toEqual([
    undefined,
    'a',
    'b',
  ]);
});

it('repeats a step that took too long with fewer records, and keeps that number', async () => {
  const timeout = new PlatformError({ code: '57014', message: 'timeout' }, 500);
  vi.mocked(undoBatch)
    .mockRejectedValueOnce(timeout)
    .mockResolvedValueOnce(step('a'))
    .mockRejectedValueOnce(timeout)
    .mockResolvedValueOnce({ status: 'undone', batch: 9 });
  expect(await undoEntry(4)).toBe(true);
  const sent = vi.mocked(undoBatch).mock.calls.map(([, , { after, size }]) => [after, size]);
  expect(sent).toEqual([
    [undefined, 1000],
    [undefined, 200],
    ['a', 200],
    ['a', 40],
  ]);
});

it('sends the answers of the user with each step, after the answered undo took too long', async () => {
  const timeout = new PlatformError({ code: '57014', message: 'timeout' }, 500);
  vi.mocked(undoBatch)
    .mockResolvedValueOnce({ status: 'conflict', conflicts: [conflict(4)], names: {} })
    .mockRejectedValueOnce(timeout)
    .mockResolvedValueOnce(step('a'))
    .mockResolvedValueOnce(step('b'))
    .mockResolvedValueOnce({ status: 'undone', batch: 9 });
  const undone = undoEntry(4);
  await page.getByRole('button', { name: 'Desfazer com estas escolhas' }).click();
  expect(await undone).toBe(true);
  const answers = { 'banners/4/titulo': 'keep' };
  const sent = vi.mocked(undoBatch).mock.calls.map(([, decisions]) => decisions);
  expect(sent).toEqual([{}, answers, answers, answers, answers]);
});

it('names a column that only spreadsheets show by its header there', async () => {
  setWordsLoader(async () => ({
    lojas: async () => ({ fields: { origem: { sheet: { label: 'Procedência' } } } }),
  }));
  const origem = { area: 'lojas', key: 'lojas/4/origem', column: 'origem' };
  vi.mocked(undoBatch).mockResolvedValueOnce({
    status: 'conflict',
    conflicts: [{ ...conflict(4), ...origem }],
    names: {},
  });
  const undone = undoEntry(4);
  await expect.element(page.getByText('Registro 4 · Procedência')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(await undone).toBe(false);
});

it('shows the records that stay, also if one step undid all others', async () => {
  vi.mocked(undoBatch).mockResolvedValueOnce({ status: 'undone', batch: 9, left: 1 });
  await undoEntry(4);
  await expect.element(page.getByText('Desfeito.')).toBeVisible();
  await expect
    .element(page.getByText('1 registro não foi alterado: houve outras alterações depois.'))
    .toBeVisible();
});

it('stops between two steps on request, and offers to undo the rest', async () => {
  const second = Promise.withResolvers<UndoResponse>();
  vi.mocked(undoBatch).mockResolvedValueOnce(step('a')).mockReturnValueOnce(second.promise);
  const undone = undoEntry(4);
  await page.getByRole('button', { name: 'Parar' }).click();
  second.resolve(step('b'));
  await undone;
  expect(undoBatch).toHaveBeenCalledTimes(2);
  await expect.element(page.getByText('Só uma parte foi desfeita.')).toBeVisible();
  vi.mocked(undoBatch).mockResolvedValue({ status: 'undone', batch: 10 });
  await page.getByRole('button', { name: 'Desfazer o resto' }).click();
  await expect.element(page.getByText('Desfeito.')).toBeVisible();
});

it('says once that only a part was undone when a joint undo is stopped, and offers the rest of all', async () => {
  const second = Promise.withResolvers<UndoResponse>();
  vi.mocked(fetchBatchId).mockImplementation(async (_area, id) => Number(id));
  vi.mocked(undoBatch)
    .mockResolvedValueOnce({ status: 'undone', batch: 12 })
    .mockResolvedValueOnce(step('a'))
    .mockReturnValueOnce(second.promise);
  const again = vi.fn<() => void>();
  const undone = undoSavedChanges(
    [1, 2].map((id) => ({ table: 'banners', id, version: 2 }) as const),
    again,
  );
  await page.getByRole('button', { name: 'Parar' }).click();
  second.resolve(step('b'));
  expect(await undone).toBe(false);
  const part = page.getByRole('alert').filter({ hasText: 'Só uma parte foi desfeita.' });
  await part.getByRole('button', { name: 'Desfazer o resto' }).click();
  expect(again).toHaveBeenCalledTimes(1);
  await expect.element(part).not.toBeInTheDocument();
});

it('restores only the records whose deletion it undoes: others may have deleted more in one batch', async () => {
  vi.mocked(fetchBatchId).mockResolvedValue(4);
  vi.mocked(undoBatch).mockResolvedValue({ status: 'undone', batch: 9 });
  const deleted = [7, 8].map((id) => ({ table: 'banners', id }) as const);
  expect(await undoSavedChanges(deleted, () => {})).toBe(true);
  const sent = vi.mocked(undoBatch).mock.calls.map(([batch, , { only }]) => [batch, only]);
  expect(sent).toEqual([
    [4, '8'],
    [4, '7'],
  ]);
});

it('undoes a whole save: it may have moved other records', async () => {
  vi.mocked(fetchBatchId).mockResolvedValue(4);
  vi.mocked(undoBatch).mockResolvedValue({ status: 'undone', batch: 9 });
  expect(await undoSavedChanges([{ table: 'banners', id: 7, version: 2 }], () => {})).toBe(true);
  expect(vi.mocked(undoBatch).mock.lastCall?.[2].only).toBeUndefined();
});

it('queues the questions of several undos', async () => {
  vi.mocked(undoBatch).mockImplementation(async (batch, decisions) =>
    Object.keys(decisions).length > 0 || batch > 2
      ? { status: 'undone', batch: null }
      : { status: 'conflict', conflicts: [conflict(batch)], names: {} },
  );
  const undone = [undoEntry(1), undoEntry(2)];
  await expect.element(page.getByText(/^Registro 1/)).toBeVisible();
  // Start a third undo, which has no conflict: the first question stays visible while it runs.
  const last = Promise.withResolvers<UndoResponse>();
  vi.mocked(undoBatch).mockResolvedValueOnce(step('a')).mockReturnValueOnce(last.promise);
  const long = undoEntry(3);
  await expect.poll(() => vi.mocked(undoBatch).mock.calls.length).toBe(4);
  await expect.element(page.getByText(/^Registro 1/)).toBeVisible();
  last.resolve({ status: 'undone', batch: null });
  await long;
  for (const title of ['Registro 1', 'Registro 2']) {
    await expect.element(page.getByText(new RegExp(`^${title}`))).toBeVisible();
    await page.getByRole('button', { name: 'Desfazer com estas escolhas' }).click();
  }
  expect(await Promise.all(undone)).toEqual([true, true]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('says that only a part was undone when a question of a joint undo is cancelled, and offers the rest', async () => {
  vi.mocked(fetchBatchId).mockImplementation(async (_area, id) => Number(id));
  vi.mocked(undoBatch).mockImplementation(async (batch) =>
    batch === 1
      ? { status: 'conflict', conflicts: [conflict(batch)], names: {} }
      : { status: 'undone', batch: batch + 10 },
  );
  const again = vi.fn<() => void>();
  const saved = [1, 2, 3].map((id) => ({ table: 'banners', id, version: 2 }) as const);
  const part = page.getByRole('alert').filter({ hasText: 'Só uma parte foi desfeita.' });
  const cancel = async () => {
    const undone = undoSavedChanges(saved, again);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    expect(await undone).toBe(false);
  };
  await cancel();
  await part.getByRole('button', { name: 'Desfazer o resto' }).click();
  expect(again).toHaveBeenCalledTimes(1);
  await cancel();
  vi.mocked(undoBatch).mockClear();
  await part.getByRole('button', { name: 'Refazer' }).click();
  await expect
    .poll(() => vi.mocked(undoBatch).mock.calls.map(([batch]) => batch))
    .toEqual([12, 13]);
});

it('says that only a part was undone when a joint undo meets conflicts again and again, and offers the rest', async () => {
  vi.mocked(fetchBatchId).mockImplementation(async (_area, id) => Number(id));
  vi.mocked(undoBatch).mockImplementation(async (batch) =>
    batch === 1
      ? { status: 'conflict', conflicts: [conflict(batch)], names: {} }
      : { status: 'undone', batch: batch + 10 },
  );
  const saved = [1, 2].map((id) => ({ table: 'banners', id, version: 2 }) as const);
  const undone = undoSavedChanges(saved, () => {});
  for (let round = 1; round <= 10; round += 1) {
    await expect.poll(() => vi.mocked(undoBatch).mock.calls.length).toBe(round + 1);
    await page.getByRole('button', { name: 'Desfazer com estas escolhas' }).click();
  }
  expect(await undone).toBe(false);
  const part = page.getByRole('alert').filter({ hasText: 'Só uma parte foi desfeita.' });
  await expect.element(part.getByRole('button', { name: 'Refazer' })).toBeVisible();
  await part.getByRole('button', { name: 'Desfazer o resto' }).click();
});

it('drops the open question when another user signs in, and undoes nothing', async () => {
  vi.mocked(undoBatch).mockResolvedValue({
    status: 'conflict',
    conflicts: [conflict(1)],
    names: {},
  });
  const undone = undoEntry(1);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  dropUserContent();
  expect(await undone).toBe(false);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(undoBatch).toHaveBeenCalledTimes(1);
});

it.each([
  [['Maria', null], 'Maria fez outras alterações depois'],
  [['Maria', 'João', null], 'Maria e João fizeram outras alterações depois'],
  [[null], 'Há outras alterações depois desta'],
])('asks about the later changes of %j in the name of the users among them', async (who, title) => {
  vi.mocked(fetchAuthors).mockResolvedValue({
    authors: who.map((name) => ({ name, own: false })),
    deletion: null,
  });
  vi.mocked(undoBatch).mockResolvedValue({
    status: 'conflict',
    conflicts: [conflict(1)],
    names: {},
  });
  const undone = undoEntry(1);
  const question = page.getByRole('dialog', { name: title });
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(await undone).toBe(false);
});

it('asks once about columns that belong together, and names the version that the user saw', async () => {
  const of = (column: string, was: number | null, now: number | null) =>
    ({
      ...conflict(1),
      key: `products/1/${column}`,
      area: 'products',
      column,
      was,
      now,
    }) as UndoConflict;
  const unit = ['real_price', 'promo_price', 'promo_starts_at', 'promo_ends_at'];
  const prices = [of('real_price', 20, 30), of('promo_price', null, 25)];
  vi.mocked(undoBatch)
    .mockResolvedValueOnce({
      status: 'conflict',
      conflicts: [of('name', null, null), ...prices.map((price) => ({ ...price, unit }))].map(
        (one) => ({ ...one, version: 7 }),
      ),
      names: {},
    })
    .mockResolvedValue({ status: 'undone', batch: 10 });
  const undone = undoEntry(1);
  const question = page.getByRole('dialog');
  await expect.element(question.getByText('promo_price: 25')).toBeVisible();
  expect(question.getByRole('radio').elements()).toHaveLength(4);
  await question.getByRole('radio', { name: 'Restaurar os valores anteriores' }).click();
  await question.getByRole('button', { name: 'Desfazer com estas escolhas' }).click();
  expect(await undone).toBe(true);
  expect(vi.mocked(undoBatch).mock.lastCall?.[1]).toEqual({
    'products/1/name': 'keep',
    'products/1/real_price': { version: 7 },
    'products/1/promo_price': { version: 7 },
  });
});

it('shows the next user no message of a running undo', async () => {
  const second = Promise.withResolvers<UndoResponse>();
  vi.mocked(undoBatch).mockResolvedValueOnce(step('a', 1)).mockReturnValueOnce(second.promise);
  const undone = undoEntry(4);
  await expect.element(page.getByRole('button', { name: 'Parar' })).toBeVisible();
  dropUserContent();
  second.resolve(step('b'));
  expect(await undone).toBe(false);
  expect(undoBatch).toHaveBeenCalledTimes(2);
  await expect.element(page.getByRole('status').getByRole('button')).not.toBeInTheDocument();
  await expect.element(page.getByText(/desfeita|alterad/)).not.toBeInTheDocument();
});

it('asks the next user no question about an undo of the former one, and shows no failure', async () => {
  const [asks, fails] = [
    Promise.withResolvers<UndoResponse>(),
    Promise.withResolvers<UndoResponse>(),
  ];
  vi.mocked(undoBatch).mockReturnValueOnce(asks.promise).mockReturnValueOnce(fails.promise);
  const undone = [undoEntry(1), undoEntry(2)];
  dropUserContent();
  asks.resolve({ status: 'conflict', conflicts: [conflict(1)], names: {} });
  fails.reject(new Error('sem sessão'));
  expect(await Promise.all(undone)).toEqual([false, false]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText(/Não foi possível/)).not.toBeInTheDocument();
});

it('is offered again after a failure, because the message that offered it has closed', async () => {
  vi.mocked(undoBatch)
    .mockRejectedValueOnce(new Error('sem conexão'))
    .mockResolvedValue({ status: 'undone', batch: 10 });
  expect(await undoEntry(4)).toBe(false);
  await expect.element(page.getByText('Não foi possível desfazer: sem conexão')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect.element(page.getByText('Desfeito.')).toBeVisible();
});

it('ends with an error after ten responses with conflicts, and is offered again', async () => {
  vi.mocked(undoBatch).mockImplementation(async () => ({
    status: 'conflict',
    conflicts: [conflict(4)],
    names: {},
  }));
  const undone = undoEntry(4);
  for (let round = 1; round <= 10; round += 1) {
    await expect.poll(() => vi.mocked(undoBatch).mock.calls.length).toBe(round);
    await page.getByRole('button', { name: 'Desfazer com estas escolhas' }).click();
  }
  expect(await undone).toBe(false);
  await expect
    .element(page.getByText(/^Não foi possível desfazer: outras pessoas estão alterando/))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
});

function conflict(batch: number) {
  return {
    key: `banners/${batch}/titulo`,
    kind: 'changed',
    area: 'banners',
    column: 'titulo',
    title: `Registro ${batch}`,
    was: 'Antes',
    now: 'Agora',
  } as UndoConflict;
}
