import * as v from 'valibot';
import { formValues } from '#lib/form-values.ts';
import { optionalText, requiredText } from '#lib/text-schemas.ts';

export const states = ['Ativa', 'Inativa'] as const;

/** Parses the typed values into the stored ones. */
export const categorySchema = v.object({
  name: requiredText('Informe o nome.'),
  description: optionalText(5_000),
  is_active: v.pipe(
    v.picklist(states),
    v.transform((state) => state === 'Ativa'),
  ),
});

type CategoryValues = v.InferInput<typeof categorySchema>;

const newCategory: CategoryValues = {
  name: '',
  description: '',
  is_active: 'Ativa',
};

export const labels = { name: 'Nome', description: 'Descrição', is_active: 'Status' } as const;

/** The form of a stored category, or of a new one. */
export function categoryValues(
  row: v.InferOutput<typeof categorySchema> | undefined,
): CategoryValues {
  return formValues(newCategory, row && { ...row, is_active: states[row.is_active ? 0 : 1] });
}
