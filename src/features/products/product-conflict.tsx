import { useQuery } from '@tanstack/react-query';
import { categoryOptions } from '#features/categories/category-options.queries.ts';
import { ConflictDialog } from '#ui/conflict-dialog.tsx';
import { describeProduct } from './describe-product.ts';
import type { ProductValues } from './product.ts';
import { productValues } from './product-values.ts';
import type { ImageRow } from './product-values.ts';
import type { StoredProduct } from './product.queries.ts';

export type ProductRecord = { values: ProductValues; images: ImageRow[] };

export type ProductConflictProps = {
  loaded: ProductRecord;
  saved: StoredProduct;
  typed: ProductRecord;
  onKeepTyped: () => void;
  onTakeSaved: () => void;
  onClose: () => void;
};

/** The question whose version of a product stays. */
export function ProductConflict({ loaded, saved, typed, ...answers }: ProductConflictProps) {
  const categories = useQuery(categoryOptions()).data ?? [];
  const describe = ({ values, images }: ProductRecord) =>
    describeProduct(values, images, { loaded: loaded.images, categories });
  return (
    <ConflictDialog
      loaded={describe(loaded)}
      saved={describe({ values: productValues(saved), images: saved.product_images })}
      typed={describe(typed)}
      {...answers}
    />
  );
}
