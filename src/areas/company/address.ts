import * as v from 'valibot';
import { rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';
import { isCep, maskCep } from '#lib/cep.ts';
import { keysOf } from '#lib/keys-of.ts';
import { optionalText, emptyToNull } from '#lib/text-schemas.ts';
import { cityLabel, companyLabels } from './words.ts';

/**
 * The name of the list column 'Endereço'. The other fields of an address have no list columns of their own: an export
 * of the list contains them if this column is visible.
 */
const shownIn = 'address';

/**
 * The fields of an address. `address` is a stored text. With a CEP, it is composed of number, complement and
 * neighbourhood.
 */
export const addressFields = {
  cep: {
    label: 'CEP',
    plain: true,
    rule: v.pipe(
      v.string(),
      v.check((cep) => !cep || isCep(cep), 'Informe o CEP completo.'),
      v.transform(emptyToNull),
    ),
    // Adds the hyphen, which some older stored CEPs lack.
    typed: maskCep,
    mask: maskCep,
    sheet: { shownIn, also: ['Código postal'], example: '01310-100', mask: importedCep },
  },
  logradouro: {
    label: 'Logradouro',
    rule: optionalText(),
    sheet: { shownIn, also: ['Rua', 'Avenida'], example: 'Avenida Paulista' },
  },
  numero: {
    label: 'Número',
    rule: optionalText(20),
    sheet: { shownIn, also: ['Nº', 'Num'], example: '1000' },
  },
  complemento: {
    label: 'Complemento',
    rule: optionalText(),
    sheet: { shownIn, example: 'Sala 2' },
  },
  bairro: { label: 'Bairro', rule: optionalText(), sheet: { shownIn, example: 'Bela Vista' } },
  cidade: {
    label: cityLabel,
    article: 'a',
    rule: optionalText(),
    sheet: { shownIn, also: ['Município'], example: 'São Paulo' },
  },
  estado: {
    label: 'Estado',
    plain: true,
    rule: v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.check(isState, 'Informe a sigla, como SP.'),
      v.transform(emptyToNull),
    ),
    sheet: { shownIn, also: ['UF'], example: 'SP' },
  },
  address: { rule: v.string(), sheet: { label: companyLabels.address } },
} as const satisfies Fields;

/**
 * Parses the form values of an address. With a CEP, composes the text `address` again. Without a CEP (old records), the
 * text is unchanged.
 */
export const addressSchema = v.pipe(
  v.object(rulesOf(addressFields)),
  v.forward(v.partialCheck([['cep'], ['numero'], ['address']], hasCepOrIsOld, 'Informe o CEP.'), [
    'cep',
  ]),
  v.forward(
    v.partialCheck(
      [['cep'], ['cidade'], ['estado']],
      isKnown,
      'O endereço deste CEP ainda não foi encontrado.',
    ),
    ['cep'],
  ),
  v.forward(
    v.partialCheck(
      [['cep'], ['cidade']],
      ({ cep, cidade }) => !cep || !!cidade,
      'Informe a cidade.',
    ),
    ['cidade'],
  ),
  v.forward(
    v.partialCheck(
      [['cep'], ['estado']],
      ({ cep, estado }) => !cep || !!estado,
      'Informe o estado.',
    ),
    ['estado'],
  ),
  v.forward(v.partialCheck([['cep'], ['cidade'], ['numero']], hasNumber, 'Informe o número.'), [
    'numero',
  ]),
  v.transform(({ address, ...parts }) => ({
    ...parts,
    address: parts.cep ? composeAddress(parts) : address,
  })),
);

export type AddressValues = v.InferInput<typeof addressSchema>;

export const addressFieldNames = keysOf(addressFields);

type Parts = { address: string } & Record<
  'cep' | 'numero' | 'complemento' | 'bairro' | 'cidade' | 'estado',
  string | null
>;

// Returns whether the address has a CEP or is old. An old address has a text in `address`, and `numero` is empty.
function hasCepOrIsOld({ cep, numero, address }: Pick<Parts, 'cep' | 'numero' | 'address'>) {
  return !!cep || (!!address && !numero);
}

function isKnown({ cep, cidade, estado }: Pick<Parts, 'cep' | 'cidade' | 'estado'>) {
  return !cep || !!cidade || !!estado;
}

function hasNumber({ cep, cidade, numero }: Pick<Parts, 'cep' | 'cidade' | 'numero'>) {
  return !cep || !cidade || !!numero;
}

/** Composes the stored text of an address, without the street. An example is 'nº 10, Sala 2, Centro'. */
function composeAddress({
  numero,
  complemento,
  bairro,
}: Pick<Parts, 'numero' | 'complemento' | 'bairro'>): string {
  return [`nº ${numero}`, complemento, bairro].filter(Boolean).join(', ');
}

/** Returns whether a text begins like a text from `composeAddress`. Exported spreadsheets contain these texts. */
export function isComposedAddress(address: string): boolean {
  return address.startsWith('nº ');
}

/** Returns the address for a list: 'nº 10, Centro, Santos/SP'. */
export function formatAddress({
  address,
  cidade,
  estado,
}: Pick<Parts, 'address' | 'cidade' | 'estado'>): string {
  return [address, [cidade, estado].filter(Boolean).join('/')].filter(Boolean).join(', ');
}

/**
 * Formats a CEP of a spreadsheet. Adds the first zero, which a number cell loses. One zero is enough, because no CEP
 * begins with two zeros.
 */
function importedCep(cell: string): string {
  return maskCep(/^[1-9]\d{3}-?\d{3}$/.test(cell) ? `0${cell}` : cell);
}

const states =
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

function isState(typed: string): boolean {
  return !typed || states.includes(typed);
}
