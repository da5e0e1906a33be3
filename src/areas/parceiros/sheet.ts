import { createCompanyImportOptions } from '#areas/company/sheet.ts';
import { listImportColumns } from '#crud/fields.ts';
import { createAreaImport } from '#crud/import/import-area.ts';
import { parceiros } from './area.ts';
import { fields } from './schema.ts';

const columns = listImportColumns(fields);

/** The import settings of parceiros. The export has the same columns. */
export const sheet = createAreaImport(parceiros, columns, createCompanyImportOptions(columns));
