import { mutationOptions } from '@tanstack/react-query';
import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { removeFiles } from '#data/unused-pictures.ts';
import { unwrap } from '#data/unwrap.ts';
import { ProductError, productError } from './product-error.ts';
import type { ProductPayload } from './product-payload.ts';
import type { ImageRow } from './product-values.ts';
import type { StoredProduct } from './product.queries.ts';

export type ProductSave = {
  product: ProductPayload;
  images: ImageRow[];
  expected_version: number | null;
};

/** What save_product answers; see its definition in the schema. */
type SaveResult =
  | { status: 'saved'; product: StoredProduct; removed_files: StoredFile[] }
  | { status: 'conflict'; product: StoredProduct }
  | { status: 'missing' };

/** Saves a product and its images in one transaction, then deletes the files that nothing points to. */
export const saveProduct = mutationOptions({
  async mutationFn({ product, images, expected_version }: ProductSave) {
    const answer = await unwrap(
      rest.rpc('save_product', {
        product,
        images,
        expected_version: expected_version ?? undefined,
      }),
    ).catch((error: unknown) => {
      throw productError(error, product.sku);
    });
    // The function's return type is jsonb.
    const result = answer as SaveResult | null;
    if (!result) throw new ProductError('Produto não foi criado retornou null.');
    if (result.status === 'missing') throw new ProductError('Produto não encontrado.');
    if (result.status === 'saved') removeFiles(result.removed_files);
    return result;
  },
  meta: {
    invalidates: [['products']],
    success: ({ status }: SaveResult, { product }: ProductSave) =>
      status === 'saved'
        ? `Produto ${product.id ? 'atualizado' : 'criado'} com sucesso!`
        : undefined,
    failure: (message) => `Falha ao salvar o produto: ${message || 'Erro desconhecido'}`,
  },
});
