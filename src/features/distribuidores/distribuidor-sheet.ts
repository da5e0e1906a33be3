import { areas } from '#app/areas.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { addressColumns, storedCompany } from '#features/company/company-sheet.ts';
import { distribuidorSchema, labels } from './distribuidor.ts';

const [{ entries: rules }] = distribuidorSchema.options;

/** The columns of a spreadsheet of distribuidores; the plans are named, each by its id. */
export function distribuidorSheet(plans: readonly { id: string; name: string }[]): ImportArea {
  const columns: ImportArea['columns'] = [
    {
      name: 'name',
      label: labels.name,
      also: ['Distribuidor', 'Empresa', 'Razão social', 'Nome fantasia'],
      rule: rules.name,
      example: 'Distribuidora Norte',
    },
    {
      name: 'email',
      label: labels.email,
      also: ['Email', 'Correio eletrônico'],
      rule: rules.email,
      example: 'contato@norte.com.br',
    },
    {
      name: 'phone',
      label: labels.phone,
      also: ['Fone', 'Celular', 'WhatsApp'],
      rule: rules.phone,
      example: '(91) 91234-5678',
    },
    {
      name: 'plan_id',
      label: labels.plan_id,
      also: ['Plano contratado'],
      rule: rules.plan_id,
      choices: Object.fromEntries(plans.map(({ id, name }) => [name, id])),
      example: plans[0]?.name ?? '',
    },
    {
      name: 'status',
      label: labels.status,
      also: ['Situação'],
      rule: rules.status,
      choices: { Pendente: 'Pendente', Ativo: 'Ativo', Inativo: 'Inativo' },
      example: 'Ativo',
    },
    {
      name: 'instagram',
      label: labels.instagram,
      also: ['Insta'],
      rule: rules.instagram,
      example: '@norte',
    },
    ...addressColumns,
  ];
  return {
    area: areas.distribuidores,
    key: 'email',
    changes: ['distribuidores', 'search'],
    columns,
    store: (typed) => storedCompany(columns, typed),
  };
}
