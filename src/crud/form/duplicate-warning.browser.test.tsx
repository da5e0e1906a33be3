import { QueryClientProvider } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDuplicateWarning } from './duplicate-warning.tsx';
import type { DescribeDuplicate } from './duplicate-warning.tsx';

const area = {
  table: 'products',
  edit: '/produtos/editar/$id',
  count: ['produto', 'produtos'],
} as const;

/** The arguments of the sent requests. */
const requests: unknown[] = [];
/** The duplicates that the platform returns, keyed by the value in the request. */
let found: Record<string, { name: string; detail: string }> = {};
let failure: { message: string } | null = null;

beforeEach(() => {
  queryClient.clear();
  requests.length = 0;
  failure = null;
  found = { 'Açaí 500 ml': { name: 'Açaí 500 ml', detail: 'ACAI-500' } };
  vi.spyOn(rest, 'rpc').mockImplementation(((_name: string, question: { value: string }) => {
    requests.push(question);
    const row = found[question.value];
    const data = row ? [{ id: 'outro', ...row }] : [];
    const answer = failure ? { data: null, error: failure, status: 500 } : { data, error: null };
    return { abortSignal: async () => answer };
  }) as never);
});

it('shows after a pause that another record has the value, with a link that opens it in another tab', async () => {
  const { box, screen } = await renderForm('name', '');
  await userEvent.fill(box, 'Açaí 500 ml');
  await expect
    .element(box)
    .toHaveAccessibleDescription(
      /^Já existe um produto com este nome: Açaí 500 ml\s?\(abre em outra aba\) \(SKU ACAI-500\)$/,
    );
  expect(requests).toEqual([{ area: 'products', field: 'name', value: 'Açaí 500 ml' }]);
  const link = screen.getByRole('link', { name: /^Açaí 500 ml/ }).element();
  expect(link).toHaveAttribute('href', '/produtos/editar/outro');
  expect(link).toHaveAttribute('target', '_blank');
  // The hint is not an error: the user can save the value.
  await expect.element(box).not.toHaveAttribute('aria-invalid');
});

it('announces it in a live region that was already rendered', async () => {
  const { box, screen } = await renderForm('name', '');
  const region = screen.container.querySelector('[aria-live=polite]');
  expect(region?.textContent).toBe('');
  await userEvent.fill(box, 'Açaí 500 ml');
  await expect.element(box).toHaveAccessibleDescription();
  expect(region?.textContent).toMatch(/^Já existe um produto/);
});

it('sends no request while the user types, and removes the hint at the first change', async () => {
  const { box, screen } = await renderForm('name', '');
  await userEvent.type(box, 'Açaí 500 ml');
  expect(requests).toEqual([]);
  await expect.element(screen.getByText(/Já existe/)).toBeVisible();
  expect(requests).toHaveLength(1);
  await userEvent.type(box, 'x');
  expect(screen.getByText(/Já existe/).query()).toBeNull();
});

it('sends no request for the stored value, and excludes the own record otherwise', async () => {
  const { box } = await renderForm('name', 'Açaí 500 ml', 'proprio');
  await userEvent.fill(box, 'Coco');
  await expect.poll(() => requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ value: 'Coco', own_id: 'proprio' });
  await userEvent.fill(box, ' Açaí 500 ml ');
  await userEvent.fill(box, '  ');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(requests).toHaveLength(1);
  await expect.element(box).not.toHaveAccessibleDescription();
});

it.each([
  ['acai500', /^Já existe um produto com um SKU parecido: Açaí 500 ml.*\(ACAI-500\)$/],
  ['acai-500', /^Já existe um produto com este SKU: Açaí 500 ml\s?\(abre em outra aba\)$/],
])('shows whether the other SKU is equal or similar to %s', async (value, text) => {
  found = { [value]: { name: 'Açaí 500 ml', detail: 'ACAI-500' } };
  const { box } = await renderForm('sku', '');
  await userEvent.fill(box, value);
  await expect.element(box).toHaveAccessibleDescription(text);
});

it('shows nothing when the request fails, and sends it once', async () => {
  failure = { message: 'indisponível' };
  const { box } = await renderForm('name', '');
  await userEvent.fill(box, 'Açaí 500 ml');
  await expect.poll(() => requests).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(requests).toHaveLength(1);
  await expect.element(box).not.toHaveAccessibleDescription();
});

const words = {
  name: (sku) => ['este nome', `SKU ${sku}`],
  sku: (sku, isSame) => (isSame ? ['este SKU'] : ['um SKU parecido', sku]),
} as const satisfies Record<string, DescribeDuplicate>;

async function renderForm(field: keyof typeof words, stored: string, ownId?: string) {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Form {...{ field, stored, ownId }} />
    </QueryClientProvider>,
  );
  return { screen, box: screen.getByRole('textbox') };
}

type FormProps = { field: keyof typeof words; stored: string; ownId: string | undefined };

function Form({ field, stored, ownId }: FormProps) {
  const form = useForm({ defaultValues: { name: '', sku: '', [field]: stored } });
  return (
    <FormProvider {...form}>
      <Box field={field} ownId={ownId} register={form.register(field)} />
    </FormProvider>
  );
}

function Box(props: Pick<FormProps, 'field' | 'ownId'> & { register: object }) {
  const { field, ownId, register } = props;
  return (
    <TextField
      label="Campo"
      warning={useDuplicateWarning(area, field, ownId, words[field])}
      {...register}
    />
  );
}
