import { listImportColumns } from '#crud/fields.ts';
import { createAreaImport } from '#crud/import/import-area.ts';
import { categories } from './area.ts';
import { fields } from './schema.ts';

/** The import settings of categories. The export has the same columns. */
export const sheet = createAreaImport(categories, listImportColumns(fields));
