import { beforeEach, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { downloadFile } from '#lib/download.ts';
import { dropUserContent } from '#lib/user-change.ts';
import { toasts } from '#ui/toast.ts';
import { makeEmptyPlan, yieldRefusedRows } from '../many/batch.queries.ts';
import type { BatchRow } from '../many/batch.queries.ts';
import { frutas } from '../testing/frutas.tsx';
import type { AreaImport } from './import-area.ts';
import { readSheetFile } from './sheet.ts';
import { downloadRefusedRows } from './template.ts';

vi.mock('#lib/download.ts', { spy: true });
vi.mock('../many/batch.queries.ts', { spy: true });

const importing: AreaImport = {
  area: frutas,
  columns: [{ name: 'nome', label: 'Nome', rule: v.string(), example: 'Caju' }],
  key: 'nome',
  store: (cells) => ({ cells }),
};

beforeEach(() => {
  dropUserContent();
  vi.mocked(downloadFile).mockReset();
  vi.mocked(yieldRefusedRows)
    .mockImplementationOnce(() => {
      throw new Error('sem conexão');
    })
    .mockImplementation(async function* none() {});
});

it('shows why the refused rows cannot be downloaded, and offers to download them again', async () => {
  await downloadRefusedRows(importing, makeEmptyPlan('1'));
  const [failure] = toasts.get();
  expect(failure?.text).toBe('Não foi possível baixar o arquivo: sem conexão');
  failure?.action?.run();
  await expect.poll(() => vi.mocked(downloadFile).mock.lastCall?.[0]).toBe('frutas-recusadas.xlsx');
  expect(toasts.get()).toEqual([]);
});

it('shows the next user no failure, and downloads nothing for them', async () => {
  const failed = downloadRefusedRows(importing, makeEmptyPlan('1'));
  const written = downloadRefusedRows(importing, makeEmptyPlan('1'));
  dropUserContent();
  await Promise.all([failed, written]);
  expect(toasts.get()).toEqual([]);
  expect(downloadFile).not.toHaveBeenCalled();
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
      // The file has no column `nota`: the area's `store` can add an empty cell because of a different column.
      yield [
        refused(
          { nome: 'Uva', cor: null, nota: null },
          { refusal: { code: '23502', field: 'foto' } },
        ),
      ];
    });
  await downloadRefusedRows({ ...importing, columns: [nome, ...more] }, makeEmptyPlan('1'));
  const [, file = new Blob()] = vi.mocked(downloadFile).mock.lastCall ?? [];
  const { rows } = await readSheetFile(
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
