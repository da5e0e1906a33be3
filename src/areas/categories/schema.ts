import * as v from 'valibot';
import { rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';
import { optionalText, requiredText } from '#lib/text-schemas.ts';
import { categories } from './area.ts';

const { labels } = categories;

export const categoryStatuses = ['Ativa', 'Inativa'] as const;

export const fields = {
  name: {
    label: labels.name,
    rule: requiredText('Informe o nome.'),
    sheet: { also: ['Categoria', 'Título', 'Departamento', 'Name'], example: 'Cafés' },
  },
  description: {
    label: labels.description,
    article: 'a',
    rule: optionalText(5_000),
    sheet: { also: ['Detalhes', 'Description'], example: 'Grãos e moídos.' },
  },
  is_active: {
    label: labels.is_active,
    rule: v.pipe(
      v.picklist(categoryStatuses),
      v.transform((state) => state === 'Ativa'),
    ),
    blank: 'Ativa',
    typed: stateOf,
    text: stateOf,
    choices: { Ativa: true, Inativa: false },
    sheet: { also: ['Situação', 'Ativa'], example: 'Ativa' },
  },
  image_url: { label: 'Imagem', article: 'a' },
} as const satisfies Fields;

/** Parses the form values into the stored values. */
export const categorySchema = v.object(rulesOf(fields));

function stateOf(isActive: boolean) {
  return categoryStatuses[isActive ? 0 : 1];
}
