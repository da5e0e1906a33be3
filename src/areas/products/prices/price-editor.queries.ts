import { mutationOptions } from '@tanstack/react-query';
import { deletionText, namesInside, recordAuthors } from '#crud/history/record-authors.ts';
import type { Authors, Deletion } from '#crud/history/record-authors.ts';
import { listedRow, savedUndo } from '#crud/rows.ts';
import type { Page, SaveResult } from '#crud/rows.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { formatMoney } from '#lib/money.ts';
import { confirmedPrices, confirmingPrice, productFailure, productsList } from '../queries.ts';
import type { ListedProduct, SaveAnswer, StoredProduct } from '../queries.ts';

/** The editable columns of a product in its list. */
export type Cells = Pick<ListedProduct, 'real_price' | 'promo_price' | 'status'>;

/** A row as the list showed it, its new values, and whether a doubtful price was typed twice. */
type CellSaving = { row: ListedProduct; cells: Cells; confirmed: boolean };

/**
 * Saves prices and status of a listed product. The list shows them at once, then the returned row; after a failure, the
 * last returned row. Other columns that another user changed meanwhile stay; a price or status that they changed is not
 * overwritten.
 */
export const saveCells = mutationOptions({
  mutationKey: ['cells'],
  // One after the other: the second change of a row is based on the first.
  scope: { id: 'cells' },
  async mutationFn(saving: CellSaving): Promise<SaveResult<StoredProduct, ListedProduct>> {
    const { row } = saving;
    const first = await send(saving, row.version);
    const answer =
      first.status === 'conflict' && isSame(first.product, row)
        ? await send(saving, first.product.version)
        : first;
    // An earlier attempt, whose response was lost, has stored the same.
    if (answer.status === 'conflict' && isSame(answer.product, saving.cells))
      return { status: 'saved', listed: answer.listed };
    if (answer.status === 'saved') return { status: 'saved', listed: answer.listed };
    const since = await recordAuthors('products', [row.id], row).catch(() => nobody);
    if (answer.status === 'missing') throw new CellError(goneText(since.deletion));
    throw new CellError(theirs(answer.product, since.authors), answer.listed);
  },
  async onMutate({ row, cells }) {
    // A response in flight has outdated values.
    await queryClient.cancelQueries({ queryKey: lists });
    if (!stored.has(row.id)) stored.set(row.id, row);
    show({ ...row, ...cells });
  },
  onError(error, { row: { id } }) {
    if (error instanceof CellError && error.stored) stored.set(id, error.stored);
    const row = settled(id);
    if (row) show(row);
  },
  onSettled() {
    // Refetch after the last save: earlier responses would show later changes undone.
    if (queryClient.isMutating({ mutationKey: ['cells'] }) > 1) return;
    void queryClient.invalidateQueries({ queryKey: ['products'] });
  },
  meta: {
    listed: ({ listed }: Saved) => {
      stored.set(listed.id, listed);
      return listedRow(productsList, settled(listed.id) ?? listed);
    },
    success: 'Produto atualizado com sucesso!',
    together: savedText,
    undo: savedUndo('products'),
    failure: (_message, error, { row, cells }: CellSaving) =>
      `Falha ao salvar "${row.name}": ${error instanceof CellError ? error.message : productFailure(error, row.sku)} Não foi salvo: ${cellsText(cells)}.`,
  },
});

/** 'Açaí', or '6 preços atualizados' for several consecutive saves. */
function savedText(all: readonly CellSaving[]): string {
  const rows = new Set(all.map(({ row }) => row.id));
  const [first] = all;
  if (first && rows.size === 1) return first.row.name;
  const isPrices = all.every(({ row, cells }) => row.status === cells.status);
  return `${rows.size} ${isPrices ? 'preços' : 'produtos'} atualizados`;
}

type Saved = Extract<SaveResult<StoredProduct, ListedProduct>, { status: 'saved' }>;

class CellError extends Error {
  stored: ListedProduct | undefined;
  constructor(message: string, stored?: ListedProduct) {
    super(message);
    this.stored = stored;
  }
}

async function send(
  { row: { id }, cells, confirmed }: CellSaving,
  expected_version: number,
): Promise<SaveAnswer> {
  // The price guard may have a doubt that the editor does not know.
  const answer = await confirmingPrice(cells, (confirmedNow) =>
    unwrap(
      rest.rpc('save_product', {
        // Absent columns are unchanged, and so are images without a list.
        product: { id, ...cells },
        images: null,
        expected_version,
        confirmed: confirmed ? confirmedPrices(cells) : confirmedNow,
      }),
    ),
  );
  // The function's return type is jsonb.
  return answer as SaveAnswer;
}

/** Whether these columns are unchanged since they were read. */
function isSame(stored: Cells, read: Cells): boolean {
  return (
    stored.real_price === read.real_price &&
    stored.promo_price === read.promo_price &&
    stored.status === read.status
  );
}

/** If the request fails, the message says 'somebody'. */
const nobody = { authors: [], deletion: null };

function goneText(deletion: Deletion | null): string {
  return deletion ? deletionText(deletion, 'este produto') : 'o produto não existe mais.';
}

function theirs(stored: Cells, authors: Authors): string {
  return `${namesInside(authors)} alterou este produto antes. Valores atuais: ${cellsText(stored)}.`;
}

function cellsText({ real_price, promo_price, status }: Cells): string {
  const promo = promo_price === null ? '' : `, promocional ${formatMoney(promo_price)}`;
  return `${formatMoney(real_price)}${promo}, ${status}`;
}

const lists = ['products', 'list'];

/** The rows that are being saved, as the platform returned them last. */
const stored = new Map<string, ListedProduct>();

/**
 * The row to show when one of its saves has ended: the stored row with the changes of later saves. This save still
 * counts as running.
 */
function settled(id: string): ListedProduct | undefined {
  const row = stored.get(id);
  const [, ...later] = queryClient
    .getMutationCache()
    .findAll({ mutationKey: ['cells'], status: 'pending' })
    // The mutation key is that of `saveCells`.
    .map(({ state }) => state.variables as CellSaving)
    .filter((saving) => saving.row.id === id);
  if (later.length === 0) stored.delete(id);
  return row && later.reduce((changed, { cells }) => ({ ...changed, ...cells }), row);
}

function show(shown: ListedProduct) {
  queryClient.setQueriesData<Page<ListedProduct>>({ queryKey: lists }, (page) =>
    page ? { ...page, rows: page.rows.map((row) => (row.id === shown.id ? shown : row)) } : page,
  );
}
