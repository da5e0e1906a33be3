import { FormPage } from '#crud/form-page.tsx';
import { PictureField } from '#crud/picture-field.tsx';
import { RecordPage } from '#crud/record-page.tsx';
import type { RecordFormProps } from '#crud/record-page.tsx';
import { useRecordForm } from '#crud/use-record-form.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { categoryDetail, saveCategory } from './categories.queries.ts';
import type { Category } from './categories.queries.ts';
import { categorySchema, categoryValues, labels, states } from './category.ts';

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
    valuesOf: categoryValues,
    labels,
    mutation: saveCategory,
    picture: { column: 'image_url', bucket: 'images', folder: 'categories' },
  });
  return (
    <FormPage title={title} list="/categorias" {...page}>
      <FormGroup title="Categoria">
        <TextField required maxLength={255} {...field('name')} />
        <SelectField options={states} {...field('is_active')} />
        <TextareaField maxLength={5_000} className="sm:col-span-2" {...field('description')} />
        <PictureField label="Imagem" picture={picture} frame="aspect-square w-40" />
      </FormGroup>
      {conflict}
    </FormPage>
  );
}
