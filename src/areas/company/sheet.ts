import * as v from 'valibot';
import { toFormValues } from '#crud/fields.ts';
import { convertCellsByRules } from '#crud/import/import-area.ts';
import type { AreaImport } from '#crud/import/import-area.ts';
import { addressFields, addressFieldNames, addressSchema, isComposedAddress } from './address.ts';

/**
 * Returns the import settings that distribuidores and parceiros share. A row with a value in an address column replaces
 * all address columns (`unit`).
 */
export function createCompanyImportOptions(
  columns: AreaImport['columns'],
): Pick<AreaImport, 'store' | 'unit'> {
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
 * - Without a CEP, only an old address is valid: a text in `address`, with an empty `numero`.
 * - Absent address columns count as empty: the stored street with a new CEP could be an address that does not exist.
 */
function storedCompany(
  columns: AreaImport['columns'],
  typed: Record<string, string>,
): ReturnType<AreaImport['store']> {
  const { cells } = convertCellsByRules(columns, typed);
  if (!addressFieldNames.some((name) => typed[name])) return { cells };
  const { address, ...parts } = { ...toFormValues(addressFields), ...typed };
  // In spreadsheets of other programs, 'Endereço' is the street.
  if (parts.cep && !parts.logradouro && !isComposedAddress(address)) parts.logradouro = address;
  const { output, issues } = v.safeParse(addressSchema, { ...parts, address });
  if (!issues) return { cells: { ...cells, ...output } };
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? 'cep', issue.message] as const);
  return { cells, problems: Object.fromEntries(problems.toReversed()) };
}
