import { importColumns } from '#crud/fields.ts';
import { importOf, storedByRules } from '#crud/import/import-area.ts';
import { errorTexts } from '#data/error-texts.ts';
import { endBeforeStart, isInOrder } from '#lib/period.ts';
import { columnDoubtTexts } from '../prices/price-guard.ts';
import { products } from '../area.ts';
import { fields, noPeriod } from '../schema.ts';
import type { StoredValues } from '../schema.ts';

const columns = importColumns(fields, 'sku');

/** The columns of a spreadsheet of products, in the order of the template and of an export. */
export const productSheet = importOf(products, columns, {
  store(typed) {
    const { cells } = storedByRules(columns, typed);
    const { promo_starts_at = null, promo_ends_at = null } = cells as Partial<StoredValues>; // by their rules
    const isOrdered = isInOrder(promo_starts_at, promo_ends_at);
    const problems: Record<string, string> = isOrdered ? {} : { promo_ends_at: endBeforeStart };
    // A row without the promotional price uses the stored one: the schema validates that.
    if (typed['promo_price'] === '')
      for (const name of ['promo_starts_at', 'promo_ends_at'])
        if (typed[name]) problems[name] = errorTexts['products_promo_period_of_price'] ?? '';
    // The table refuses a period without a price. A price that is not in the row may be stored already.
    return { cells: { ...(typed['promo_price'] === '' && noPeriod), ...cells }, problems };
  },
  doubts: {
    label: 'Confirme os preços, promoções e SKUs em dúvida',
    text: 'com preço fora do padrão, promoção encerrada ou SKU a conferir',
    texts: columnDoubtTexts,
  },
});
