import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ConflictDialogProps } from '#ui/conflict-dialog.tsx';
import { usePictures } from '#data/use-pictures.ts';
import { PlatformError } from '#data/unwrap.ts';
import { categoryOptions } from '#features/categories/category-options.queries.ts';
import { describeProduct } from './describe-product.ts';
import { UsedSku } from './product-error.ts';
import {
  additionalImageUrls,
  mainImageUrls,
  productPayload,
  productValues,
} from './product-payload.ts';
import type { ProductValues } from './product.ts';
import { saveProduct } from './products.queries.ts';
import type { StoredProduct } from './products.queries.ts';
import { sendPictures } from './send-pictures.ts';

type Images = { url: string; is_main: boolean }[];

export type ProductSettings = {
  /** Absent for a new product. */
  id?: string;
  form: UseFormReturn<ProductValues>;
  values: ProductValues;
  images: Images;
};

type Conflict = { typed: ProductValues; images: Images; saved: StoredProduct };

/** The pictures of a product's form and its save: files first, then all records at once. */
export function useProductSave({ id, form, ...record }: ProductSettings) {
  const [loaded, setLoaded] = useState(record);
  const [conflict, setConflict] = useState<Conflict>();
  const main = usePictures(mainImageUrls(record.images));
  const additional = usePictures(additionalImageUrls(record.images));
  const { mutateAsync } = useMutation(saveProduct);

  async function save(typed: ProductValues): Promise<boolean> {
    setConflict(undefined);
    const sent = await sendPictures(main.list, additional.list).catch(() => undefined);
    if (!sent) return false;
    const { images } = sent;
    try {
      const result = await mutateAsync({
        product: productPayload(typed, id),
        images,
        expected_version: typed.version,
      });
      if (result.status === 'saved') return (sent.warn(), true);
      sent.takeBack();
      setConflict({ typed, images, saved: result.product });
    } catch (error) {
      if (outcomeIsKnown(error)) sent.takeBack();
      if (error instanceof UsedSku)
        form.setError('sku', { message: capitalised(error.message) }, { shouldFocus: true });
    }
    return false;
  }

  function takeSaved(saved: StoredProduct) {
    const values = productValues(saved);
    setLoaded({ values, images: saved.product_images });
    form.reset(values, { keepFieldsRef: true });
    main.list.reset(mainImageUrls(saved.product_images));
    additional.list.reset(additionalImageUrls(saved.product_images));
    setConflict(undefined);
  }

  const question = useConflictQuestion(loaded, conflict);
  const dialog: ConflictDialogProps | undefined = conflict &&
    question && {
      ...question,
      onKeepTyped: () => form.setValue('version', conflict.saved.version),
      onTakeSaved: () => takeSaved(conflict.saved),
      onClose: () => setConflict(undefined),
    };
  return { main, additional, save, dialog };
}

function useConflictQuestion(
  loaded: { values: ProductValues; images: Images },
  conflict: Conflict | undefined,
) {
  const queryClient = useQueryClient();
  if (!conflict) return undefined;
  const categories = queryClient.getQueryData(categoryOptions().queryKey) ?? [];
  const describe = (values: ProductValues, images: Images) =>
    describeProduct(values, images, { loaded: loaded.images, categories });
  return {
    loaded: describe(loaded.values, loaded.images),
    saved: describe(productValues(conflict.saved), conflict.saved.product_images),
    typed: describe(conflict.typed, conflict.images),
  };
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
