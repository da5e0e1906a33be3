import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '#data/query-client.ts';
import { findFocusAtFirst } from '#ui/testing/focus-at-first.ts';
import type { ListedProduct } from '../queries.ts';
import { PriceEditor } from './price-editor.tsx';
import { priceGuardQuery, priceReferenceQuery } from './price-guard.queries.ts';
import { defaultPriceLimits } from './price-guard.ts';

beforeEach(() => {
  queryClient.setQueryData(priceGuardQuery().queryKey, { enforced: false, ...defaultPriceLimits });
  const none = { real_price: null, promo_price: null };
  queryClient.setQueryData(priceReferenceQuery('cafe').queryKey, none);
});

it('warns about a new promotional price whose promotion has ended', async () => {
  const promo = await openEditor({ promo_ends_at: '2026-01-31T15:00:00Z' });
  await expect.element(promo).not.toHaveAccessibleDescription();
  await userEvent.fill(promo, '27,50');
  await expect
    .element(promo)
    .toHaveAccessibleDescription('Promoção encerrada: altere o fim no formulário.');
  for (const typed of ['', '27,90']) {
    await userEvent.fill(promo, typed);
    await expect.element(promo).not.toHaveAccessibleDescription();
  }
});

it('does not warn about a new promotional price of a running promotion', async () => {
  const promo = await openEditor({ promo_ends_at: null });
  await userEvent.fill(promo, '27,50');
  await expect.element(promo).toHaveValue('27,50');
  await expect.element(promo).not.toHaveAccessibleDescription();
});

it('has the focus in its field as soon as it appears, also if its code loads late', async () => {
  let show: (isLoaded: boolean) => void;
  function LoadedLater() {
    const [isLoaded, setLoaded] = useState(false);
    show = setLoaded;
    return isLoaded && <PriceEditor row={cafe} field="promo_price" onLeave={() => {}} />;
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <LoadedLater />
    </QueryClientProvider>,
  );
  const promo = () => screen.container.querySelector('[name=promo_price]');
  const focused = findFocusAtFirst(() => promo() !== null);
  setTimeout(() => show(true));
  expect(await focused).toBe(promo());
});

/** Opens the price editor of a product whose promotion has this end. Returns the field of the promotional price. */
async function openEditor(period: Pick<ListedProduct, 'promo_ends_at'>) {
  const row = { ...cafe, ...period };
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <PriceEditor row={row} onLeave={() => {}} />
    </QueryClientProvider>,
  );
  return screen.getByLabelText('Preço promocional');
}

const cafe: ListedProduct = {
  id: 'cafe',
  name: 'Café',
  version: 1,
  subtitle: 'Torrado',
  sku: 'CAF-1',
  status: 'Ativo',
  tipo: 'Produto',
  visibility: 'todos',
  real_price: 39.9,
  promo_price: 27.9,
  promo_starts_at: null,
  promo_ends_at: null,
  category: 'Cafés',
  category_is_active: true,
  image_url: null,
};
