import { importColumns } from '#crud/fields.ts';
import { storedByRules } from '#crud/import/import-area.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { categories } from './area.ts';
import { fields } from './schema.ts';

const columns = importColumns(fields);

/** The columns of a spreadsheet of categories. */
export const sheet: ImportArea = {
  area: categories,
  key: storedAreas.categories.key,
  changes: ['categories', 'products', 'search'],
  columns,
  store: (typed) => storedByRules(columns, typed),
};
