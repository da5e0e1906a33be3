import ClipboardCopy from 'lucide-react/icons/clipboard-copy';
import { getEditPath } from '#crud/area.ts';
import { FormPage } from '#crud/form/form-page.tsx';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordActionsProps, RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { categoryOptionsQuery } from '#areas/categories/queries.ts';
import { queryClient } from '#data/query-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { useMediaQuery } from '#ui/use-media.ts';
import { MenuItem } from '#ui/menu.tsx';
import { copyText } from '#lib/copy-text.ts';
import { toast } from '#ui/toast.ts';
import { products } from './area.ts';
import * as fields from './fields.tsx';
import { ProductImages } from './images.tsx';
import { ProductPreview } from './preview.tsx';
import * as schema from './schema.ts';
import { deleteProduct, duplicateProduct, productDetail, productsList } from './queries.ts';
import type { StoredProduct } from './queries.ts';
import {
  isDeletedCategoryError,
  isPriceGuardError,
  isDuplicateSkuError,
  productSaveFailureText,
  saveProduct,
} from './save.queries.ts';

/** Renders the pages /produtos/adicionar and /produtos/editar/{id}. */
export function Page() {
  return (
    <RecordPage
      area={products}
      record={productDetail}
      list={productsList}
      form={ProductForm}
      about={({ name, status }) => ({ name, status })}
      commands={{ duplicate: duplicateProduct, remove: deleteProduct }}
      actions={ProductActions}
    />
  );
}

function ProductActions({ row: { sku } }: RecordActionsProps<StoredProduct>) {
  async function copySku() {
    await copyText(sku).then(
      () => toast.success(`SKU copiado: ${sku}`),
      () => toast.error(`Não foi possível copiar o SKU: ${sku}`),
    );
  }
  return (
    <MenuItem icon={<ClipboardCopy />} onSelect={() => void copySku()}>
      Copiar SKU
    </MenuItem>
  );
}

function ProductForm({ head, row }: RecordFormProps<StoredProduct>) {
  const { page, pictures } = useRecordForm({
    row,
    schema: schema.productSchema,
    fields: schema.fields,
    together: { Preços: storedAreas.products.units[0] },
    describe,
    mutation: saveProduct,
    pictures: {
      label: 'Imagens',
      lists: {
        main: { bucket: 'product-images', folder: 'main' },
        additional: { bucket: 'product-images', folder: 'additional', skipped },
      },
      picturesOf: ({ product_images }, list) => schema.filterImages(product_images, list),
    },
    errorOf(error, { sku }) {
      if (isDuplicateSkuError(error))
        return { name: 'sku' as const, message: capitalise(productSaveFailureText(error, sku)) };
      if (isDeletedCategoryError(error)) {
        void queryClient.invalidateQueries(categoryOptionsQuery());
        return { name: 'category_id' as const, message: error.message };
      }
      return isPriceGuardError(error)
        ? { name: 'real_price' as const, message: error.message }
        : undefined;
    },
  });
  // On a phone, render the images first, because users take photos with the phone. Do not move the images by CSS: the
  // focus order must match the visible order.
  const isPhone = useMediaQuery('(width < 40rem)');
  const images = <ProductImages main={pictures.main} additional={pictures.additional} />;
  const preview = <ProductPreview control={page.form.control} picture={pictures.main.tiles[0]} />;
  return (
    <FormPage head={head} aside={preview} {...page}>
      {isPhone && images}
      <fields.PresentationFields stored={row} />
      <fields.ClassificationFields stored={row} />
      <fields.PriceFields stored={row} />
      {!isPhone && images}
      <fields.ButtonAndVideoFields />
    </FormPage>
  );
}

const describe = {
  category_id: (chosen: string) => chosen && <fields.CategoryName id={chosen} />,
};

const skipped = {
  text: (names: string) =>
    `O produto foi salvo sem estas imagens, que não puderam ser enviadas: ${names}.`,
  address: (id: string | number) => getEditPath(products, id),
};

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
