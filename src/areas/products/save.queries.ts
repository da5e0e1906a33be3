import { mutationOptions } from '@tanstack/react-query';
import { recordAttempt, startCreation, renewKeyIfDeleted } from '#crud/creation.queries.ts';
import { makeSaveMeta } from '#crud/row-mutations.queries.ts';
import type { SaveResult, SaveVariables } from '#crud/row-mutations.queries.ts';
import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { moveFilesToTrash } from '#data/unused-pictures.ts';
import { PlatformError, unwrapAs } from '#data/unwrap.ts';
import { unionByStatus, isObject, nullableOf } from '#lib/shape.ts';
import type { StoredRow } from '#crud/rows.queries.ts';
import type { Prices } from './prices/price-guard.ts';
import { isListedProduct, ProductError, productsList } from './queries.ts';
import type { ListedProduct, StoredProduct } from './queries.ts';
import type { ImageRow, StoredProductValues } from './schema.ts';

type ProductSaving = SaveVariables<StoredProductValues>;
export type ProductSaveResult = SaveResult<StoredProduct, ListedProduct>;

/** Saves a product and its images in one transaction, then moves the unused files to the trash. */
export const saveProduct = mutationOptions({
  mutationFn: (saving: ProductSaving) => runProductSave(saving),
  meta: makeSaveMeta(productsList, {
    created: 'Produto criado com sucesso!',
    updated: 'Produto atualizado com sucesso!',
    failure: (_message, error, { values }: ProductSaving) =>
      `Falha ao salvar o produto: ${productSaveFailureText(error, values.sku)}`,
  }),
});

/**
 * Creates a product, or updates the given columns of a stored product. Saves the images only if `pictures` has their
 * lists: without the lists (`{}`), the images stay unchanged, and empty lists remove all images. `isConfirmed` is true
 * if the user has typed a doubtful price again.
 */
export async function runProductSave(
  { stored, creation, values, pictures, isStored }: SaveVariables<Prices>,
  isConfirmed = false,
): Promise<ProductSaveResult> {
  const images = Object.keys(pictures).length > 0 ? toImageRows(pictures) : null;
  if (!stored) return createProduct(values, images, { creation, isStored });
  const product = { ...values, id: String(stored.id) };
  const sent = { product, images, expected_version: stored.version };
  // Cast: the queries of the form and of the list select the price.
  const { real_price } = stored as StoredRow & Pick<StoredProduct, 'real_price'>;
  const answer = await sendProduct(sent, isConfirmed, real_price);
  // Treat a conflict as saved if an earlier attempt, whose response was lost, has saved these values.
  const isSaved = answer.status === 'conflict' && isStored?.(answer.product);
  return isSaved ? { status: 'saved', listed: answer.listed } : resultOf(answer);
}

async function createProduct(
  values: Prices,
  images: ImageRow[] | null,
  { creation = startCreation(), isStored }: Pick<SaveVariables<Prices>, 'creation' | 'isStored'>,
): Promise<ProductSaveResult> {
  const product = { ...values, id: creation.id };
  const isSame = recordAttempt(creation, { product, images });
  // `expected_version` is 0, because the product does not exist yet.
  const sent = sendProduct({ product, images, expected_version: 0 }, false);
  const answer = await sent.catch((error: unknown) => {
    renewKeyIfDeleted(creation, error);
    throw error;
  });
  // Treat a conflict as saved if an earlier attempt, whose response was lost, has created the product with these
  // values.
  const isCreated = answer.status === 'conflict' && (isSame || isStored?.(answer.product));
  return isCreated ? { status: 'saved', listed: answer.listed } : resultOf(answer);
}

/** Returns the image records of a save: the main image, then the additional ones in their order. */
export function toImageRows({ main = [], additional = [] }: ProductSaving['pictures']): ImageRow[] {
  return [
    ...main.map(({ url, alt }) => ({ url, alt, is_main: true })),
    ...additional.map(({ url, alt }) => ({ url, alt, is_main: false })),
  ];
}

