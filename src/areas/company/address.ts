import * as v from 'valibot';
import { isCep, maskCep } from '#lib/cep.ts';
import { formValues } from '#lib/form-values.ts';
import { optionalText, orNull } from '#lib/text-schemas.ts';

/**
 * Parses the typed address of a company. `address` is the stored text, composed of the other parts; without a CEP (old
 * records) it is unchanged.
 */
export const addressSchema = v.pipe(
  v.object({
    cep: v.pipe(
      v.string(),
      v.check((cep) => !cep || isCep(cep), 'Informe o CEP completo.'),
    ),
    logradouro: optionalText(),
    numero: optionalText(20),
    complemento: optionalText(),
    bairro: optionalText(),
    cidade: optionalText(),
    estado: v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.check(isState, 'Informe a sigla, como SP.'),
      v.transform(orNull),
    ),
    address: v.string(),
  }),
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
  v.transform(({ cep, address, ...parts }) => ({
    ...parts,
    cep: orNull(cep),
    address: cep ? composeAddress(parts) : address,
  })),
);

export type AddressValues = v.InferInput<typeof addressSchema>;

export const addressLabels = {
  cep: 'CEP',
  logradouro: 'Logradouro',
  numero: 'Número',
  complemento: 'Complemento',
  bairro: 'Bairro',
  cidade: 'Cidade',
  estado: 'Estado',
} as const;

/** The columns that form one unit in a conflict; `address` is composed of the others. */
export const addressNames = [
  'cep',
  'logradouro',
  'numero',
  'complemento',
  'bairro',
  'cidade',
  'estado',
  'address',
] as const satisfies (keyof AddressValues)[];

export const blankAddress: AddressValues = {
  cep: '',
  logradouro: '',
  numero: '',
  complemento: '',
  bairro: '',
  cidade: '',
  estado: '',
  address: '',
};

/** A stored company as the fields of its form. An older CEP may lack the hyphen of the mask. */
export function companyValues<V extends AddressValues>(
  blank: V,
  row: { [Name in keyof V]?: V[Name] | null } | undefined,
): V {
  const values = formValues(blank, row);
  return { ...values, cep: maskCep(values.cep) };
}

type Typed = {
  cep: string;
  numero: string | null;
  cidade: string | null;
  estado: string | null;
  address: string;
};

// A record with a CEP always has a number: if its CEP is cleared, another one is required.
function hasCepOrIsOld({ cep, numero, address }: Pick<Typed, 'cep' | 'numero' | 'address'>) {
  return !!cep || (!!address && !numero);
}

function isKnown({ cep, cidade, estado }: Pick<Typed, 'cep' | 'cidade' | 'estado'>) {
  return !cep || !!cidade || !!estado;
}

function hasNumber({ cep, cidade, numero }: Pick<Typed, 'cep' | 'cidade' | 'numero'>) {
  return !cep || !cidade || !!numero;
}

type Composed = { numero: string | null; complemento: string | null; bairro: string | null };

/** Composes the stored text: 'nº 10, Sala 2, Centro', without the street. */
function composeAddress({ numero, complemento, bairro }: Composed): string {
  return [`nº ${numero}`, complemento, bairro].filter(Boolean).join(', ');
}

type Placed = { address: string; cidade: string | null; estado: string | null };

/** The address in a list: 'nº 10, Centro, Santos/SP'. */
export function addressLine({ address, cidade, estado }: Placed): string {
  return [address, [cidade, estado].filter(Boolean).join('/')].filter(Boolean).join(', ');
}

const states =
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

function isState(typed: string): boolean {
  return !typed || states.includes(typed);
}
