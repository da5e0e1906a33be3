import { beforeEach, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { download } from '#lib/download.ts';
import { dropUserContent } from '#lib/user-change.ts';
import { toasts } from '#ui/toast.ts';
import { newPlan, refusedRows } from '../many/batch.queries.ts';
import { frutas } from '../testing/frutas.tsx';
import type { ImportArea } from './import-area.ts';
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
  vi.mocked(refusedRows)
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
