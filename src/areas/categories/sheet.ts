import { importColumns } from '#crud/fields.ts';
import { importOf } from '#crud/import/import-area.ts';
import { categories } from './area.ts';
import { fields } from './schema.ts';

/** The columns of a spreadsheet of categories. */
export const sheet = importOf(categories, importColumns(fields));
