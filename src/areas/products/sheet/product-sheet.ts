import { listImportColumns } from '#crud/fields.ts';
import { createAreaImport, convertCellsByRules } from '#crud/import/import-area.ts';
import { errorTexts } from '#data/error-texts.ts';
import { endBeforeStartMessage, isPeriodInOrder } from '#lib/period.ts';
import { productDoubtTexts } from '../prices/price-guard.ts';
import { products } from '../area.ts';
import { fields, emptyPeriod } from '../schema.ts';
import type { StoredProductValues } from '../schema.ts';

const columns = listImportColumns(fields, 'sku');

/** The import settings of products. The template and the export have the same columns, in this order. */
export const productImport = createAreaImport(products, columns, {
  store(typed) {
    const { cells } = convertCellsByRules(columns, typed);
    // Cast: the rules of the columns return stored values.
    const { promo_starts_at = null, promo_ends_at = null } = cells as Partial<StoredProductValues>;
    const isOrdered = isPeriodInOrder(promo_starts_at, promo_ends_at);
    const problems: Record<string, string> = isOrdered
      ? {}
      : { promo_ends_at: endBeforeStartMessage };
    // Refuse a period beside an empty promotional price. If the column of this price is absent, the schema checks the
    // period against the stored price.
    if (typed['promo_price'] === '')
      for (const name of ['promo_starts_at', 'promo_ends_at'])
        if (typed[name]) problems[name] = errorTexts['products_promo_period_of_price'] ?? '';
    // An empty promotional price also clears the period, because the table refuses a period without this price. If the
    // column of the price is absent, the period stays unchanged: the stored price can have a period.
    return { cells: { ...(typed['promo_price'] === '' && emptyPeriod), ...cells }, problems };
  },
  doubts: {
    label: 'Confirme os preços, promoções e SKUs em dúvida',
    text: 'com preço fora do padrão, promoção encerrada ou SKU a conferir',
    texts: productDoubtTexts,
  },
});
