import '../../styles.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { dropUserContent } from '#lib/user-change.ts';
import { toasts } from '#ui/toast.ts';
import { frutas } from '../testing/frutas.tsx';
import { ExportMenu } from './export-menu.tsx';
import type { Exported } from './export-menu.tsx';

it.each([
  ['the user who began it', 1],
  ['the next user', 0],
])('shows the failure of an export to %s %i times', async (user, messages) => {
  const loading = Promise.withResolvers<Exported>();
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
