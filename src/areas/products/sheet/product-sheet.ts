import { importColumns, valuesOf } from '#crud/fields.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { errorTexts } from '#data/error-texts.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { endBeforeStart, isInOrder } from '#lib/period.ts';
import { columnDoubtTexts } from '../prices/price-guard.ts';
import { products } from '../area.ts';
import { fields, productPayload, promoPeriod } from '../schema.ts';
import type { ProductValues } from '../schema.ts';

/** The columns of a spreadsheet of products, in the order of the template and of an export. */
export const productSheet: ImportArea = {
  area: products,
  key: storedAreas.products.key,
  changes: ['products', 'categories', 'search'],
  columns: importColumns(fields, 'sku'),
  store({ category, ...typed }) {
    // The names are those of the form; absent values are not sent.
    const values: ProductValues = { ...valuesOf(fields), ...(typed as Partial<ProductValues>) };
    // A promotional price that is not in the row may be stored already.
    const payload: Record<string, unknown> = { ...productPayload(values), ...promoPeriod(values) };
    const stored = Object.fromEntries(Object.keys(typed).map((name) => [name, payload[name]]));
    // The table refuses a period without a price.
    const period = typed['promo_price'] === '' ? promoPeriod(values) : {};
    const isOrdered = isInOrder(values.promo_starts_at, values.promo_ends_at);
    const problems: Record<string, string> = isOrdered ? {} : { promo_ends_at: endBeforeStart };
    // A row without the promotional price uses the stored one: the schema validates that.
    if (typed['promo_price'] === '')
      for (const name of ['promo_starts_at', 'promo_ends_at'])
        if (typed[name]) problems[name] = errorTexts['products_promo_period_of_price'] ?? '';
    return {
      cells: { ...period, ...stored, ...(category !== undefined && { category }) },
      problems,
    };
  },
  doubts: {
    label: 'Confirme os preços e SKUs fora do padrão',
    text: 'com preço fora do padrão ou SKU a conferir',
    texts: columnDoubtTexts,
  },
};
