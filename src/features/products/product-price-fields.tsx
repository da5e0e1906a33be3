import { useFormState, useWatch } from 'react-hook-form';
import { parseMoney } from '#lib/money.ts';
import { Card } from '#ui/card.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import type { ProductFieldsProps } from './product-text-fields.tsx';
import { productLabels } from './product.ts';

export function ProductPriceFields({ form: { control, register } }: ProductFieldsProps) {
  const { errors } = useFormState({ control });
  const [real, promo] = useWatch({ control, name: ['real_price', 'promo_price'] }).map(parseMoney);
  const odd = real !== undefined && promo !== undefined && promo >= real;
  return (
    <Card title="Preço" className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
      <MoneyField
        label={productLabels.real_price}
        required
        error={errors.real_price?.message}
        {...register('real_price')}
      />
      <MoneyField
        label={productLabels.promo_price}
        hint={
          odd
            ? 'Atenção: o preço promocional não é menor que o preço de venda.'
            : 'Deixe vazio se não houver promoção.'
        }
        error={errors.promo_price?.message}
        {...register('promo_price')}
      />
    </Card>
  );
}
