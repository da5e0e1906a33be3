import { areas } from '#areas/index.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { companyColumns, storedCompany } from '#areas/company/sheet.ts';
import { distribuidorSchema, labels } from './schema.ts';

const [{ entries: rules }] = distribuidorSchema.options;

/** The columns of a spreadsheet of distribuidores; plans are written by name and stored by id. */
export function distribuidorSheet(plans: readonly { id: string; name: string }[]): ImportArea {
  const plan = {
    name: 'plan_id',
    label: labels.plan_id,
    also: ['Plano contratado'],
    rule: rules.plan_id,
    choices: Object.fromEntries(plans.map(({ id, name }) => [name, id])),
    example: plans[0]?.name ?? '',
  };
  const columns = companyColumns('Distribuidor', [plan]);
  return {
    area: areas.distribuidores,
    key: storedAreas.distribuidores.key,
    changes: ['distribuidores', 'search'],
    columns,
    store: (typed) => storedCompany(columns, typed),
  };
}
