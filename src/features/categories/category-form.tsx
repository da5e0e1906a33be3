import { valibotResolver } from '@hookform/resolvers/valibot';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { describeFields } from '#ui/conflict-dialog.tsx';
import { EditPage } from '#crud/edit-page.tsx';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { PictureField, usePicture } from '#crud/picture-field.tsx';
import type { FormPicture } from '#crud/picture-field.tsx';
import { useSave } from '#crud/use-save.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { categoryDetail, saveCategory } from './categories.queries.ts';
import type { Category } from './categories.queries.ts';
import {
  categorySchema,
  categoryValues,
  categoryLabels as labels,
  newCategory,
  states,
} from './category.ts';
import type { CategoryRecord, CategoryValues } from './category.ts';

/** /categorias/nova and /categorias/editar/{id} */
export function CategoryFormPage() {
  const { id } = useParams({ strict: false });
  if (!id) return <CategoryForm title="Nova Categoria" />;
  return (
    <EditPage
      key={id}
      title="Editar Categoria"
      record={categoryDetail(id)}
      missing="Categoria não encontrada."
      failure={() => 'Falha ao carregar dados da categoria.'}
    >
      {(row) => <CategoryForm title="Editar Categoria" row={row} />}
    </EditPage>
  );
}

function CategoryForm({ title, row }: { title: string; row?: Category }) {
  const form = useForm<CategoryValues, unknown, CategoryRecord>({
    defaultValues: row ? categoryValues(row) : newCategory,
    resolver: valibotResolver(categorySchema),
  });
  const picture = usePicture(row?.image_url, { bucket: 'images', folder: 'categories' });
  const { page, conflict } = useSave({
    form,
    row,
    mutation: saveCategory,
    valuesOf: categoryValues,
    describe: (values) => describeFields(labels, values),
    picture: { ...picture, urlOf: (saved) => saved.image_url },
  });
  return (
    <FormPage
      title={title}
      form={form}
      list="/categorias"
      draft={`categories/${row?.id ?? 'new'}`}
      {...page}
    >
      <CategoryFields picture={picture} />
      {conflict}
    </FormPage>
  );
}

function CategoryFields({ picture }: { picture: FormPicture }) {
  const field = useFields<CategoryValues>();
  return (
    <FormGroup title="Dados da categoria">
      <TextField
        label={labels.name}
        required
        maxLength={255}
        autoComplete="off"
        {...field('name')}
      />
      <SelectField label={labels.is_active} {...field('is_active')}>
        {states.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </SelectField>
      <TextareaField
        label={labels.description}
        maxLength={5_000}
        className="sm:col-span-2"
        {...field('description')}
      />
      <PictureField label="Imagem" picture={picture} frame="aspect-square w-40" />
    </FormGroup>
  );
}
