import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { categoryOptions } from '#features/categories/category-options.queries.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { productLabels } from './product.ts';
import type { ProductFieldsProps } from './product-text-fields.tsx';

/** The choice of a category; says where to make the first one. */
export function CategoryField({ form, error }: ProductFieldsProps & { error: string | undefined }) {
  const { data, isError } = useQuery(categoryOptions());
  return (
    // Controlled: a choice made before the options are loaded would otherwise be lost.
    <Controller
      control={form.control}
      name="category_id"
      render={({ field }) => (
        <SelectField
          label={productLabels.category_id}
          required
          error={error ?? (isError ? 'Não foi possível carregar as categorias.' : undefined)}
          hint={data?.length === 0 && <FirstCategory />}
          {...field}
        >
          <option value="">{data ? 'Selecione' : 'Carregando...'}</option>
          {data?.map(({ id, name, is_active }) => (
            <option key={id} value={id}>
              {is_active ? name : `${name} (inativa)`}
            </option>
          ))}
        </SelectField>
      )}
    />
  );
}

function FirstCategory() {
  return (
    <>
      Ainda não há categorias.{' '}
      <Link to="/categorias/nova" className="font-medium text-accent underline">
        Cadastrar a primeira
      </Link>
    </>
  );
}
