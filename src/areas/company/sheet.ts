import * as v from 'valibot';
import { valuesOf } from '#crud/fields.ts';
import { storedByRules } from '#crud/import/import-area.ts';
import type { ImportArea } from '#crud/import/import-area.ts';
import { addressFields, addressNames, addressSchema, isComposed } from './address.ts';

/** The import of a company with these columns. */
export function companyImport(columns: ImportArea['columns']): Pick<ImportArea, 'store' | 'unit'> {
  return {
    store: (typed) => storedCompany(columns, typed),
    unit: {
      names: addressNames,
      text: 'Uma linha com outro endereço substitui o atual por inteiro: o que ela não traz, ou traz vazio, é apagado.',
    },
  };
}

/**
 * The stored values of the typed fields of a company in a spreadsheet. The address is validated as a unit, as in the
 * form: with a CEP its text is composed, and a text that is not composed is the street; only an old address, a text
 * without a number, needs no CEP. Absent fields are blank: a new CEP or text with the stored street would be an address
 * that does not exist.
 */
function storedCompany(
  columns: ImportArea['columns'],
  typed: Record<string, string>,
): ReturnType<ImportArea['store']> {
  const { cells } = storedByRules(columns, typed);
  if (!addressNames.some((name) => typed[name])) return { cells };
  const { address, ...parts } = { ...valuesOf(addressFields), ...typed };
  // Other programs call the street 'Endereço'.
  if (parts.cep && !parts.logradouro && !isComposed(address)) parts.logradouro = address;
  const { output, issues } = v.safeParse(addressSchema, { ...parts, address });
  if (!issues) return { cells: { ...cells, ...output } };
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? 'cep', issue.message] as const);
  return { cells, problems: Object.fromEntries(problems.toReversed()) };
}
