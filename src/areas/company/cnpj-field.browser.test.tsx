import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lookUpCep } from '#data/cep.ts';
import { lookUp } from '#data/lookup.ts';
import { AddressFields } from './address-fields.tsx';
import { valuesOf } from '#crud/fields.ts';
import { addressFields } from './address.ts';
import { CnpjField } from './cnpj-field.tsx';

vi.mock('#data/cep.ts', () => ({ lookUpCep: vi.fn() }));
vi.mock('#data/lookup.ts', { spy: true });

it('leaves the CEP unchanged, and looks up none, when the registry has none of the company', async () => {
  vi.mocked(lookUp).mockResolvedValue({
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
  await expect.element(page.getByText(/Açaí do Norte/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'CEP', exact: true })).toHaveValue('');
  expect(lookUpCep).not.toHaveBeenCalled();
});

function Company() {
  const defaultValues = { ...valuesOf(addressFields), cnpj: '', name: '', email: '', phone: '' };
  return (
    <FormProvider {...useForm({ defaultValues })}>
      <CnpjField />
      <AddressFields />
    </FormProvider>
  );
}
