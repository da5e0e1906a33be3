import { useFormState } from 'react-hook-form';
import { Card } from '#ui/card.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { CategoryField } from './category-field.tsx';
import type { ProductFieldsProps } from './product-text-fields.tsx';
import { productLabels, statuses, tipos, visibilities } from './product.ts';

export function ProductClassFields({ form }: ProductFieldsProps) {
  const { errors } = useFormState({ control: form.control });
  return (
    <Card title="Classificação" className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5">
      <TextField
        label={productLabels.sku}
        required
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        error={errors.sku?.message}
        {...form.register('sku')}
      />
      <CategoryField form={form} error={errors.category_id?.message} />
      <SelectField
        label={productLabels.tipo}
        error={errors.tipo?.message}
        {...form.register('tipo')}
      >
        {tipos.map((tipo) => (
          <option key={tipo}>{tipo}</option>
        ))}
      </SelectField>
      <SelectField
        label={productLabels.status}
        error={errors.status?.message}
        {...form.register('status')}
      >
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <SelectField
        label={productLabels.visibility}
        className="sm:col-span-2"
        error={errors.visibility?.message}
        {...form.register('visibility')}
      >
        {Object.entries(visibilities).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </Card>
  );
}
