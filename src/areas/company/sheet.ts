import * as v from 'valibot';
import { storedByRules } from '#crud/import/import-area.ts';
import type { ImportArea, ImportColumn } from '#crud/import/import-area.ts';
import { maskCep } from '#lib/cep.ts';
import { addressLabels, addressNames, addressSchema, blankAddress } from './address.ts';
import { companyFields, companyLabels, statuses } from './schema.ts';

// The common spreadsheet columns of distribuidores and parceiros: contact and address.

const { entries: rules } = addressSchema;

const examples = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista',
  numero: '1000',
  complemento: 'Sala 2',
  bairro: 'Bela Vista',
  cidade: 'São Paulo',
  estado: 'SP',
} as const;

const synonyms: Partial<Record<keyof typeof addressLabels, string[]>> = {
  cep: ['Código postal'],
  logradouro: ['Rua', 'Avenida'],
  numero: ['Nº', 'Num'],
  cidade: ['Município'],
  estado: ['UF'],
};

const parts = Object.entries(addressLabels).map(([name, label]): ImportColumn => {
  const part = name as keyof typeof addressLabels; // a key of the labels
  return {
    name,
    label,
    rule: rules[part],
    example: examples[part],
    also: synonyms[part],
    ...(part === 'cep' && { mask: maskCep }),
  };
});

/** The columns of an address: its parts, and the text of companies without a CEP. */
const addressColumns: ImportColumn[] = [
  ...parts,
  { name: 'address', label: 'Endereço', rule: rules.address, example: '' },
];

/** The columns of a company, with its noun in the messages; `own` are placed before the status. */
export function companyColumns(called: string, own: ImportColumn[] = []): ImportArea['columns'] {
  const column = (
    name: keyof typeof companyFields,
    example: string,
    also: string[],
  ): ImportColumn => ({
    name,
    label: companyLabels[name],
    rule: companyFields[name],
    example,
    also,
  });
  return [
    column('name', 'Mercado da Serra', [called, 'Empresa', 'Razão social', 'Nome fantasia']),
    column('email', 'contato@mercado.com.br', ['Email', 'Correio eletrônico']),
    column('phone', '(11) 91234-5678', ['Fone', 'Celular', 'WhatsApp']),
    ...own,
    {
      ...column('status', 'Ativo', ['Situação']),
      choices: Object.fromEntries(statuses.map((status) => [status, status])),
    },
    column('instagram', '@mercadodaserra', ['Insta']),
    ...addressColumns,
  ];
}

/**
 * The stored values of the typed fields. The address is validated as a unit, as in the form: with a CEP its text is
 * composed; only an old address, a text without a number, needs no CEP.
 */
export function storedCompany(
  columns: ImportArea['columns'],
  typed: Record<string, string>,
): ReturnType<ImportArea['store']> {
  const { cells } = storedByRules(columns, typed);
  const given = addressNames.filter((name) => name in typed && name !== 'address');
  if (!given.some((name) => typed[name])) return { cells };
  const { output, issues } = v.safeParse(addressSchema, { ...blankAddress, ...typed });
  if (!issues) return { cells: { ...cells, ...output } };
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? 'cep', issue.message] as const);
  return { cells, problems: Object.fromEntries(problems.toReversed()) };
}
