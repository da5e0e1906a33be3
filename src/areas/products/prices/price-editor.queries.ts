import { mutationOptions } from '@tanstack/react-query';
import { deletionText } from '#crud/history/record-authors.queries.ts';
import { fetchLaterAuthors, toEditedRecord, saveRecord } from '#crud/save-record.ts';
import { queryClient } from '#data/query-client.ts';
import { periodState, formatPeriod } from '#lib/date.ts';
import type { RecordValues, MergeUnit } from '#lib/merge.ts';
import { formatMoneyInText } from '#lib/money.ts';
import { fields } from '../schema.ts';
import { ProductError } from '../queries.ts';
import type { ListedProduct } from '../queries.ts';
import { productSaveFailureText, saveProduct, runProductSave } from '../save.queries.ts';
import type { ProductSaveResult } from '../save.queries.ts';

/** The columns of a product that users can edit in the list, and the period of its promotional price. */
export type EditedCells = Pick<
  ListedProduct,
  'real_price' | 'promo_price' | 'promo_starts_at' | 'promo_ends_at' | 'status'
>;

/** A row as the list showed it, its new values, and whether the user has typed a doubtful price twice. */
type CellSaving = { stored: ListedProduct; values: EditedCells; confirmed: boolean };

/**
 * Saves the prices and the status of a product that were edited in the list. The row shows the new values before the
 * response.
 */
export const saveEditedCells = mutationOptions({
  mutationKey: ['products', 'edit'],
  // Keep the values of a failed save in memory for one hour, so that the user can retry the save.
  gcTime: 60 * 60_000,
  // Run these saves one after the other, because the second change of a row is based on the first change.
  scope: { id: 'products/edit' },
  async mutationFn({ stored, values, confirmed }: CellSaving): Promise<ProductSaveResult> {
    const { meta } = saveProduct;
    const record = toEditedRecord<Row, EditedCells>(stored, values, {
      units,
      describe,
      meta,
      listed: stored.name,
    });
    try {
      const result = await saveRecord(record, (saving) => runProductSave(saving, confirmed));
      if (!result) throw new ProductError('outras pessoas estão alterando este produto.');
      return result;
    } catch (error) {
      const deletion = (await fetchLaterAuthors(record))?.deletion;
      throw deletion ? new ProductError(deletionText(deletion, 'este produto')) : error;
    }
  },
  // Refetch the products: if only the response was lost, the change is stored.
  onError: () => void queryClient.invalidateQueries({ queryKey: ['products'] }),
  meta: {
    ...saveProduct.meta,
    together: savedText,
    failure: (_message, error, { stored, values }: CellSaving) =>
      `Falha ao salvar "${stored.name}": ${productSaveFailureText(error, stored.sku)} Não foi salvo: ${cellsText(values)}.`,
  },
});

type Row = EditedCells & Pick<ListedProduct, 'id' | 'version'>;

/** Returns the message in the row of a failed save: 'Não foi salvo: Sem conexão com o servidor. …' */
export function cellSaveFailureText(error: Error, { sku }: ListedProduct): string {
  return `Não foi salvo: ${productSaveFailureText(error, sku)}`;
}

/**
 * Returns the values of a `unit` as a text for the question about a conflict. `held` has the entered values, or the
 * values of a stored row.
 */
function describe(unit: MergeUnit, held: RecordValues): string {
  // Cast: `toEditedRecord` passes only the columns of `EditedCells`.
  const cells = held as EditedCells;
  return unit === statusUnit ? cells.status : pricesText(cells);
}

// A merge takes prices and period from the same version. Otherwise a promotional price could lose its end, and would
// then never stop.
const priceUnit: MergeUnit = {
  label: 'Preços',
  names: ['real_price', 'promo_price', 'promo_starts_at', 'promo_ends_at'],
};
const statusUnit: MergeUnit = { label: fields.status.label, names: ['status'] };
const units = [priceUnit, statusUnit];

/**
 * Returns the second line of the success message: the name of the product, or a text such as '6 preços atualizados' for
 * consecutive saves of several products.
 */
function savedText(all: readonly CellSaving[]): string {
  const rows = new Set(all.map(({ stored }) => stored.id));
  const [first] = all;
  if (first && rows.size === 1) return first.stored.name;
  const isPrices = all.every(({ stored, values }) => stored.status === values.status);
  return `${rows.size} ${isPrices ? 'preços' : 'produtos'} atualizados`;
}

function cellsText(cells: EditedCells): string {
  return `${pricesText(cells)}, ${cells.status}`;
}

function pricesText({
  real_price,
  promo_price,
  promo_starts_at,
  promo_ends_at,
}: EditedCells): string {
  if (promo_price === null) return formatMoneyInText(real_price);
  const state = periodState(promo_starts_at, promo_ends_at);
  const period = state ? ` (${formatPeriod(state, promo_starts_at, promo_ends_at)})` : '';
  return `${formatMoneyInText(real_price)}, promocional ${formatMoneyInText(promo_price)}${period}`;
}
