import { FormPage } from '#crud/form/form-page.tsx';
import { PictureField } from '#crud/form/pictures.tsx';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { categories } from './area.ts';
import { categoriesList, categoryDetail, deleteCategory, saveCategory } from './queries.ts';
import type { Category } from './queries.ts';
import { categorySchema, fields, categoryStatuses } from './schema.ts';

/** Renders the pages /categorias/nova and /categorias/editar/{id}. */
export function Page() {
  return (
    <RecordPage
      area={categories}
      record={categoryDetail}
      list={categoriesList}
      form={CategoryForm}
      about={({ name, is_active }) => ({ name, status: is_active ? 'Ativa' : 'Inativa' })}
      commands={{ remove: deleteCategory }}
    />
  );
}

function CategoryForm({ head, row }: RecordFormProps<Category>) {
  const { page, field, pictures } = useRecordForm({
    row,
    schema: categorySchema,
    fields,
    mutation: saveCategory,
    pictures: { label: 'Imagem', lists: { image_url: { bucket: 'images', folder: 'categories' } } },
  });
  return (
    <FormPage head={head} {...page}>
      <FormGroup title="Categoria">
        <TextField required maxLength={255} {...field('name')} />
        <SelectField options={categoryStatuses} {...field('is_active')} />
        <TextareaField maxLength={5_000} className="sm:col-span-2" {...field('description')} />
        <PictureField label="Imagem" picture={pictures.image_url} frame="aspect-square w-40" />
      </FormGroup>
    </FormPage>
  );
}
