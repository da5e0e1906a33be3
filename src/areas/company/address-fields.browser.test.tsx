import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { FormProvider, useForm } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { waitUntilSettled } from '#crud/testing/wait-until-settled.ts';
import { lookUpCep } from '#data/cep.ts';
import type { CepLookupResult } from '#data/cep.ts';
import { AddressFields } from './address-fields.tsx';
import { toFormValues } from '#crud/fields.ts';
import { addressFields, addressSchema } from './address.ts';
import { cepLookupQuery } from './queries.ts';

const blankAddress = toFormValues(addressFields);
import type { AddressValues } from './address.ts';

vi.mock('#data/cep.ts', () => ({ lookUpCep: vi.fn() }));

const se = { logradouro: 'Praça da Sé', bairro: 'Sé', cidade: 'São Paulo', estado: 'SP' };
const descalvado = { logradouro: '', bairro: '', cidade: 'Descalvado', estado: 'SP' };
const stored: AddressValues = {
  cep: '90850-110',
  logradouro: 'Rua Barão de Cerro Largo',
  numero: '1200',
  complemento: '',
  bairro: 'Menino Deus',
  cidade: 'Porto Alegre',
  estado: 'RS',
  address: 'nº 1200, Menino Deus',
};

/** The results of the mocked lookup, keyed by CEP. For any other CEP, the result is `failed`. */
const answers: Record<string, CepLookupResult> = {};
beforeEach(() => {
  vi.mocked(lookUpCep).mockReset();
  vi.mocked(lookUpCep).mockImplementation(async (cep) => answers[cep] ?? { status: 'failed' });
  for (const cep of Object.keys(answers)) delete answers[cep];
  answers['01001-000'] = { status: 'found', parts: se };
  answers['13690-000'] = { status: 'found', parts: descalvado };
  answers['99999-999'] = { status: 'unknown', doubtful: false };
  answers['88888-888'] = { status: 'unknown', doubtful: true };
});

describe('a new address', () => {
  it('is filled by its CEP; then number and complement can be typed, the rest is read-only [CEP-01] [CEP-05] [CEP-06]', async () => {
    await renderAddress();
    await expectReadOnly(['Logradouro', 'Número', 'Complemento', 'Bairro', 'Cidade', 'Estado']);
    await box('CEP').fill('01001000');
    await expect.element(box('CEP')).toHaveValue('01001-000');
    await expectValues({
      Logradouro: 'Praça da Sé',
      Bairro: 'Sé',
      Cidade: 'São Paulo',
      Estado: 'SP',
    });
    await expectReadOnly(['Logradouro', 'Bairro', 'Cidade', 'Estado']);
    await expectEditable(['Número', 'Complemento']);
    await box('Número').fill('10');
    await box('Complemento').fill('Sala 2');
    await save();
    await expect.poll(() => saved?.address).toBe('nº 10, Sala 2, Sé');
    expect(lookUpCep).toHaveBeenCalledTimes(1);
  });

  it('requires the number once it is found, and only the CEP before [CEP-07]', async () => {
    await renderAddress();
    await save();
    await expect.element(box('CEP')).toHaveAccessibleDescription(/Informe o CEP\./);
    await expect.element(box('Número')).not.toHaveAttribute('aria-invalid');
    await box('CEP').fill('01001-000');
    await expectValues({ Cidade: 'São Paulo' });
    await expect.element(box('CEP')).not.toHaveAttribute('aria-invalid');
    await save();
    await expect.element(box('Número')).toHaveAccessibleDescription(/Informe o número\./);
    await expect.element(box('Número')).toHaveFocus();
    expect(saved).toBeUndefined();
  });

  it('keeps only digits during input, at any caret position [CEP-02]', async () => {
    await renderAddress();
    await userEvent.type(box('CEP'), '01a0.0 1x0009999');
    await expect.element(box('CEP')).toHaveValue('01001-000');
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}77000');
    await expect.element(box('CEP')).toHaveValue('01077-000');
    await userEvent.keyboard('{Home}{Delete}9');
    await expect.element(box('CEP')).toHaveValue('91077-000');
  });
});

