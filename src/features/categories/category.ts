import * as v from 'valibot';
import { formValues } from '#lib/form-values.ts';
import { optionalText, requiredText } from '#lib/text-schemas.ts';

export const states = ['Ativa', 'Inativa'] as const;

/** The fields as they are typed, and what is stored of them. `version` is the one that was read. */
export const categorySchema = v.object({
  name: requiredText('Informe o nome.'),
  description: optionalText(5_000),
  is_active: v.pipe(
    v.picklist(states),
    v.transform((state) => state === 'Ativa'),
  ),
  version: v.nullable(v.number()),
});

export type CategoryValues = v.InferInput<typeof categorySchema>;
export type CategoryRecord = v.InferOutput<typeof categorySchema>;

export const newCategory: CategoryValues = {
  name: '',
  description: '',
  is_active: 'Ativa',
  version: null,
};

/** The form's fields for a stored category. */
export function categoryValues(row: CategoryRecord): CategoryValues {
  return formValues(newCategory, { ...row, is_active: stateOf(row) });
}

export function stateOf({ is_active }: { is_active: boolean }): (typeof states)[number] {
  return is_active ? 'Ativa' : 'Inativa';
}

export const categoryLabels = {
  name: 'Nome',
  description: 'Descrição',
  is_active: 'Status',
} as const;

/** A description as the list shows it: its first 100 characters and '...'. */
export function shortDescription(description: string | null): string {
  // By code points: no character is cut in half.
  const characters = [...(description ?? '')];
  return characters.length > 100 ? `${characters.slice(0, 100).join('')}...` : characters.join('');
}
