import { valibotResolver } from '@hookform/resolvers/valibot';
import type { PictureList } from '#data/picture-list.ts';
import { queryClient } from '#data/query-client.ts';
import { PlatformError } from '#data/unwrap.ts';
import { UsedSku } from './product-error.ts';
import { productPayload } from './product-payload.ts';
import { saveProduct } from './product-save.queries.ts';
import type { ProductSave } from './product-save.queries.ts';
import { productSchema } from './product-schema.ts';
import type { ImageRow } from './product-values.ts';
import type { StoredProduct } from './product.queries.ts';
import type { ProductValues } from './product.ts';
import { sendPictures } from './send-pictures.ts';

// All that a product's form needs only when it is saved.

/** Checks the typed fields of a product for its form. */
export const checkProduct = valibotResolver(productSchema);

export type SendSettings = {
  /** Absent for a new product. */
  id?: string;
  typed: ProductValues;
  main: PictureList;
  additional: PictureList;
};

/** `conflict`: someone saved meanwhile. `usedSku`: its message belongs beside the field. */
export type SendOutcome =
  | { status: 'saved' | 'failed' }
  | { status: 'usedSku'; message: string }
  | { status: 'conflict'; images: ImageRow[]; saved: StoredProduct };

/** Sends a product: its new pictures first, then all records at once. Says itself what went wrong. */
export async function sendProduct({ id, typed, ...lists }: SendSettings): Promise<SendOutcome> {
  const sent = await sendPictures(lists.main, lists.additional).catch(() => undefined);
  if (!sent) return { status: 'failed' };
  const { images } = sent;
  try {
    const product = productPayload(typed, id);
    const result = await run({ product, images, expected_version: typed.version });
    if (result.status === 'conflict') {
      sent.takeBack();
      return { status: 'conflict', images, saved: result.product };
    }
    sent.warn();
    return { status: 'saved' };
  } catch (error) {
    if (outcomeIsKnown(error)) sent.takeBack();
    if (error instanceof UsedSku) return { status: 'usedSku', message: capitalised(error.message) };
    return { status: 'failed' };
  }
}

// What useMutation does, without a component.
function run(save: ProductSave) {
  return queryClient.getMutationCache().build(queryClient, saveProduct).execute(save);
}

// Without an answer nobody knows whether the records point to the sent files already.
function outcomeIsKnown(error: unknown): boolean {
  return !(
    error instanceof Error &&
    error.cause instanceof PlatformError &&
    error.cause.status === 0
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