/**
 * The response of save_product: the row of the list, with the unused files or, after a conflict, the stored product.
 */
type SaveAnswer =
  | { status: 'saved'; listed: ListedProduct; removed_files: StoredFile[] }
  | { status: 'conflict'; product: StoredProduct; listed: ListedProduct };

const isAnswer = unionByStatus<SaveAnswer | { status: 'missing' }>({
  saved: { listed: isListedProduct, removed_files: Array.isArray },
  conflict: { product: isObject, listed: isListedProduct },
  missing: {},
});

type Sent = {
  /** Absent columns are not changed. */
  product: Prices & { id?: string };
  /** Null leaves the images unchanged. */
  images: ImageRow[] | null;
  expected_version: number;
};

/**
 * Sends a product to save_product. If the price guard refuses a price, asks the user to type the price again, then
 * sends the product with this confirmation. `isConfirmed` is true if the user has already typed the price again.
 * `stored` is the sale price before the change.
 */
async function sendProduct(sent: Sent, isConfirmed: boolean, stored?: number): Promise<SaveAnswer> {
  const { real_price, promo_price } = sent.product;
  const send = (confirmed?: Prices) =>
    unwrapAs(rest.rpc('save_product', { ...sent, confirmed }), nullableOf(isAnswer));
  const prices = { real_price, promo_price };
  const answer = await send(isConfirmed ? prices : undefined).catch(async (error: unknown) => {
    if (!isPriceGuardError(error)) throw error;
    const { askPriceConfirmation } = await import('./prices/price-guard.queries.ts');
    if (!(await askPriceConfirmation(error.message, stored, prices))) throw error;
    return send(prices);
  });
  if (!answer) throw new ProductError('Produto não foi criado retornou null.');
  if (answer.status === 'missing') throw new ProductError('Produto não encontrado.');
  if (answer.status === 'saved') moveFilesToTrash(answer.removed_files);
  return answer;
}

function resultOf(answer: SaveAnswer): ProductSaveResult {
  const { status, listed } = answer;
  return status === 'saved' ? { status, listed } : { status, row: answer.product };
}

/** Returns whether the price guard has refused a save because the user has not confirmed a doubtful price. */
export function isPriceGuardError(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.hint === 'price_guard';
}

/**
 * Returns the text about the cause of a failed save, for 'Falha ao salvar o produto: …'. A known cause has a text in
 * Portuguese. Any other cause has 'API Error: …' with the message of the error, without details, hint and code.
 */
export function productSaveFailureText(error: Error, sku: string): string {
  if (error instanceof ProductError) return error.message;
  if (isDuplicateSkuError(error)) return `já existe um produto com o SKU ${sku}.`;
  if (!(error instanceof PlatformError)) return `API Error: ${error.message}`;
  // If the message is still the message of the server, the data layer has no Portuguese text for the error. Exception:
  // a message with the code P0001 is from the schema, and already in Portuguese.
  const unknown = error.code !== 'P0001' && error.message === causeOf(error);
  return unknown && error.message
    ? `API Error: ${error.message}`
    : error.message || 'Erro desconhecido';
}

/**
 * Returns whether a save failed because the category was deleted meanwhile: the form shows the message beside the
 * category.
 */
export function isDeletedCategoryError(error: Error): boolean {
  return (
    error instanceof PlatformError &&
    error.code === '23503' &&
    causeOf(error).includes('products_category_id_fkey')
  );
}

/** Returns whether a save failed because another product has the SKU: the form shows the message beside the SKU. */
export function isDuplicateSkuError(error: Error): boolean {
  return (
    error instanceof PlatformError &&
    error.code === '23505' &&
    causeOf(error).includes('products_sku_key')
  );
}

function causeOf({ cause }: Error): string {
  return typeof cause === 'object' && cause && 'message' in cause ? String(cause.message) : '';
}
