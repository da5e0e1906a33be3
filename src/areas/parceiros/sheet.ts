import { companyImport } from '#areas/company/sheet.ts';
import { importColumns } from '#crud/fields.ts';
import { importOf } from '#crud/import/import-area.ts';
import { parceiros } from './area.ts';
import { fields } from './schema.ts';

const columns = importColumns(fields);

/** The columns of a spreadsheet of parceiros. */
export const sheet = importOf(parceiros, columns, companyImport(columns));
