import { createCompanyImportOptions } from '#areas/company/sheet.ts';
import { listImportColumns } from '#crud/fields.ts';
import { createAreaImport } from '#crud/import/import-area.ts';
import { distribuidores } from './area.ts';
import { fields } from './schema.ts';

/** Returns the import settings of distribuidores. Spreadsheets have the name of a plan, the table has its id. */
export function createDistribuidorImport(plans: readonly { id: string; name: string }[]) {
  const { plan_id } = fields;
  const choices = Object.fromEntries(plans.map(({ id, name }) => [name, id]));
  const sheet = { ...plan_id.sheet, example: plans[0]?.name ?? '' };
  const columns = listImportColumns({ ...fields, plan_id: { ...plan_id, choices, sheet } });
  return createAreaImport(distribuidores, columns, createCompanyImportOptions(columns));
}
