import { areas } from '#app/areas.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { addressColumns, storedCompany } from '#features/company/company-sheet.ts';
import { labels, parceiroSchema } from './parceiro.ts';

const [{ entries: rules }] = parceiroSchema.options;

const columns: ImportArea['columns'] = [
  {
    name: 'name',
    label: labels.name,
    also: ['Parceiro', 'Empresa', 'Razão social', 'Nome fantasia'],
    rule: rules.name,
    example: 'Mercado da Serra',
  },
  {
    name: 'email',
    label: labels.email,
    also: ['Email', 'Correio eletrônico'],
    rule: rules.email,
    example: 'contato@mercado.com.br',
  },
  {
    name: 'phone',
    label: labels.phone,
    also: ['Fone', 'Celular', 'WhatsApp'],
    rule: rules.phone,
    example: '(11) 91234-5678',
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
    example: '@mercadodaserra',
  },
  ...addressColumns,
];

/** The columns of a spreadsheet of parceiros. */
export const parceiroSheet: ImportArea = {
  area: areas.parceiros,
  key: 'email',
  changes: ['parceiros', 'search'],
  columns,
  store: (typed) => storedCompany(columns, typed),
};
