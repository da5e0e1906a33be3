import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import Apple from 'lucide-react/icons/apple';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '#data/query-client.ts';
import { PlatformError } from '#data/unwrap.ts';
import { dropUserContent } from '#lib/user-change.ts';
import { Combobox } from '#ui/fields/combobox.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { undoEntry } from '../history/undo.ts';
import {
  applyStep,
  fetchBatchRows,
  deleteStagedBatchInBackground,
  setRowExcluded,
  planChange,
} from '../many/batch.queries.ts';
import type { BatchRow, OutcomeCounts, BatchPlan } from '../many/batch.queries.ts';
import { frutas, resetTestArea } from '../testing/frutas.tsx';
import { waitUntilSettled } from '../testing/wait-until-settled.ts';
import { BulkActions } from './bulk-actions.tsx';
import type { BulkFormProps } from './bulk-words.ts';

vi.mock('../many/batch.queries.ts', { spy: true });
vi.mock('../history/undo.ts', { spy: true });

const ripe = { kind: 'set', column: 'nota', value: 'Doce' } as const;
let isDone: boolean;

beforeEach(async () => {
  resetTestArea();
  isDone = false;
  vi.mocked(planChange)
    .mockReset()
    .mockImplementation(async (id) => plan({ id }));
  vi.mocked(fetchBatchRows)
    .mockReset()
    .mockResolvedValue([row('Caju'), row('Manga')]);
  vi.mocked(applyStep)
    .mockReset()
    .mockImplementation(async (before) => applied(before, { changed: 2 }));
  vi.mocked(deleteStagedBatchInBackground).mockReset().mockReturnValue();
  vi.mocked(undoEntry).mockReset().mockResolvedValue(true);
  await page.viewport(1366, 768);
});

function plan(more: Partial<BatchPlan> = {}): BatchPlan {
  const totals = { counts: { change: 2 }, doubtful: 0, sum: null, percent: null };
  return {
    id: 'plan',
    source: '',
    missing: 0,
    steps: 0,
    batch: null,
    pictures: 0,
    ...totals,
    ...more,
  };
}

/** Returns the plan after one more step. */
function applied(before: BatchPlan, counts: OutcomeCounts): BatchPlan {
  return { ...before, counts, steps: before.steps + 1, batch: 7 };
}

function row(title: string, more: Partial<BatchRow> = {}): BatchRow {
  return {
    place: title.charCodeAt(0),
    record_id: title,
    title,
    detail: null,
    cells: {},
    problems: {},
    before: { nota: 'Azeda' },
    after: { nota: 'Doce' },
    doubts: [],
    outcome: 'change',
    refusal: null,
    ...more,
  };
}

/** Returns the error of a request whose response was lost. */
function lost(): PlatformError {
  return new PlatformError(new TypeError('Failed to fetch'), 0);
}

/** Starts a bulk change, and leaves the page before the response. `records` is the count on the button: '2 frutas'. */
async function leaveDuring(records: string) {
  const { leave } = await open();
  await button(`Alterar ${records}`).click();
  await expect.element(page.getByText(`Alterando ${records}`)).toBeVisible();
  await leave();
}

async function open(label = 'Amadurecer') {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <BulkActions
        area={frutas}
        selection={{ ids: ['1', '2'] }}
        actions={[
          { label: 'Amadurecer', icon: Apple, change: ripe },
          { label: 'Adoçar', icon: Apple, form: Sweeten },
          { label: 'Escolher', icon: Apple, form: Choose },
        ]}
        words={{
          doubts: {
            label: 'Confirme as frutas caras',
            text: 'com preço fora do padrão',
            texts: (doubts) => doubts.map(() => 'Aumento de 900\u00a0%'),
          },
        }}
        onDone={() => (isDone = true)}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: label }).click();
  return { leave: () => screen.rerender(<Toaster />) };
}

function Sweeten({ onChange }: BulkFormProps) {
  return (
    <input
      aria-label="Nota"
      onChange={({ currentTarget }) => onChange({ ...ripe, value: currentTarget.value })}
    />
  );
}

