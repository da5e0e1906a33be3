import { storedCompany } from '#areas/company/sheet.ts';
import { importColumns } from '#crud/fields.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { parceiros } from './area.ts';
import { fields } from './schema.ts';

const columns = importColumns(fields);

/** The columns of a spreadsheet of parceiros. */
export const sheet: ImportArea = {
  area: parceiros,
  key: storedAreas.parceiros.key,
  changes: ['parceiros', 'search'],
  columns,
  store: (typed) => storedCompany(columns, typed),
};
