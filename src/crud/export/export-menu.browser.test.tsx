import '../../styles.css';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { dropUserContent } from '#lib/user-change.ts';
import { toasts } from '#ui/toast.ts';
import { frutas } from '../testing/frutas.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { AreaExport } from './export-menu.tsx';
import { exportRows } from './write-sheet.ts';

vi.mock('./write-sheet.ts', { spy: true });

it.each([
  ['the user who began it', 1],
  ['the next user', 0],
])('shows the failure of an export to %s %i times', async (user, messages) => {
  const loading = Promise.withResolvers<AreaExport>();
  await render(<ExportMenu area={frutas} load={() => loading.promise} />);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'Tudo, em CSV' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Exportando' })).toBeVisible();
  if (user === 'the next user') dropUserContent();
  loading.reject(new Error('sem sessão'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const shown = toasts.get().filter(({ text }) => text === 'Falha ao exportar: sem sessão');
  expect(shown).toHaveLength(messages);
});

it('leaves out the columns that a hidden column of the list shows', async () => {
  const written: unknown[] = [];
  vi.mocked(exportRows).mockImplementation(async (_area, _format, columns, parts) => {
    written.push(columns.map(({ label }) => label));
    for await (const part of parts) written.push(...part);
  });
  const exported: AreaExport = {
    columns: [
      { name: 'nome', label: 'Nome' },
      { name: 'preco', label: 'Preço' },
      { name: 'preco_ate', label: 'Preço até', shownIn: 'preco' },
      { name: 'nota', label: 'Nota' },
    ],
    async *rows() {
      yield [['Uva', 9, 8, 'Doce']];
    },
  };
  const list = { isFiltered: false, hidden: new Set(['preco']) };
  await render(<ExportMenu area={frutas} list={list} load={async () => exported} />);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: 'O que a lista mostra, em CSV' }).click();
  await expect
    .poll(() => written)
    .toEqual([
      ['Nome', 'Nota'],
      ['Uva', 'Doce'],
    ]);
});