function Choose({ onChange }: BulkFormProps) {
  const [value, setValue] = useState('');
  return (
    <Combobox
      aria-label="Nota"
      none="Selecione"
      options={[
        ['a', 'Azeda'],
        ['d', 'Doce'],
      ]}
      value={value}
      onChange={(chosen) => (setValue(chosen), onChange({ ...ripe, value: chosen }))}
    />
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a bulk change', () => {
  it('shows the plan, applies it, and offers to undo it', async () => {
    await open();
    await expect.element(page.getByText('2 frutas serão alteradas.')).toBeVisible();
    await expect
      .poll(() => page.getByRole('listitem').first().element().textContent)
      .toContain('Azeda passa a ser Doce');
    await button('Alterar 2 frutas').click();
    await expect.element(page.getByText('2 frutas alteradas.')).toBeVisible();
    expect(isDone).toBe(true);
    await button('Desfazer').click();
    await expect.poll(() => undoEntry).toHaveBeenCalledWith(7);
  });

  it('shows its buttons together with the rows, so that rows do not move them', async () => {
    const response = Promise.withResolvers<BatchRow[]>();
    vi.mocked(fetchBatchRows).mockReturnValue(response.promise);
    await open();
    await expect.element(page.getByText('2 frutas serão alteradas.')).toBeVisible();
    await expect.poll(() => vi.mocked(fetchBatchRows).mock.calls.length).toBe(1);
    expect(button('Alterar 2 frutas').query()).toBeNull();
    response.resolve([row('Caju'), row('Manga')]);
    await expect.element(button('Alterar 2 frutas')).toHaveFocus();
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
  });

  it('shows its buttons when the rows cannot be loaded', async () => {
    vi.mocked(fetchBatchRows).mockRejectedValue(lost());
    await open();
    await expect.element(button('Tentar novamente')).toBeVisible();
    await expect.element(button('Alterar 2 frutas')).toHaveFocus();
  });

  it('keeps its buttons in their place until the rows of another outcome arrive', async () => {
    const response = Promise.withResolvers<BatchRow[]>();
    vi.mocked(planChange).mockImplementation(async (id) =>
      plan({ id, counts: { change: 9, keep: 1 } }),
    );
    vi.mocked(fetchBatchRows)
      .mockResolvedValueOnce(Array.from('ABCDEFGHI', (title) => row(title)))
      .mockReturnValueOnce(response.promise);
    await open();
    const apply = button('Alterar 9 frutas');
    await expect.element(apply).toHaveFocus();
    // The opening dialog moves.
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const { top } = apply.element().getBoundingClientRect();
    await page.getByRole('button', { name: /sem alteração/ }).click();
    await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
    expect(apply.element().getBoundingClientRect().top).toBeCloseTo(top, 0);
    response.resolve([row('J', { outcome: 'keep' })]);
    await expect.element(page.getByText('J', { exact: true })).toBeVisible();
    expect(apply.element().getBoundingClientRect().top).toBeLessThan(top);
  });

  it('discards the plan of an earlier state of the form', async () => {
    const [first, second] = [
      Promise.withResolvers<BatchPlan>(),
      Promise.withResolvers<BatchPlan>(),
    ];
    vi.mocked(planChange).mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    await open('Adoçar');
    await page.getByLabelText('Nota').fill('a');
    await page.getByLabelText('Nota').fill('ab');
    second.resolve(plan({ counts: { change: 9 } }));
    await expect.element(button('Alterar 9 frutas')).toBeVisible();
    const [late, , , , work] = vi.mocked(planChange).mock.calls[0]!;
    expect(work.signal.aborted).toBe(true);
    first.reject(work.signal.reason);
    await expect
      .poll(() => vi.mocked(deleteStagedBatchInBackground).mock.calls)
      .toContainEqual([late]);
    await expect.element(button('Alterar 9 frutas')).toBeVisible();
  });

  it('keeps the plan while the user searches in a list of choices', async () => {
    await open('Escolher');
    await page.getByLabelText('Nota').click();
    await page.getByRole('option', { name: 'Doce' }).click();
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
    for (const end of ['{Escape}', '{Enter}']) {
      await page.getByLabelText('Nota').fill('do');
      await userEvent.keyboard(end);
      await expect.element(page.getByLabelText('Nota')).toHaveValue('Doce');
      expect(button('Alterar 2 frutas').query()).not.toBeNull();
    }
    expect(planChange).toHaveBeenCalledTimes(1);
    await page.getByLabelText('Nota').click();
    await page.getByRole('option', { name: 'Azeda' }).click();
    await expect.poll(() => vi.mocked(planChange).mock.calls.length).toBe(2);
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
  });

  it('shows the progress of a plan that takes several steps', async () => {
    const planned = Promise.withResolvers<BatchPlan>();
    vi.mocked(planChange).mockReturnValueOnce(planned.promise);
    await open();
    await expect.poll(() => vi.mocked(planChange).mock.calls.length).toBe(1);
    const [, , , , work] = vi.mocked(planChange).mock.calls[0]!;
    work.onProgress(0.4);
    await expect.element(page.getByText('40 %')).toBeVisible();
    await expect.element(page.getByLabelText('Conferindo a alteração')).toHaveValue(0.4);
    planned.resolve(plan());
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
  });

  it('shows why planning failed, and tries again', async () => {
    vi.mocked(planChange).mockRejectedValueOnce(new Error('São registros demais.'));
    await open();
    await expect.element(page.getByText('São registros demais.')).toBeVisible();
    await button('Tentar novamente').click();
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
  });

  it('drops a plan whose response was lost, and makes another one', async () => {
    vi.mocked(planChange).mockRejectedValueOnce(
      new PlatformError(new TypeError('Failed to fetch')),
    );
    await open();
    await button('Tentar novamente').click();
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
    const [dropped, made] = vi.mocked(planChange).mock.calls.map(([id]) => id);
    expect(vi.mocked(deleteStagedBatchInBackground).mock.calls).toEqual([[dropped]]);
    expect(made).not.toBe(dropped);
  });

  it('leaves rows out and includes them again', async () => {
    const left = { doubtful: 0, sum: null, percent: null };
    vi.mocked(setRowExcluded)
      .mockReset()
      .mockResolvedValueOnce({ ...left, counts: { change: 1, out: 1 } })
      .mockResolvedValueOnce({ ...left, counts: { change: 2 } });
    await open();
    await button('Remover: Caju').click();
    await expect.element(button('Alterar 1 fruta')).toBeVisible();
    await button('Incluir de novo: Caju').click();
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
    const { place } = row('Caju');
    expect(vi.mocked(setRowExcluded).mock.calls.map(([, ...requests]) => requests)).toEqual([
      [place, true],
      [place, false],
    ]);
  });

  it('begins only when the number of doubtful rows is typed', async () => {
    vi.mocked(planChange).mockResolvedValue(plan({ doubtful: 1 }));
    vi.mocked(fetchBatchRows).mockResolvedValue([row('Caju', { doubts: ['rise'] })]);
    await open();
    await expect.element(page.getByText(/^Aumento de 900/)).toBeVisible();
    const box = page.getByLabelText('Confirme as frutas caras');
    await expect.element(box).toHaveAccessibleDescription(/Digite 1 para confirmar\./);
    await box.fill('2');
    await button('Alterar 2 frutas').click();
    await expect.element(box).toHaveFocus();
    await expect.element(box).toBeInvalid();
    expect(applyStep).not.toHaveBeenCalled();
    await box.fill('1');
    await button('Alterar 2 frutas').click();
    await expect.poll(() => isDone).toBe(true);
    expect(vi.mocked(applyStep).mock.calls[0]?.[1]).toMatchObject({ confirmed: 1 });
  });

  it('of thousands shows its progress, stops after the current step, and undoes the applied steps', async () => {
    const sent = Promise.withResolvers<BatchPlan>();
    vi.mocked(planChange).mockResolvedValue(plan({ counts: { change: 12_000 } }));
    vi.mocked(applyStep)
      .mockImplementationOnce(async (before) => applied(before, { change: 9000, changed: 3000 }))
      .mockReturnValueOnce(sent.promise);
    await open();
    await button('Alterar 12.000 frutas').click();
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '0.25');
    await button('Cancelar').click();
    sent.resolve(plan({ counts: { change: 8000, changed: 4000 }, steps: 2, batch: 4 }));
    await expect.element(page.getByText('4.000 frutas alteradas.')).toBeVisible();
    await expect.element(page.getByText(/^Faltam 8.000 frutas\./)).toBeVisible();
    expect(applyStep).toHaveBeenCalledTimes(2);
    await expect.element(button('Continuar')).toBeVisible();
    await button('Desfazer o que foi feito').click();
    await expect.poll(() => undoEntry).toHaveBeenCalledWith(4);
    await expect.poll(() => isDone).toBe(true);
  });

  it('asks before the tab closes only while it is being applied', async () => {
    const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const sent = Promise.withResolvers<BatchPlan>();
    vi.mocked(planChange).mockResolvedValue(plan({ counts: { change: 8000 } }));
    vi.mocked(applyStep).mockReturnValueOnce(sent.promise);
    await open();
    await expect.element(button('Alterar 8.000 frutas')).toBeVisible();
    expect(asks()).toBe(false);
    await button('Alterar 8.000 frutas').click();
    await expect.poll(asks).toBe(true);
    sent.resolve(plan({ counts: { changed: 8000 }, steps: 1, batch: 4 }));
    await expect.element(page.getByText('8.000 frutas alteradas.')).toBeVisible();
    expect(asks()).toBe(false);
  });

  it('says that it did not finish when a step fails after its page was left', async () => {
    const sent = Promise.withResolvers<BatchPlan>();
    vi.mocked(applyStep).mockReturnValueOnce(sent.promise);
    await leaveDuring('2 frutas');
    sent.reject(lost());
    await expect.element(page.getByText('A alteração de frutas não terminou.')).toBeVisible();
    await expect.element(page.getByText(/^Sem conexão com o servidor\./)).toBeVisible();
    expect(vi.mocked(deleteStagedBatchInBackground)).toHaveBeenCalledTimes(1);
  });

  it('tells its end to the next page, also while that page still loads', async () => {
    const sent = Promise.withResolvers<BatchPlan>();
    vi.mocked(applyStep).mockReturnValueOnce(sent.promise);
    const { leave } = await open('Adoçar');
    await page.getByLabelText('Nota').fill('Doce');
    await button('Alterar 2 frutas').click();
    await expect.element(page.getByText('Alterando 2 frutas')).toBeVisible();
    const address = location.href;
    history.pushState(null, '', '/outra-pagina');
    sent.reject(lost());
    await expect.element(page.getByText('A alteração de frutas não terminou.')).toBeVisible();
    history.replaceState(null, '', address);
    await leave();
    await expect.element(page.getByText('A alteração de frutas não terminou.')).toBeVisible();
  });

  it('says nothing to the next user about the end of a change', async () => {
    const sent = Promise.withResolvers<BatchPlan>();
    vi.mocked(applyStep).mockReturnValueOnce(sent.promise);
    await leaveDuring('2 frutas');
    dropUserContent();
    sent.resolve(applied(plan(), { changed: 2 }));
    await waitUntilSettled();
    expect(page.getByText('2 frutas alteradas.').query()).toBeNull();
  });

  it('of thousands shows how many remain after its page was left, and undoes the others', async () => {
    const sent = Promise.withResolvers<BatchPlan>();
    vi.mocked(planChange).mockResolvedValue(plan({ counts: { change: 8000 } }));
    vi.mocked(applyStep).mockReturnValueOnce(sent.promise);
    await leaveDuring('8.000 frutas');
    sent.resolve(applied(plan(), { change: 7000, changed: 1000 }));
    await expect.element(page.getByText('A alteração de frutas não terminou.')).toBeVisible();
    await expect
      .element(page.getByText('1.000 frutas alteradas. Faltam 7.000 frutas.'))
      .toBeVisible();
    await button('Desfazer o que foi feito').click();
    await expect.poll(() => undoEntry).toHaveBeenCalledWith(7);
  });

  it('offers only a retry of the same step when its response was lost', async () => {
    vi.mocked(applyStep).mockRejectedValueOnce(lost());
    await open('Adoçar');
    await page.getByLabelText('Nota').fill('Doce');
    await button('Alterar 2 frutas').click();
    await expect.element(page.getByText(/^Sem conexão com o servidor/)).toBeVisible();
    // The form must not be rendered: it could start a second plan.
    expect(page.getByLabelText('Nota').query()).toBeNull();
    expect(page.getByRole('dialog').getByRole('button').all()).toHaveLength(2);
    await button('Tentar novamente').click();
    await expect.poll(() => isDone).toBe(true);
    expect(planChange).toHaveBeenCalledTimes(1);
    const [first, second] = vi.mocked(applyStep).mock.calls;
    expect(second).toEqual(first);
  });

  it('repeats the step whose response was lost, after others were applied', async () => {
    vi.mocked(planChange).mockResolvedValue(plan({ counts: { change: 9000 } }));
    vi.mocked(applyStep)
      .mockImplementationOnce(async (before) => applied(before, { change: 8000, changed: 1000 }))
      .mockRejectedValueOnce(lost())
      .mockImplementationOnce(async (before) => applied(before, { changed: 9000 }));
    await open();
    await button('Alterar 9.000 frutas').click();
    await expect.element(page.getByText('1.000 frutas alteradas.')).toBeVisible();
    await button('Tentar novamente').click();
    await expect.poll(() => isDone).toBe(true);
    expect(vi.mocked(applyStep).mock.calls.map(([{ steps }]) => steps)).toEqual([0, 1, 1]);
  });

  it('shows the plan again when its first step was refused, without a write', async () => {
    const refused = { code: 'P0001', message: 'Os preços foram alterados.' };
    vi.mocked(applyStep).mockRejectedValueOnce(new PlatformError(refused, 400));
    await open();
    await button('Alterar 2 frutas').click();
    await expect.element(page.getByText('Os preços foram alterados.')).toBeVisible();
    await button('Alterar 2 frutas').click();
    await expect.poll(() => isDone).toBe(true);
  });

  it('lists the records that another user changed meanwhile', async () => {
    vi.mocked(applyStep).mockImplementation(async (before) =>
      applied(before, { changed: 1, stale: 1 }),
    );
    await open();
    await expect.element(page.getByText('Manga')).toBeVisible();
    vi.mocked(fetchBatchRows).mockResolvedValue([row('Manga', { outcome: 'stale' })]);
    await button('Alterar 2 frutas').click();
    await expect
      .element(page.getByText('Houve outra alteração depois da conferência.'))
      .toBeVisible();
    expect(isDone).toBe(false);
    await button('Concluir').click();
    await expect.poll(() => isDone).toBe(true);
  });
});
