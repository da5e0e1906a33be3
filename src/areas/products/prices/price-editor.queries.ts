import { mutationOptions } from '@tanstack/react-query';
import { deletionText } from '#crud/history/record-authors.queries.ts';
import type { SaveResult } from '#crud/row-mutations.queries.ts';
import { deletionOf, saveRecord } from '#crud/save-record.ts';
import type { EditedRecord } from '#crud/save-record.ts';
import { queryClient } from '#data/query-client.ts';
import type { Held, Unit } from '#lib/merge.ts';
import { formatMoneyInText } from '#lib/money.ts';
import { fields } from '../schema.ts';
import { ProductError } from '../queries.ts';
import type { ListedProduct, StoredProduct } from '../queries.ts';
import { productFailure, resultOf, saveProduct, sendProduct } from '../save.queries.ts';

/** The editable columns of a product in its list. */
export type Cells = Pick<ListedProduct, 'real_price' | 'promo_price' | 'status'>;

/** A row as the list showed it, its new values, and whether a doubtful price was typed twice. */
type CellSaving = { stored: ListedProduct; values: Cells; confirmed: boolean };

/** `saveProduct` for the prices and the status of a listed product; the list shows them before the response. */
export const saveCells = mutationOptions({
  mutationKey: ['products', 'edit'],
  // The typed values of a failed save stay in memory as long as they may be repeated: one hour.
  gcTime: 60 * 60_000,
  // One after the other: the second change of a row is based on the first.
  scope: { id: 'products/edit' },
  async mutationFn(saving: CellSaving): Promise<SaveResult<StoredProduct, ListedProduct>> {
    const record = editedRow(saving);
    try {
      const result = await saveRecord(record, async () => {
        const { id, version: expected_version, real_price } = record.row();
        const sent = { product: { ...record.typed(), id }, images: null, expected_version };
        return resultOf(await sendProduct(sent, real_price, saving.confirmed));
      });
      if (!result) throw new ProductError('outras pessoas estão alterando este produto.');
      return result;
    } catch (error) {
      const deletion = await deletionOf(record);
      throw deletion ? new ProductError(deletionText(deletion, 'este produto')) : error;
    }
  },
  // Without a response, the change may be stored.
  onError: () => void queryClient.invalidateQueries({ queryKey: ['products'] }),
  meta: {
    ...saveProduct.meta,
    together: savedText,
    failure: (_message, error, { stored, values }: CellSaving) =>
      `Falha ao salvar "${stored.name}": ${productFailure(error, stored.sku)} Não foi salvo: ${cellsText(values)}.`,
  },
});

type Row = Cells & Pick<ListedProduct, 'id' | 'version'>;

/** 'Não foi salvo: Sem conexão com o servidor. …', in the row of a failed save. */
export function cellsFailure(error: Error, { sku }: ListedProduct): string {
  return `Não foi salvo: ${productFailure(error, sku)}`;
}

function editedRow({ stored, values }: CellSaving) {
  let row: Row = stored;
  let typed = values;
  return {
    row: () => row,
    base: () => cellsOf(row),
    typed: () => typed,
    stored: cellsOf,
    units,
    describe: (unit: Unit, held: Held) =>
      // The values are those of `cellsOf` or typed ones.
      unit === statusUnit ? (held['status'] as string) : pricesText(held as Cells),
    take(theirs: Row, taken: readonly Unit[], rebase: boolean) {
      if (rebase) row = theirs;
      const { real_price, promo_price } = theirs;
      if (taken.includes(priceUnit)) typed = { ...typed, real_price, promo_price };
      if (taken.includes(statusUnit)) typed = { ...typed, status: theirs.status };
    },
    meta: saveProduct.meta,
    listed: stored.name,
  } satisfies EditedRecord<Row>;
}

const priceUnit: Unit = { label: 'Preços', names: ['real_price', 'promo_price'] };
const statusUnit: Unit = { label: fields.status.label, names: ['status'] };
const units = [priceUnit, statusUnit];

function cellsOf({ real_price, promo_price, status }: Cells): Cells {
  return { real_price, promo_price, status };
}

/** 'Açaí', or '6 preços atualizados' for several consecutive saves. */
function savedText(all: readonly CellSaving[]): string {
  const rows = new Set(all.map(({ stored }) => stored.id));
  const [first] = all;
  if (first && rows.size === 1) return first.stored.name;
  const isPrices = all.every(({ stored, values }) => stored.status === values.status);
  return `${rows.size} ${isPrices ? 'preços' : 'produtos'} atualizados`;
}

function cellsText(cells: Cells): string {
  return `${pricesText(cells)}, ${cells.status}`;
}

function pricesText({ real_price, promo_price }: Cells): string {
  const promo = promo_price === null ? '' : `, promocional ${formatMoneyInText(promo_price)}`;
  return `${formatMoneyInText(real_price)}${promo}`;
}