describe('a CEP that', () => {
  it('does not exist shows an error, and there is no address to save [CEP-09]', async () => {
    await renderAddress();
    await box('CEP').fill('01001-000');
    await expectValues({ Cidade: 'São Paulo' });
    await box('CEP').fill('99999-999');
    await expect.element(page.getByText('CEP não encontrado')).toBeVisible();
    await expect.element(box('CEP')).toHaveAccessibleDescription(/CEP não encontrado/);
    await expectValues({ Logradouro: '', Bairro: '', Cidade: '', Estado: '' });
    await expectReadOnly(['Logradouro', 'Bairro', 'Cidade', 'Estado']);
    await box('Número').fill('10');
    await save();
    await expect.element(box('CEP')).toHaveFocus();
    expect(saved).toBeUndefined();
  });

  it('no service can look up leaves the address to be typed [CEP-10] [CEP-12]', async () => {
    await renderAddress();
    await box('CEP').fill('22222-222');
    await expect.element(page.getByText('Erro ao buscar CEP')).toBeVisible();
    await expectEditable(['Logradouro', 'Número', 'Complemento', 'Bairro', 'Cidade', 'Estado']);
    await box('Logradouro').fill('Rua A');
    await box('Número').fill('s/n');
    await box('Cidade').fill('Santos');
    await box('Estado').fill('sp');
    await save();
    await expect
      .poll(() => saved)
      .toMatchObject({ address: 'nº s/n', cidade: 'Santos', estado: 'SP', bairro: null });
  });

  it('only the second service does not know can be typed too', async () => {
    await renderAddress();
    await box('CEP').fill('88888-888');
    await expect.element(page.getByText('CEP não encontrado')).toBeVisible();
    await expectEditable(['Logradouro', 'Bairro', 'Cidade', 'Estado']);
  });

  it('belongs to a whole town makes the missing fields editable [CEP-12]', async () => {
    await renderAddress();
    await box('CEP').fill('13690-000');
    await expectValues({ Cidade: 'Descalvado', Estado: 'SP' });
    await expectEditable(['Logradouro', 'Bairro']);
    await expectReadOnly(['Cidade', 'Estado']);
    await box('Logradouro').fill('Rua Bezerra Paes');
    await box('Número').fill('77');
    await save();
    await expect
      .poll(() => saved)
      .toMatchObject({ logradouro: 'Rua Bezerra Paes', address: 'nº 77' });
  });

  it('whose lookup failed is looked up again on request', async () => {
    await renderAddress();
    await box('CEP').fill('22222-222');
    await expect.element(page.getByText('Erro ao buscar CEP')).toBeVisible();
    answers['22222-222'] = { status: 'found', parts: se };
    await page.getByRole('button', { name: 'tente novamente' }).click();
    await expectValues({ Logradouro: 'Praça da Sé' });
    await expect.element(page.getByText('Erro ao buscar CEP')).not.toBeInTheDocument();
  });

  it('whose lookup failed is not looked up when the connection returns: the user has typed it', async () => {
    await renderAddress();
    await box('CEP').fill('22222-222');
    await expect.element(page.getByText('Erro ao buscar CEP')).toBeVisible();
    await box('Logradouro').fill('Rua A');
    answers['22222-222'] = { status: 'found', parts: se };
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await waitUntilSettled();
    await expectValues({ Logradouro: 'Rua A' });
    expect(lookUpCep).toHaveBeenCalledOnce();
  });

  it('is typed while an earlier lookup is in flight keeps its own address', async () => {
    const slow = Promise.withResolvers<CepLookupResult>();
    vi.mocked(lookUpCep).mockImplementationOnce(() => slow.promise);
    await renderAddress();
    await box('CEP').fill('22222-222');
    await expect.element(page.getByText('Buscando o endereço...')).toBeVisible();
    await box('CEP').fill('01001-000');
    await expectValues({ Cidade: 'São Paulo' });
    slow.resolve({ status: 'found', parts: descalvado });
    await waitUntilSettled();
    await expectValues({ Cidade: 'São Paulo' });
  });
});

