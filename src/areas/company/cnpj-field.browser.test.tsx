import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lookUpCep } from '#data/cep.ts';
import { lookUpJson } from '#data/lookup.ts';
import { AddressFields } from './address-fields.tsx';
import { toFormValues } from '#crud/fields.ts';
import { addressFields } from './address.ts';
import { CnpjField } from './cnpj-field.tsx';

vi.mock('#data/cep.ts', () => ({ lookUpCep: vi.fn() }));
vi.mock('#data/lookup.ts', { spy: true });

it('does not change the CEP, and looks up none, when the registry has no CEP of the company', async () => {
  vi.mocked(lookUpJson).mockResolvedValue({
    status: 'found',
    body: { razao_social: 'Açaí do Norte', cep: null, numero: null },
  });
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Company />
    </QueryClientProvider>,
  );
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('19.131.243/0001-97');
  await page.getByRole('button', { name: 'Buscar dados' }).click();
  await expect.element(page.getByText(/Açaí do Norte/).first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'CEP', exact: true })).toHaveValue('');
  expect(lookUpCep).not.toHaveBeenCalled();
});

it('replaces the values of an earlier lookup, and keeps the typed values', async () => {
  const companies = [
    { razao_social: 'Empresa errada', email: 'errada@exemplo.com', ddd_telefone_1: '1123851939' },
    { razao_social: 'Empresa certa', email: null, ddd_telefone_1: '51987654321' },
  ];
  for (const body of companies)
    vi.mocked(lookUpJson).mockResolvedValueOnce({ status: 'found', body });
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Company />
    </QueryClientProvider>,
  );
  const search = page.getByRole('button', { name: 'Buscar dados' });
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('19.131.243/0001-97');
  await search.click();
  const filled = page.getByRole('status', { name: 'Dados' });
  await expect
    .element(filled)
    .toHaveTextContent('Empresa errada · errada@exemplo.com · (11) 2385-1939');
  await page.getByRole('button', { name: 'Digitar telefone' }).click();
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('11.222.333/0001-81');
  await search.click();
  await expect.element(filled).toHaveTextContent('Empresa certa · · (11) 90000-0000');
});

it('does not change the address of a record without a CEP', async () => {
  const body = { razao_social: 'Açaí do Norte', cep: '01001000', numero: '10', complemento: 'B' };
  vi.mocked(lookUpJson).mockResolvedValue({ status: 'found', body });
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Company address="Rua das Flores, 12" />
    </QueryClientProvider>,
  );
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('19.131.243/0001-97');
  await page.getByRole('button', { name: 'Buscar dados' }).click();
  const filled = page.getByRole('status', { name: 'Dados' });
  await expect.element(filled).toHaveTextContent('Açaí do Norte · ·');
  for (const name of ['CEP', 'Número', 'Complemento'])
    await expect.element(page.getByRole('textbox', { name, exact: true })).toHaveValue('');
});

function Company({ address = '' }) {
  const company = { cnpj: '', name: '', email: '', phone: '' };
  const defaultValues = { ...toFormValues(addressFields), ...company, address };
  const form = useForm({ defaultValues });
  const shown = useWatch({ control: form.control, name: ['name', 'email', 'phone'] });
  return (
    <FormProvider {...form}>
      <CnpjField />
      <AddressFields />
      <button type="button" onClick={() => form.setValue('phone', '(11) 90000-0000')}>
        Digitar telefone
      </button>
      <output aria-label="Dados">{shown.join(' · ')}</output>
    </FormProvider>
  );
}
