import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import Apple from 'lucide-react/icons/apple';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '#data/query-client.ts';
import { randomName } from '#lib/random-name.ts';
import { Toaster } from '#ui/toaster.tsx';
import { undoAct } from '../history/undo.ts';
import { frutas, startOver } from '../testing/frutas.tsx';
import { BulkActions } from './bulk-actions.tsx';
import type { BulkFormProps } from './bulk-words.ts';
import { applyBulk, dropBulk, leaveOut, planBulk, plannedRows } from './planned-change.ts';
import type { Plan, PlannedRow } from './planned-change.ts';

vi.mock('./planned-change.ts', { spy: true });
vi.mock('../history/undo.ts', { spy: true });

const ripe = { kind: 'set', column: 'nota', value: 'Doce' } as const;
let isDone: boolean;

beforeEach(async () => {
  startOver();
  isDone = false;
  vi.mocked(planBulk).mockReset().mockResolvedValue(plan());
  vi.mocked(plannedRows)
    .mockReset()
    .mockResolvedValue([row('Caju'), row('Manga')]);
  vi.mocked(dropBulk).mockReset().mockReturnValue();
  vi.mocked(undoAct).mockReset().mockResolvedValue(true);
  await page.viewport(1366, 768);
});

function plan(more: Partial<Plan> = {}): Plan {
  const totals = { counts: { change: 2 }, doubtful: 0, sum: null, percent: null, missing: 0 };
  return { id: randomName(), ...totals, ...more };
}

function row(title: string, more: Partial<PlannedRow> = {}): PlannedRow {
  return {
    place: title.charCodeAt(0),
    record_id: title,
    title,
    detail: null,
    before: { nota: 'Azeda' },
    after: { nota: 'Doce' },
    doubts: [],
    outcome: 'change',
    refusal: null,
    ...more,
  };
}

async function open(label = 'Amadurecer') {
  await render(
    <QueryClientProvider client={queryClient}>
      <BulkActions
        area={frutas}
        selection={{ ids: ['1', '2'] }}
        actions={[
          { label: 'Amadurecer', icon: Apple, change: ripe },
          { label: 'Adoçar', icon: Apple, form: 'sweeten' },
        ]}
        words={{ forms: { sweeten: Sweeten }, doubts: { rise: 'Sobe muito.' } }}
        onDone={() => (isDone = true)}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: label }).click();
}