describe('a stored address', () => {
  it('is not saved with a changed CEP before the lookup of that CEP answers', async () => {
    const slow = Promise.withResolvers<CepLookupResult>();
    vi.mocked(lookUpCep).mockImplementationOnce(() => slow.promise);
    await renderAddress(stored);
    await box('CEP').fill('01001-000');
    await save();
    await expect.element(box('CEP')).toHaveAccessibleDescription(/ainda não foi encontrado/);
    await expectValues({ Logradouro: '', Bairro: '', Cidade: '', Estado: '' });
    expect(saved).toBeUndefined();
    slow.resolve({ status: 'found', parts: se });
    await expectValues({ Logradouro: 'Praça da Sé', Cidade: 'São Paulo' });
    await expect.element(box('CEP')).not.toHaveAttribute('aria-invalid');
    await save();
    await expect.poll(() => saved).toMatchObject({ cep: '01001-000', logradouro: 'Praça da Sé' });
  });

  it('returns with its CEP, although the lookup of another CEP has not answered', async () => {
    vi.mocked(lookUpCep).mockReturnValueOnce(new Promise(() => {}));
    await renderAddress(stored);
    await box('CEP').fill('01001-000');
    await expectValues({ Logradouro: '', Cidade: '' });
    await box('CEP').fill('90850-110');
    await expect.element(box('Logradouro')).toHaveValue(stored.logradouro);
    await expect.element(box('Cidade')).toHaveValue('Porto Alegre');
  });

  it('keeps the street of a restored draft whose CEP has none', async () => {
    const typed = { logradouro: 'Rua Digitada', bairro: 'Centro', numero: '7' };
    await renderAddress(stored, {
      draft: { ...stored, ...descalvado, ...typed, cep: '13690-000' },
    });
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expectValues({ CEP: '13690-000', Logradouro: 'Rua Digitada' });
    await expectEditable(['Logradouro', 'Bairro']);
    await waitUntilSettled();
    await expect.element(box('Logradouro')).toHaveValue('Rua Digitada');
    await expect.element(box('Bairro')).toHaveValue('Centro');
  });

  it('is shown unchanged and not looked up [CEP-11]', async () => {
    await renderAddress(stored);
    await expectValues({
      CEP: '90850-110',
      Logradouro: stored.logradouro,
      Número: '1200',
      Cidade: 'Porto Alegre',
    });
    await box('Complemento').fill('Loja 1');
    await save();
    await expect.poll(() => saved?.address).toBe('nº 1200, Loja 1, Menino Deus');
    expect(lookUpCep).not.toHaveBeenCalled();
  });

  it('is restored with its CEP', async () => {
    await renderAddress(stored);
    await box('CEP').fill('01001-000');
    await expectValues({ Cidade: 'São Paulo' });
    await box('CEP').fill('90850-110');
    await expectValues({ Logradouro: stored.logradouro, Cidade: 'Porto Alegre', Estado: 'RS' });
    await box('CEP').fill('');
    await save();
    await expect.element(box('CEP')).toHaveAccessibleDescription(/Informe o CEP\./);
  });

  const earlier: Record<string, CepLookupResult> = {
    'found another address': { status: 'found', parts: se },
    'found no address': { status: 'unknown', doubtful: false },
  };
  for (const [found, answer] of Object.entries(earlier)) {
    it(`stays although an earlier lookup of its CEP ${found}, until the user asks`, async () => {
      const client = new QueryClient();
      client.setQueryData(cepLookupQuery(stored.cep).queryKey, answer);
      answers[stored.cep] = { status: 'found', parts: { ...se, logradouro: 'Rua Nova' } };
      await renderAddress(stored, { client });
      const again = page.getByRole('button', { name: 'Buscar novamente' });
      await expect.element(again).toBeVisible();
      await expectValues({ Logradouro: 'Rua Barão de Cerro Largo', Cidade: 'Porto Alegre' });
      await box('CEP').fill('01001-000');
      await expectValues({ Logradouro: 'Praça da Sé' });
      await box('CEP').fill(stored.cep);
      await expect.element(again).toBeVisible();
      await expectValues({ Logradouro: 'Rua Barão de Cerro Largo', Cidade: 'Porto Alegre' });
      await again.click();
      await expectValues({ Logradouro: 'Rua Nova' });
    });
  }

  it('without a CEP stays until a CEP is looked up [CEP-11]', async () => {
    const old = { ...blankAddress, address: 'Rua das Flores, 12', cidade: 'Santos', estado: 'SP' };
    await renderAddress(old);
    await expect.element(box('Endereço cadastrado')).toHaveValue('Rua das Flores, 12');
    await save();
    await expect
      .poll(() => saved)
      .toMatchObject({ address: 'Rua das Flores, 12', cidade: 'Santos', cep: null });
    await box('CEP').fill('01001-000');
    await expectValues({ Cidade: 'São Paulo' });
    await box('Número').fill('10');
    await save();
    await expect.poll(() => saved?.address).toBe('nº 10, Sé');
  });

  it('without a CEP is saved again after a CEP was looked up and removed [CEP-11]', async () => {
    const old = { ...blankAddress, address: 'Rua das Flores, 12', cidade: 'Santos', estado: 'SP' };
    await renderAddress(old);
    await box('CEP').fill('01001-000');
    await expectValues({ Cidade: 'São Paulo' });
    await box('Número').fill('10');
    await box('Complemento').fill('Sala 2');
    await box('CEP').fill('');
    await expectValues({ Número: '', Complemento: '', Cidade: 'Santos' });
    await save();
    await expect.poll(() => saved).toMatchObject({ address: old.address, numero: null, cep: null });
  });
});

