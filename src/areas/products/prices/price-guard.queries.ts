import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap, unwrapAs } from '#data/unwrap.ts';
import { formatMoneyInput, parseMoney } from '#lib/money.ts';
import { isNumberOrNull, objectOf } from '#lib/shape.ts';
import { askConfirmation } from '#ui/confirm.tsx';
import { getPriceToConfirm } from './price-guard.ts';
import type { Prices, PriceLimits, PriceReference } from './price-guard.ts';

export type PriceGuard = PriceLimits & {
  /** Whether the database refuses doubtful prices without a confirmation. */
  enforced: boolean;
};

/**
 * Returns the query for the price guard: the limits beyond which a price change is doubtful, and whether doubtful
 * prices need a confirmation.
 */
export function priceGuardQuery() {
  return queryOptions({
    queryKey: ['price_guard'],
    queryFn: ({ signal }) => {
      const guard = rest.from('price_guard').select('enforced, up_limit, down_limit');
      return unwrap(guard.abortSignal(signal).single());
    },
    staleTime: 5 * 60_000,
  });
}

/**
 * Returns the query for the prices with which the price guard compares new prices of a product: see `PriceReference`.
 */
export function priceReferenceQuery(product_id: string) {
  return queryOptions({
    queryKey: ['products', 'price_reference', product_id],
    queryFn: ({ signal }) =>
      unwrapAs(
        rest.rpc('price_reference', { product_id }).abortSignal(signal),
        objectOf<PriceReference>({ real_price: isNumberOrNull, promo_price: isNumberOrNull }),
      ),
    staleTime: 60_000,
  });
}

export const setPriceGuard = mutationOptions({
  mutationFn: (guard: Partial<PriceGuard>) =>
    unwrap(rest.from('price_guard').update(guard).eq('id', true).select('id').single()),
  meta: {
    invalidates: [['price_guard'], ['history']],
    success: 'Alerta de preços atualizado com sucesso!',
    failure: (message) => `Falha ao atualizar o alerta de preços: ${message}`,
  },
});

/**
 * Asks the user to type a doubtful price again. Returns false if the user cancels. `stored` is the sale price before
 * the change, undefined for a new product.
 */
export function askPriceConfirmation(
  message: string,
  stored: number | undefined,
  wanted: Prices,
): Promise<boolean> {
  const price = getPriceToConfirm(stored, wanted);
  return askConfirmation({
    message,
    action: 'Confirmar preço',
    tone: 'primary',
    typed: {
      label: `Digite o novo preço para confirmar (${formatMoneyInput(price)})`,
      is: (typed) => parseMoney(typed) === price,
    },
  });
}
