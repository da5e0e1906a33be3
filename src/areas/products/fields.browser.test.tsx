import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { categoryOptionsQuery } from '#areas/categories/queries.ts';
import { queryClient } from '#data/query-client.ts';
import { CategoryName, PresentationFields, PriceFields } from './fields.tsx';
import { priceGuardQuery, priceReferenceQuery } from './prices/price-guard.queries.ts';
import { defaultPriceLimits } from './prices/price-guard.ts';
import type { PriceReference } from './prices/price-guard.ts';
import { toFormValues } from '#crud/fields.ts';
import { fields } from './schema.ts';
import type { ProductValues } from './schema.ts';
import type { StoredProduct } from './queries.ts';

vi.mock('#areas/categories/queries.ts', { spy: true });

beforeEach(() => {
  queryClient.setQueryData(priceGuardQuery().queryKey, { enforced: false, ...defaultPriceLimits });
});

it.each([
  { label: 'Subtítulo', max: 30, calm: 25, ids: '[PROD-55] [PROD-56] [PROD-57]' },
  { label: 'Mini descrição', max: 65, calm: 60, ids: '[PROD-58] [PROD-59] [PROD-60] [PROD-61]' },
])(
  '$label is blocked beyond $max characters, its counter amber above $calm $ids',
  async ({ label, max, calm }) => {
    const screen = await render(<Fields />);
    const box = screen.getByLabelText(label, { exact: true });
    await expect.element(screen.getByText(`0/${max}`)).toBeVisible();
    await userEvent.fill(box, 'a'.repeat(calm));
    await expect.element(screen.getByText(`${calm}/${max}`)).not.toHaveClass('text-warning');
    await userEvent.type(box, 'b');
    await expect.element(screen.getByText(`${calm + 1}/${max}`)).toHaveClass('text-warning');
    await userEvent.type(box, 'cdefgh');
    await expect.element(box).toHaveValue(`${'a'.repeat(calm)}bcdef`);
    await expect.element(screen.getByText(`${max}/${max}`)).toBeVisible();
  },
);

it('warns in amber about a promotion without a discount, and accepts seven digits', async () => {
  const screen = await render(
    <Form>
      <PriceFields stored={undefined} />
    </Form>,
  );
  const [real, promo] = ['Preço de venda', 'Preço promocional'].map((label) =>
    screen.getByLabelText(label, { exact: true }),
  );
  const warning = screen.getByText(/^Atenção: o preço promocional não é menor/);
  await userEvent.fill(real!, '1234567,89');
  await userEvent.fill(promo!, '1.234.567,88');
  await userEvent.tab();
  await expect.element(real!).toHaveValue('1.234.567,89');
  expect(real!.element().scrollWidth).toBeLessThanOrEqual(real!.element().clientWidth);
  expect(warning.query()).toBeNull();
  await userEvent.fill(promo!, '1.234.567,89');
  await expect.element(warning).toHaveClass('text-warning');
  await expect.element(promo!).toHaveAccessibleDescription(/Atenção/);
});

it('warns in amber beside the field about a large price change, with the limits of the Administrador', async () => {
  queryClient.setQueryData(priceGuardQuery().queryKey, {
    enforced: false,
    up_limit: 20,
    down_limit: 30,
  });
  const stored = aStoredProduct({ real_price: 10, promo_price: 8 });
  const screen = await render(
    <Form>
      <PriceFields stored={stored} />
    </Form>,
  );
  const real = screen.getByLabelText('Preço de venda', { exact: true });
  const promo = screen.getByLabelText('Preço promocional', { exact: true });
  await userEvent.fill(real, '12,00');
  await expect.element(real).not.toHaveAccessibleDescription();
  await userEvent.fill(real, '12,50');
  await expect.element(real).toHaveAccessibleDescription(/Aumento de 25\u00a0%: de/);
  await userEvent.fill(real, '0');
  await expect.element(real).toHaveAccessibleDescription(/será zero/);
  await userEvent.fill(real, '10,00');
  await userEvent.fill(promo, '4,00');
  await expect.element(promo).toHaveAccessibleDescription(/Redução de 50\u00a0%: de/);
});

it('explains a promotion period without a promotional price like the import does', async () => {
  const screen = await render(
    <Form>
      <PriceFields stored={undefined} />
    </Form>,
  );
  const [start] = screen.getByLabelText(/^Início/).elements();
  await userEvent.fill(start!, '2026-11-20T00:00');
  await expect
    .element(start!)
    .toHaveAccessibleDescription(/Sem preço promocional não há período de promoção\./);
});

it('shows both prices where small changes add up to a large one in 24 hours', async () => {
  const stored = aStoredProduct(
    { real_price: 71, promo_price: null },
    { real_price: 100, promo_price: 60 },
  );
  const screen = await render(
    <Form>
      <PriceFields stored={stored} />
    </Form>,
  );
  const real = screen.getByLabelText('Preço de venda', { exact: true });
  const promo = screen.getByLabelText('Preço promocional', { exact: true });
  await userEvent.fill(real, '70,00');
  await expect.element(real).not.toHaveAccessibleDescription();
  await userEvent.fill(real, '50,41');
  await expect
    .element(real)
    .toHaveAccessibleDescription(
      'Redução de 50\u00a0% em 24 horas: de R$\u00a0100,00 (agora R$\u00a071,00) para R$\u00a050,41.',
    );
  await userEvent.fill(promo, '40,00');
  await expect
    .element(promo)
    .toHaveAccessibleDescription(
      /Redução de 33\u00a0% em 24 horas: de R\$\u00a060,00 para R\$\u00a040,00\./,
    );
});

it('names a category in a conflict that a colleague has created since the categories were read', async () => {
  const created = { id: 'nova', name: 'Chás', is_active: true };
  vi.mocked(categoryOptionsQuery).mockReturnValue({
    ...categoryOptionsQuery(),
    queryFn: async () => [created],
  });
  queryClient.setQueryData(categoryOptionsQuery().queryKey, []);
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <CategoryName id="nova" />
      <CategoryName id="outra" />
    </QueryClientProvider>,
  );
  await expect.poll(() => screen.container.textContent).toBe('Chás(não encontrada)');
});

/** Returns a product that has only an id and prices, and puts its price reference into the cache. */
function aStoredProduct(
  prices: Pick<StoredProduct, 'real_price' | 'promo_price'>,
  reference: PriceReference = { real_price: null, promo_price: null },
) {
  queryClient.setQueryData(priceReferenceQuery('stored').queryKey, reference);
  return { id: 'stored', ...prices } as StoredProduct;
}

function Fields() {
  return (
    <Form>
      <PresentationFields stored={undefined} />
    </Form>
  );
}

function Form({ children }: { children: ReactNode }) {
  const form = useForm<ProductValues>({ defaultValues: toFormValues(fields) });
  return (
    <QueryClientProvider client={queryClient}>
      <FormProvider {...form}>{children}</FormProvider>
    </QueryClientProvider>
  );
}
