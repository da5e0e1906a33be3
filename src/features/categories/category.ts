import * as v from 'valibot';
import { optionalText, requiredText } from '#lib/text-schemas.ts';

/** From what is typed to what is stored; `version` is the one that was read. */
export const categorySchema = v.object({
  name: requiredText('Informe o nome.'),
  description: optionalText(5_000),
  is_active: v.boolean(),
  version: v.nullable(v.number()),
});

export type CategoryValues = v.InferInput<typeof categorySchema>;

export const newCategory: CategoryValues = {
  name: '',
  description: '',
  is_active: true,
  version: null,
};

export const labels = { name: 'Nome', description: 'Descrição', is_active: 'Status' } as const;

export function stateOf(isActive: boolean): 'Ativa' | 'Inativa' {
  return isActive ? 'Ativa' : 'Inativa';
}

/** A description as the list shows it: its first 100 characters and '...'. */
export function shortDescription(description: string | null): string {
  // By code points: no character is cut in half.
  const characters = [...(description ?? '')];
  return characters.length > 100 ? `${characters.slice(0, 100).join('')}...` : characters.join('');
}
