import { useController } from 'react-hook-form';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { PictureField } from '#crud/picture-field.tsx';
import { RecordPage } from '#crud/record-page.tsx';
import type { RecordFormProps } from '#crud/record-page.tsx';
import { useRecordForm } from '#crud/use-record-form.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { categoryDetail, saveCategory } from './categories.queries.ts';
import type { Category } from './categories.queries.ts';
import { categorySchema, labels, newCategory, stateOf } from './category.ts';
import type { CategoryValues } from './category.ts';

/** /categorias/nova and /categorias/editar/{id} */
export function CategoryFormPage() {
  return (
    <RecordPage
      titles={['Nova Categoria', 'Editar Categoria']}
      record={categoryDetail}
      missing="Categoria não encontrada."
      failure={() => 'Falha ao carregar dados da categoria.'}
      form={CategoryForm}
    />
  );
}

function CategoryForm({ title, row }: RecordFormProps<Category>) {
  const { page, field, picture, conflict } = useRecordForm({
    row,
    schema: categorySchema,
    blank: newCategory,
    labels,
    mutation: saveCategory,
    picture: { column: 'image_url', bucket: 'images', folder: 'categories' },
    describe: ({ is_active }) => ({ [labels.is_active]: stateOf(is_active) }),
  });
  return (
    <FormPage title={title} list="/categorias" {...page}>
      <FormGroup title="Categoria">
        <TextField required maxLength={255} {...field('name')} />
        <StateField />
        <TextareaField maxLength={5_000} className="sm:col-span-2" {...field('description')} />
        <PictureField label="Imagem" picture={picture} frame="aspect-square w-40" />
      </FormGroup>
      {conflict}
    </FormPage>
  );
}

// Controlled: the values of a select are texts, the column is a boolean.
function StateField() {
  const { field } = useController<CategoryValues, 'is_active'>({ name: 'is_active' });
  return (
    <SelectField
      label={labels.is_active}
      options={[stateOf(true), stateOf(false)]}
      {...field}
      value={stateOf(field.value)}
      onChange={(event) => field.onChange(event.target.value === stateOf(true))}
    />
  );
}
