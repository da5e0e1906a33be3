import { useFormState, useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { Card } from '#ui/card.tsx';
import { Counter } from '#ui/fields/counter.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { limits, productLabels } from './product.ts';
import type { ProductValues } from './product.ts';

export type ProductFieldsProps = { form: UseFormReturn<ProductValues> };

export function ProductTextFields({ form: { control, register } }: ProductFieldsProps) {
  const { errors } = useFormState({ control });
  const [subtitle, mini] = useWatch({ control, name: ['subtitle', 'mini_description'] });
  return (
    <Card title="Apresentação" className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
      <TextField
        label={productLabels.name}
        required
        maxLength={255}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={productLabels.subtitle}
        required
        maxLength={limits.subtitle}
        autoComplete="off"
        counter={<Counter length={subtitle.length} max={limits.subtitle} warnAbove={25} />}
        error={errors.subtitle?.message}
        {...register('subtitle')}
      />
      <TextField
        label={productLabels.mini_description}
        required
        maxLength={limits.mini_description}
        autoComplete="off"
        className="sm:col-span-2"
        counter={<Counter length={mini.length} max={limits.mini_description} warnAbove={60} />}
        error={errors.mini_description?.message}
        {...register('mini_description')}
      />
      <TextareaField
        label={productLabels.description}
        required
        className="sm:col-span-2"
        error={errors.description?.message}
        {...register('description')}
      />
    </Card>
  );
}
