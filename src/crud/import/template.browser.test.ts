import { beforeEach, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { download } from '#lib/download.ts';
import { dropUserContent } from '#lib/user-change.ts';
import { toasts } from '#ui/toast.ts';
import { newPlan, yieldRefusedRows } from '../many/batch.queries.ts';
import type { BatchRow } from '../many/batch.queries.ts';
import { frutas } from '../testing/frutas.tsx';
import type { ImportArea } from './import-area.ts';
import { readSheet } from './sheet.ts';
import { downloadRefused } from './template.ts';

vi.mock('#lib/download.ts', { spy: true });
vi.mock('../many/batch.queries.ts', { spy: true });

const importing: ImportArea = {
  area: frutas,
  columns: [{ name: 'nome', label: 'Nome', rule: v.string(), example: 'Caju' }],
  key: 'nome',
  store: (cells) => ({ cells }),
};

beforeEach(() => {
  dropUserContent();
  vi.mocked(download).mockReset();
  vi.mocked(yieldRefusedRows)
    .mockImplementationOnce(() => {
      throw new Error('sem conexão');
    })
    .mockImplementation(async function* none() {});
});

it('shows why the refused rows cannot be downloaded, and offers to download them again', async () => {
  await downloadRefused(importing, newPlan('1'));
  const [failure] = toasts.get();
  expect(failure?.text).toBe('Não foi possível baixar o arquivo: sem conexão');
  failure?.action?.run();
  await expect.poll(() => vi.mocked(download).mock.lastCall?.[0]).toBe('frutas-recusadas.xlsx');
  expect(toasts.get()).toEqual([]);
});

it('shows the next user no failure, and downloads nothing for them', async () => {
  const failed = downloadRefused(importing, newPlan('1'));
  const written = downloadRefused(importing, newPlan('1'));
  dropUserContent();
  await Promise.all([failed, written]);
  expect(toasts.get()).toEqual([]);
  expect(download).not.toHaveBeenCalled();
});

it('writes the columns of the file and those that a refusal names: empty ones could erase values', async () => {
  const names = ['Peso', 'Nota', 'Foto', 'Cor', 'Origem'];
  const [nome] = importing.columns;
  const more = names.map((label) => ({ ...nome, name: label.toLowerCase(), label }));
  vi.mocked(yieldRefusedRows)
    .mockReset()
    .mockImplementation(async function* rows() {
      yield [
        refused(
          { nome: 'Caju', peso: 'dez', cor: null },
          { problems: { peso: 'Informe o peso.' } },
        ),
      ];
      // The file has no column `nota`: the rule of a different column has added the empty value.
      yield [
        refused(
          { nome: 'Uva', cor: null, nota: null },
          { refusal: { code: '23502', field: 'foto' } },
        ),
      ];
    });
  await downloadRefused({ ...importing, columns: [nome, ...more] }, newPlan('1'));
  const [, file = new Blob()] = vi.mocked(download).mock.lastCall ?? [];
  const { rows } = await readSheet(
    new File([file], 'recusadas.xlsx'),
    new AbortController().signal,
  );
  expect(rows[0]?.cells).toEqual(['Motivo', 'Nome', 'Peso', 'Foto', 'Cor']);
});

function refused(
  cells: BatchRow['cells'],
  why: Pick<Partial<BatchRow>, 'problems' | 'refusal'>,
): BatchRow {
  const record = { record_id: null, title: null, detail: null, before: {}, after: {}, doubts: [] };
  return { ...record, place: 2, problems: {}, refusal: null, outcome: 'refuse', cells, ...why };
}
