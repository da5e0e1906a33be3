import { useForm } from 'react-hook-form';
import { FormPage } from '#crud/form-page.tsx';
import { laterPart } from '#ui/later-part.tsx';
import { ProductButtonFields } from './product-button-fields.tsx';
import { ProductClassFields } from './product-class-fields.tsx';
import { ProductImageFields } from './product-image-fields.tsx';
import { ProductPreview } from './product-preview.tsx';
import { ProductPriceFields } from './product-price-fields.tsx';
import { ProductTextFields } from './product-text-fields.tsx';
import type { ProductValues } from './product.ts';
import { checkLater, useProductSave } from './use-product-save.ts';

export type ProductEditorProps = {
  title: string;
  /** Absent for a new product. */
  id?: string;
  values: ProductValues;
  images: { url: string; is_main: boolean }[];
};

export function ProductEditor({ title, id, values, images }: ProductEditorProps) {
  const form = useForm<ProductValues>({ defaultValues: values, resolver: checkLater });
  const { main, additional, save, question } = useProductSave({ id, form, values, images });
  return (
    <FormPage
      title={title}
      form={form}
      list="/produtos"
      changed={main.changed || additional.changed}
      onSave={save}
      aside={<ProductPreview control={form.control} picture={main.tiles[0]} />}
    >
      <ProductTextFields form={form} />
      <ProductClassFields form={form} />
      <ProductPriceFields form={form} />
      <ProductImageFields main={main} additional={additional} />
      <ProductButtonFields form={form} />
      {question && <ProductConflict {...question} />}
    </FormPage>
  );
}

const ProductConflict = laterPart(
  async () => (await import('./product-conflict.tsx')).ProductConflict,
);
