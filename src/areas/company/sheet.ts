import * as v from 'valibot';
import { valuesOf } from '#crud/fields.ts';
import { convertByRules } from '#crud/import/import-area.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { addressFields, addressFieldNames, addressSchema, isComposedAddress } from './address.ts';

/**
 * Returns the import settings that distribuidores and parceiros share. A row with a value in an address column replaces
 * all address columns (`unit`).
 */
export function companyImport(columns: ImportArea['columns']): Pick<ImportArea, 'store' | 'unit'> {
  return {
    store: (typed) => storedCompany(columns, typed),
    unit: {
      names: addressFieldNames,
      text: 'Uma linha com outro endereço substitui o atual por inteiro: o que ela não traz, ou traz vazio, é apagado.',
    },
  };
}

/**
 * Returns the stored values of a spreadsheet row, and the problems of its address. If the row has an address, the
 * address columns are validated together, as in the form:
 * - With a CEP, the address text is composed again. A text in another format becomes the street, if there is no street.
 * - Without a CEP, only an old address is valid: a text without a number.
 * - Absent address columns count as empty: a new CEP with the stored street would be an address that does not exist.
 */
function storedCompany(
  columns: ImportArea['columns'],
  typed: Record<string, string>,
): ReturnType<ImportArea['store']> {
  const { cells } = convertByRules(columns, typed);
  if (!addressFieldNames.some((name) => typed[name])) return { cells };
  const { address, ...parts } = { ...valuesOf(addressFields), ...typed };
  // In spreadsheets of other programs, 'Endereço' is the street.
  if (parts.cep && !parts.logradouro && !isComposedAddress(address)) parts.logradouro = address;
  const { output, issues } = v.safeParse(addressSchema, { ...parts, address });
  if (!issues) return { cells: { ...cells, ...output } };
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? 'cep', issue.message] as const);
  return { cells, problems: Object.fromEntries(problems.toReversed()) };
}