let saved: { address: string } | undefined;

type Around = { draft?: AddressValues; client?: QueryClient };

/** Renders the form with these values. With a `draft`, the form has a button that restores it. */
async function renderAddress(values = blankAddress, around: Around = {}) {
  const { draft, client = new QueryClient() } = around;
  saved = undefined;
  await render(
    <QueryClientProvider client={client}>
      <AddressForm values={values} draft={draft} />
    </QueryClientProvider>,
  );
}

function storeSubmitted(row: { address: string }) {
  saved = row;
}

type AddressFormProps = { values: AddressValues; draft: AddressValues | undefined };

function AddressForm({ values, draft }: AddressFormProps) {
  const form = useForm({ defaultValues: values, resolver: valibotResolver(addressSchema) });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(storeSubmitted)}>
        <AddressFields />
        <button type="submit">Salvar</button>
        {draft && (
          <button
            type="button"
            onClick={() => form.reset(draft, { keepDefaultValues: true, keepFieldsRef: true })}
          >
            Recuperar
          </button>
        )}
      </form>
    </FormProvider>
  );
}

function box(label: string) {
  return page.getByRole('textbox', { name: label, exact: true });
}

function save() {
  return page.getByRole('button', { name: 'Salvar' }).click();
}

async function expectValues(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await expect.element(box(label)).toHaveValue(value);
}

async function expectReadOnly(labels: string[]) {
  for (const label of labels) await expect.element(box(label)).toHaveAttribute('readonly');
}

async function expectEditable(labels: string[]) {
  for (const label of labels) await expect.element(box(label)).not.toHaveAttribute('readonly');
}