function Sweeten({ onChange }: BulkFormProps) {
  return (
    <input
      aria-label="Nota"
      onChange={({ currentTarget }) => onChange({ ...ripe, value: currentTarget.value })}
    />
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a change of many', () => {
  it('says what it would do, does it, and offers to take it back', async () => {
    vi.mocked(applyBulk).mockResolvedValue({ batch: 7, counts: { changed: 2 }, steps: 1 });
    await open();
    await expect.element(page.getByText('2 frutas mudam.')).toBeVisible();
    await expect
      .poll(() => page.getByRole('listitem').first().element().textContent)
      .toContain('Azeda passa a ser Doce');
    await button('Alterar 2 frutas').click();
    await expect.element(page.getByText('2 frutas mudaram.')).toBeVisible();
    expect(isDone).toBe(true);
    await button('Desfazer').click();
    await expect.poll(() => undoAct).toHaveBeenCalledWith(7);
  });

  it('shows no answer to what the form no longer says', async () => {
    const [first, second] = [Promise.withResolvers<Plan>(), Promise.withResolvers<Plan>()];
    vi.mocked(planBulk).mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    await open('Adoçar');
    await page.getByLabelText('Nota').fill('a');
    await page.getByLabelText('Nota').fill('ab');
    second.resolve(plan({ counts: { change: 9 } }));
    await expect.element(button('Alterar 9 frutas')).toBeVisible();
    first.resolve(plan({ id: 'late', counts: { change: 5 } }));
    await expect.poll(() => vi.mocked(dropBulk).mock.calls).toContainEqual(['late']);
    await expect.element(button('Alterar 9 frutas')).toBeVisible();
  });

  it('says why nothing could be planned, and tries again', async () => {
    vi.mocked(planBulk).mockRejectedValueOnce(new Error('São registros demais.'));
    await open();
    await expect.element(page.getByText('São registros demais.')).toBeVisible();
    await button('Tentar novamente').click();
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
  });

  it('takes rows out and puts them back', async () => {
    const left = { doubtful: 0, sum: null, percent: null };
    vi.mocked(leaveOut)
      .mockResolvedValueOnce({ ...left, counts: { change: 1, out: 1 } })
      .mockResolvedValueOnce({ ...left, counts: { change: 2 } });
    await open();
    await button('Tirar: Caju').click();
    await expect.element(button('Alterar 1 fruta')).toBeVisible();
    await button('Pôr de volta: Caju').click();
    await expect.element(button('Alterar 2 frutas')).toBeVisible();
    expect(vi.mocked(leaveOut).mock.calls.map(([, ...asked]) => asked)).toEqual([
      ['C'.charCodeAt(0), true],
      ['C'.charCodeAt(0), false],
    ]);
  });

  it('begins only when the number of doubtful prices is typed', async () => {
    vi.mocked(planBulk).mockResolvedValue(plan({ doubtful: 1 }));
    vi.mocked(plannedRows).mockResolvedValue([row('Caju', { doubts: ['rise'] })]);
    vi.mocked(applyBulk)
      .mockReset()
      .mockResolvedValue({ batch: 1, counts: { changed: 2 }, steps: 1 });
    await open();
    await expect.element(page.getByText('Sobe muito.')).toBeVisible();
    const box = page.getByLabelText('Confirme os preços duvidosos');
    await box.fill('2');
    await button('Alterar 2 frutas').click();
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveAccessibleDescription(/Digite 1 para confirmar/);
    expect(applyBulk).not.toHaveBeenCalled();
    await box.fill('1');
    await button('Alterar 2 frutas').click();
    await expect.poll(() => isDone).toBe(true);
  });

  it('of thousands tells how far it is, stops when it is told to, and offers to take back what was done', async () => {
    const counts = { change: 9000, changed: 3000 };
    vi.mocked(planBulk).mockResolvedValue(plan({ counts: { change: 12_000 } }));
    vi.mocked(applyBulk).mockImplementation(async (_plan, onProgress, signal) => {
      onProgress(0.25);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { batch: 4, counts, steps: 3 };
    });
    await open();
    await button('Alterar 12.000 frutas').click();
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '25');
    await button('Cancelar').click();
    await expect.element(page.getByText('3.000 frutas mudaram.')).toBeVisible();
    await expect.element(page.getByText('9.000 frutas ficaram por mudar.')).toBeVisible();
    await button('Desfazer o que foi feito').click();
    await expect.poll(() => undoAct).toHaveBeenCalledWith(4);
    await expect.poll(() => isDone).toBe(true);
  });

  it('asks for the same step of the same plan when the response was lost', async () => {
    const lost = { batch: null, counts: { change: 2 }, steps: 0 };
    const failure = { message: 'Sem conexão.', isUnknown: true };
    vi.mocked(planBulk).mockClear();
    vi.mocked(applyBulk)
      .mockReset()
      .mockResolvedValueOnce({ ...lost, failure })
      .mockResolvedValueOnce({ batch: 7, counts: { changed: 2 }, steps: 1 });
    await open();
    await button('Alterar 2 frutas').click();
    await expect.element(page.getByText('Sem conexão.')).toBeVisible();
    await button('Tentar novamente').click();
    await expect.poll(() => isDone).toBe(true);
    expect(planBulk).toHaveBeenCalledTimes(1);
    const [first, second] = vi.mocked(applyBulk).mock.calls;
    expect(second?.[0]).toBe(first?.[0]);
    expect(second?.[3]).toMatchObject(lost);
  });

  it('lists what somebody changed meanwhile', async () => {
    vi.mocked(applyBulk).mockResolvedValue({
      batch: 4,
      counts: { changed: 1, stale: 1 },
      steps: 1,
    });
    await open();
    await expect.element(page.getByText('Manga')).toBeVisible();
    vi.mocked(plannedRows).mockResolvedValue([row('Manga', { outcome: 'stale' })]);
    await button('Alterar 2 frutas').click();
    await expect.element(page.getByText('Alguém mudou depois.')).toBeVisible();
    expect(isDone).toBe(false);
    await button('Concluir').click();
    await expect.poll(() => isDone).toBe(true);
  });
});
