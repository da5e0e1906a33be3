import { areas } from '#areas/index.ts';
import { storedByRules } from '#crud/import/import-area.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { categorySchema, labels } from './schema.ts';

const { entries: rules } = categorySchema;

const columns = [
  {
    name: 'name',
    label: labels.name,
    also: ['Categoria', 'Título', 'Departamento', 'Name'],
    rule: rules.name,
    example: 'Cafés',
  },
  {
    name: 'description',
    label: labels.description,
    also: ['Detalhes', 'Description'],
    rule: rules.description,
    example: 'Grãos e moídos.',
  },
  {
    name: 'is_active',
    label: labels.is_active,
    also: ['Situação', 'Ativa'],
    rule: rules.is_active,
    choices: { Ativa: true, Inativa: false },
    example: 'Ativa',
  },
] as const satisfies ImportArea['columns'];

/** The columns of a spreadsheet of categories. */
export const categorySheet: ImportArea = {
  area: areas.categories,
  key: storedAreas.categories.key,
  changes: ['categories', 'products', 'search'],
  columns,
  store: (typed) => storedByRules(columns, typed),
};
