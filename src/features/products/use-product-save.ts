import { useState } from 'react';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import { translateError } from '#data/errors.ts';
import { usePictures } from '#data/use-pictures.ts';
import { later } from '#lib/later.ts';
import { toast } from '#ui/toast.ts';
import type { ProductConflictProps, ProductRecord } from './product-conflict.tsx';
import type { ProductValues } from './product.ts';
import { additionalImageUrls, mainImageUrls, productValues } from './product-values.ts';
import type { StoredProduct } from './product.queries.ts';

export type ProductSettings = ProductRecord & {
  /** Absent for a new product. */
  id?: string;
  form: UseFormReturn<ProductValues>;
};

type Conflict = { typed: ProductRecord; saved: StoredProduct };

/** The pictures of a product's form and its save. */
export function useProductSave({ id, form, values, images }: ProductSettings) {
  const [loaded, setLoaded] = useState<ProductRecord>({ values, images });
  const [conflict, setConflict] = useState<Conflict>();
  const main = usePictures(mainImageUrls(images));
  const additional = usePictures(additionalImageUrls(images));

  async function save(typed: ProductValues): Promise<boolean> {
    setConflict(undefined);
    const { sendProduct } = await saving();
    const lists = { main: main.list, additional: additional.list };
    const outcome = await sendProduct({ id, typed, ...lists });
    if (outcome.status === 'conflict')
      setConflict({ typed: { values: typed, images: outcome.images }, saved: outcome.saved });
    if (outcome.status === 'usedSku')
      form.setError('sku', { message: outcome.message }, { shouldFocus: true });
    return outcome.status === 'saved';
  }

  function takeSaved(saved: StoredProduct) {
    const record = { values: productValues(saved), images: saved.product_images };
    setLoaded(record);
    form.reset(record.values, { keepFieldsRef: true });
    main.list.reset(mainImageUrls(record.images));
    additional.list.reset(additionalImageUrls(record.images));
    setConflict(undefined);
  }

  function keepTyped({ version, product_images }: StoredProduct) {
    form.setValue('version', version);
    main.list.adopt(mainImageUrls(product_images));
    additional.list.adopt(additionalImageUrls(product_images));
  }

  const question: ProductConflictProps | undefined = conflict && {
    loaded,
    ...conflict,
    onKeepTyped: () => keepTyped(conflict.saved),
    onTakeSaved: () => takeSaved(conflict.saved),
    onClose: () => setConflict(undefined),
  };
  return { main, additional, save, question };
}

/** The rules of a product. Where they can't be fetched, nothing is saved and nothing typed is lost. */
export const checkLater: Resolver<ProductValues> = async (...form) => {
  try {
    const { checkProduct } = await saving();
    return await checkProduct(...form);
  } catch (error) {
    toast.error(`Falha ao salvar o produto: ${translateError(error)}`);
    return { values: {}, errors: { root: { type: 'unchecked' } } };
  }
};

const saving = later(() => import('./save-product.ts'));
