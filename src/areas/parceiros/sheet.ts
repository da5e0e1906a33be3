import { areas } from '#areas/index.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { companyColumns, storedCompany } from '#areas/company/sheet.ts';

const columns = companyColumns('Parceiro');

/** The columns of a spreadsheet of parceiros. */
export const parceiroSheet: ImportArea = {
  area: areas.parceiros,
  key: storedAreas.parceiros.key,
  changes: ['parceiros', 'search'],
  columns,
  store: (typed) => storedCompany(columns, typed),
};
