import { PlatformError } from '#data/unwrap.ts';

/**
 * What went wrong with a product, in the words of the messages 'Falha ao salvar o produto: …'. A known
 * cause is said in Portuguese; any other is passed on as 'API Error: …'.
 */
export class ProductError extends Error {
  readonly code: string;
  readonly details: string;
  readonly hint: string;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProductError';
    const known = cause instanceof PlatformError ? cause : undefined;
    this.code = known?.code ?? '';
    this.details = known?.details ?? '';
    this.hint = known?.hint ?? '';
  }
}

/** Another product has the SKU; told apart because it belongs beside its field. */
export class UsedSku extends ProductError {}

/** An error of a product call as a `ProductError`; `sku` is the one that was sent. */
export function productError(error: unknown, sku?: string): ProductError {
  if (!(error instanceof PlatformError))
    return new ProductError(`API Error: ${messageOf(error)}`, error);
  if (error.code === '23505' && messageOf(error.cause).includes('products_sku_key')) {
    return new UsedSku(`já existe um produto com o SKU ${sku}.`, error);
  }
  if (!error.message) return new ProductError('Erro desconhecido', error);
  // The platform layer leaves a message as it came when it knows no words of its own for it.
  const unknown = error.code !== 'P0001' && error.message === messageOf(error.cause);
  return new ProductError(unknown ? `API Error: ${error.message}` : error.message, error);
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error && 'message' in error ? String(error.message) : '';
}
