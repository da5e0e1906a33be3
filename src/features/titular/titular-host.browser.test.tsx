import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { parceiros } from '#areas/parceiros/area.ts';
import { TitularDialogHost } from './titular-host.tsx';
import { openTitularDialog } from './titular.queries.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#data/rest-client.ts', () => ({ rest: { rpc } }));

it('anonymises a titular whose name was typed as the page shows it', async () => {
  const response = { status: 'anonymised', files: [], not_reached: {} };
  rpc.mockResolvedValue({ data: response, error: null });
  const name = `Rosa  do\u00A0Sertão`.normalize('NFD');
  await render(<TitularDialogHost areas={[]} />);
  openTitularDialog({ what: 'anonymise', titular: { area: parceiros, id: '7', name } });
  await page.getByRole('textbox').fill('Rosa do Sertã');
  await page.getByRole('button', { name: 'Anonimizar', exact: true }).click();
  await expect.element(page.getByText(/Digite exatamente/)).toBeVisible();
  expect(rpc).not.toHaveBeenCalled();

  await page.getByRole('textbox').fill('Rosa do Sertão ');
  await page.getByRole('button', { name: 'Anonimizar', exact: true }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(rpc).toHaveBeenCalledOnce();
});
